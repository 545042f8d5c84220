package dev.caravan.routes;

import dev.caravan.model.ModelFailure;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A language model that says what a test tells it to: one line of its script for each call, the last one for ever. */
final class ScriptedModel implements ChatModel {
    final List<ChatRequest> asked = new ArrayList<>();
    private final Deque<Supplier<AiMessage>> script = new ArrayDeque<>();

    ScriptedModel says(String text) {
        return then(() -> AiMessage.from(text));
    }

    /** Calls tools: pairs of a tool's name and its arguments in JSON. */
    ScriptedModel calls(String... toolsAndArguments) {
        List<ToolExecutionRequest> requests = new ArrayList<>();
        for (int i = 0; i < toolsAndArguments.length; i += 2) {
            requests.add(ToolExecutionRequest.builder()
                    .id("call-" + i / 2)
                    .name(toolsAndArguments[i])
                    .arguments(toolsAndArguments[i + 1])
                    .build());
        }
        return then(() -> AiMessage.from(requests));
    }

    /** A fault of the program in handling what it was asked. */
    ScriptedModel stumbles() {
        return then(() -> {
            throw new IllegalStateException("nobody foresaw this");
        });
    }

    ScriptedModel fails() {
        return then(() -> {
            throw ModelFailure.of(ModelFailure.Kind.SERVER, "the provider is down", null);
        });
    }

    ScriptedModel then(Supplier<AiMessage> line) {
        script.add(line);
        return this;
    }

    /** Forgets what was to come. */
    ScriptedModel anew() {
        script.clear();
        return this;
    }

    /** As if it had never been asked. */
    ScriptedModel fresh() {
        asked.clear();
        return anew();
    }

    @Override
    public synchronized ChatResponse doChat(ChatRequest request) {
        asked.add(request);
        Supplier<AiMessage> line = script.size() > 1 ? script.remove() : script.element();
        return ChatResponse.builder().aiMessage(line.get()).build();
    }

    /** What the user messages of a call said. */
    String said(int call) {
        return asked.get(call).messages().stream()
                .filter(UserMessage.class::isInstance)
                .flatMap(message -> ((UserMessage) message).contents().stream())
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n"));
    }

    /** The tool results that a call carried. */
    List<String> results(int call) {
        List<String> results = new ArrayList<>();
        for (ChatMessage message : asked.get(call).messages()) {
            if (message instanceof ToolExecutionResultMessage result) {
                results.add(result.text());
            }
        }
        return results;
    }
}
