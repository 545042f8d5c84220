package dev.caravan.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Model calls as files, one for each request: what was answered to it, failures too, in the order it came. A file's name is
 * the hash of prompt, messages, tools and form. It holds the reply, never the request's headers, key or address.
 */
public final class Recordings {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path folder;
    private final ConcurrentHashMap<String, Integer> played = new ConcurrentHashMap<>();

    /** In a folder, made when there is something to keep. */
    public Recordings(Path folder) {
        this.folder = folder;
    }

    /** A provider whose answers and failures are kept. */
    public ModelProvider recording(ModelProvider provider) {
        return new ModelProvider() {
            @Override
            public String name() {
                return provider.name();
            }

            @Override
            public String model(ModelType type) {
                return provider.model(type);
            }

            @Override
            public ChatResponse answer(ModelCall call) {
                try {
                    ChatResponse response = provider.answer(call);
                    append(call, described(response));
                    return response;
                } catch (ModelFailure e) {
                    if (e.kind() != ModelFailure.Kind.CANCELLED) {
                        append(call, described(e));
                    }
                    throw e;
                }
            }
        };
    }

    /** A provider that answers as the one of that name did when it was recorded, and asks nobody. */
    public ModelProvider replaying(ModelProvider recorded) {
        return new ModelProvider() {
            @Override
            public String name() {
                return recorded.name();
            }

            @Override
            public String model(ModelType type) {
                return recorded.model(type);
            }

            @Override
            public ChatResponse answer(ModelCall call) {
                return replay(call, recorded.name());
            }
        };
    }

    private ChatResponse replay(ModelCall call, String provider) {
        Path file = file(call);
        if (!Files.isRegularFile(file)) {
            throw ModelFailure.of(
                    ModelFailure.Kind.UNRECORDED,
                    "there is no recording of this call of " + call.prompt().key() + " (" + file.getFileName() + ")",
                    null);
        }
        JsonNode answers = read(file).path("answers");
        int turn = played.merge(file.getFileName().toString(), 1, Integer::sum);
        JsonNode answer = answers.get(Math.min(turn, answers.size()) - 1);
        if (answer.has("failure")) {
            Optional<Duration> wait = answer.has("retry_after_millis")
                    ? Optional.of(
                            Duration.ofMillis(answer.path("retry_after_millis").asLong()))
                    : Optional.empty();
            throw ModelFailure.of(
                    ModelFailure.Kind.valueOf(answer.path("failure").asText().toUpperCase(java.util.Locale.ROOT)),
                    answer.path("message").asText(provider),
                    wait,
                    null);
        }
        ChatResponse response = response(answer);
        call.talk().ifPresent(talk -> {
            talk.begin();
            if (response.aiMessage().text() != null) {
                response.aiMessage().text().lines().forEach(line -> talk.say(line + "\n"));
            }
        });
        return response;
    }

    private static ObjectNode described(ChatResponse response) {
        AiMessage message = response.aiMessage();
        ObjectNode answer = JSON.createObjectNode();
        if (message.text() != null) {
            answer.put("text", message.text());
        }
        if (message.hasToolExecutionRequests()) {
            ArrayNode calls = answer.putArray("tool_calls");
            message.toolExecutionRequests().forEach(call -> calls.addObject()
                    .put("id", call.id())
                    .put("name", call.name())
                    .put("arguments", call.arguments()));
        }
        if (response.finishReason() != null) {
            answer.put("finish_reason", response.finishReason().name());
        }
        if (response.tokenUsage() != null) {
            answer.put("input_tokens", response.tokenUsage().inputTokenCount())
                    .put("output_tokens", response.tokenUsage().outputTokenCount());
        }
        return answer;
    }

    private static ObjectNode described(ModelFailure failure) {
        ObjectNode answer =
                JSON.createObjectNode().put("failure", failure.kind().code()).put("message", failure.getMessage());
        failure.retryAfter().ifPresent(wait -> answer.put("retry_after_millis", wait.toMillis()));
        return answer;
    }

    private static ChatResponse response(JsonNode answer) {
        List<ToolExecutionRequest> calls = new ArrayList<>();
        for (JsonNode call : answer.path("tool_calls")) {
            calls.add(ToolExecutionRequest.builder()
                    .id(call.path("id").isNull() ? null : call.path("id").asText())
                    .name(call.path("name").asText())
                    .arguments(call.path("arguments").asText())
                    .build());
        }
        AiMessage.Builder message = AiMessage.builder();
        if (answer.has("text")) {
            message.text(answer.path("text").asText());
        }
        if (!calls.isEmpty()) {
            message.toolExecutionRequests(calls);
        }
        ChatResponse.Builder response = ChatResponse.builder().aiMessage(message.build());
        if (answer.has("finish_reason")) {
            response.finishReason(
                    FinishReason.valueOf(answer.path("finish_reason").asText()));
        }
        if (answer.has("input_tokens")) {
            response.tokenUsage(new TokenUsage(
                    answer.path("input_tokens").asInt(),
                    answer.path("output_tokens").asInt()));
        }
        return response.build();
    }

    private synchronized void append(ModelCall call, ObjectNode answer) {
        Path file = file(call);
        try {
            Files.createDirectories(folder);
            ObjectNode record = Files.exists(file)
                    ? (ObjectNode) read(file)
                    : JSON.createObjectNode().put("prompt", call.prompt().key());
            record.withArray("answers").add(answer);
            Path written = Files.createTempFile(folder, "recording", ".part");
            Files.write(written, JSON.writeValueAsBytes(record));
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("the recording cannot be written", e);
        }
    }

    private static JsonNode read(Path file) {
        try {
            return JSON.readTree(Files.readAllBytes(file));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("the recording " + file.getFileName() + " cannot be read", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(ModelCall call) {
        List<String> parts = new ArrayList<>(List.of(call.prompt().key(), String.valueOf(call.form())));
        call.request().messages().forEach(message -> parts.add(ChatMessageSerializer.messageToJson(bare(message))));
        if (call.request().toolSpecifications() != null) {
            call.request().toolSpecifications().forEach(tool -> parts.add(tool.name()));
        }
        return folder.resolve(call.prompt().key() + "-" + RequestHash.of(parts).substring(0, 24) + ".json");
    }

    /** Attributes hold structures of this process, which no provider sees and no file should. */
    private static ChatMessage bare(ChatMessage message) {
        return message instanceof UserMessage user ? UserMessage.from(user.contents()) : message;
    }
}
