package dev.caravan.model.remote;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ResponseFormat;
import dev.langchain4j.model.chat.request.ResponseFormatType;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Tools for models that have no calls of their own. Either a turn of the agent is one form, a call or the answer, with what went
 * before told as text ({@link #asForm}); or calls that a model wrote into its text are found there ({@link #found}).
 */
final class ToolsAsText {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern MARKED = Pattern.compile("<tool_call>(.*?)(?:</tool_call>|\\z)", Pattern.DOTALL);
    private static final Pattern FENCED =
            Pattern.compile("```(?:json|tool_code|tool_call)?\\s*([{\\[].*?)```", Pattern.DOTALL);
    private static final String MARK = "<tool_call>";
    private static final List<String> BEGINNINGS = List.of("{", "[", "```", MARK);

    private ToolsAsText() {}

    /** The request without tools: what they can do stands in the instructions, and the reply is a call or the answer. */
    static ChatRequest asForm(ChatRequest request) {
        List<ToolSpecification> tools = offered(request);
        List<ChatMessage> messages = new ArrayList<>();
        for (ChatMessage message : request.messages()) {
            if (message instanceof SystemMessage system && !tools.isEmpty()) {
                messages.add(SystemMessage.from(system.text() + "\n\n" + told(tools)));
            } else if (message instanceof AiMessage said && said.hasToolExecutionRequests()) {
                messages.add(AiMessage.from(said.toolExecutionRequests().stream()
                        .map(ToolsAsText::written)
                        .collect(Collectors.joining("\n"))));
            } else if (message instanceof ToolExecutionResultMessage result) {
                addResult(messages, "Result of " + result.toolName() + ":\n" + result.text());
            } else {
                messages.add(message);
            }
        }
        // with nothing left to call, the form of what went before would be taken up again as the answer
        return ChatRequest.builder()
                .messages(messages)
                .responseFormat(ResponseFormat.builder()
                        .type(ResponseFormatType.JSON)
                        .jsonSchema(form(tools))
                        .build())
                .build();
    }

    /** Whether a request has to do with tools: it offers some, or tells of calls. */
    static boolean concerns(ChatRequest request) {
        return offers(request)
                || request.messages().stream().anyMatch(message -> message instanceof ToolExecutionResultMessage);
    }

    /** Whether a request offers tools. */
    static boolean offers(ChatRequest request) {
        return !offered(request).isEmpty();
    }

    private static List<ToolSpecification> offered(ChatRequest request) {
        return Optional.ofNullable(request.toolSpecifications()).orElse(List.of());
    }

    /** Results of calls that were made together are one message: many templates want question and answer by turns. */
    private static void addResult(List<ChatMessage> messages, String result) {
        int last = messages.size() - 1;
        if (messages.get(last) instanceof UserMessage before
                && before.singleText().startsWith("Result of ")) {
            messages.set(last, UserMessage.from(before.singleText() + "\n\n" + result));
        } else {
            messages.add(UserMessage.from(result));
        }
    }

    private static String told(List<ToolSpecification> tools) {
        StringBuilder told = new StringBuilder("Tools:\n");
        for (ToolSpecification tool : tools) {
            told.append("- ")
                    .append(tool.name())
                    .append(": ")
                    .append(tool.description())
                    .append(" Arguments: ");
            told.append(Optional.ofNullable(tool.parameters())
                    .map(parameters -> write(JsonSchemaElementUtils.toMap(parameters)))
                    .orElse("{}"));
            told.append('\n');
        }
        return told.append(
                        "Reply with one JSON object: {\"reply\": {\"tool\": name, \"arguments\": {...}}} to call a tool, or "
                                + "{\"reply\": {\"answer\": \"...\"}} once the results above suffice or no tool is needed.")
                .toString();
    }

    private static JsonSchema form(List<ToolSpecification> tools) {
        List<JsonSchemaElement> replies = new ArrayList<>();
        for (ToolSpecification tool : tools) {
            replies.add(JsonObjectSchema.builder()
                    .addProperty(
                            "tool",
                            JsonEnumSchema.builder().enumValues(tool.name()).build())
                    .addProperty(
                            "arguments",
                            Optional.ofNullable(tool.parameters())
                                    .orElseGet(() -> JsonObjectSchema.builder().build()))
                    .required("tool", "arguments")
                    .build());
        }
        replies.add(JsonObjectSchema.builder()
                .addStringProperty("answer")
                .required("answer")
                .build());
        return JsonSchema.builder()
                .name("call_or_answer")
                .rootElement(JsonObjectSchema.builder()
                        .addProperty(
                                "reply",
                                JsonAnyOfSchema.builder().anyOf(replies).build())
                        .required("reply")
                        .build())
                .build();
    }

    private static String written(ToolExecutionRequest call) {
        ObjectNode reply = JSON.createObjectNode();
        ObjectNode said = reply.putObject("reply").put("tool", call.name());
        try {
            said.set("arguments", JSON.readTree(call.arguments() == null ? "{}" : call.arguments()));
        } catch (JsonProcessingException e) {
            said.put("arguments", call.arguments());
        }
        return reply.toString();
    }

    private static String write(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** How much of a text under way can be told: nothing of one that may be a call as a whole, else what stands before the mark of one. */
    static int sayable(String begun) {
        String text = begun.stripLeading();
        if (BEGINNINGS.stream().anyMatch(beginning -> text.startsWith(beginning) || beginning.startsWith(text))) {
            return 0;
        }
        int mark = begun.indexOf(MARK);
        if (mark >= 0) {
            return mark;
        }
        int begins = Math.max(0, begun.length() - MARK.length() + 1);
        while (!MARK.startsWith(begun.substring(begins))) {
            begins++;
        }
        return begins;
    }

    /** The response with the calls that stand in its text, or the answer of the form; else as it is. */
    static ChatResponse found(ChatRequest request, ChatResponse response) {
        AiMessage said = response.aiMessage();
        if (said.hasToolExecutionRequests() || said.text() == null) {
            return response;
        }
        Set<String> names =
                offered(request).stream().map(ToolSpecification::name).collect(Collectors.toSet());
        List<ToolExecutionRequest> calls = new ArrayList<>();
        Optional<String> answer = Optional.empty();
        for (JsonNode object : objects(said.text())) {
            JsonNode reply = object.path("reply").isObject() ? object.path("reply") : object;
            Optional<ToolExecutionRequest> call = call(reply, names);
            if (call.isPresent()) {
                calls.add(call.get());
            } else if (reply.path("answer").isTextual() && reply.size() == 1) {
                answer = Optional.of(reply.path("answer").asText());
            }
        }
        if (!calls.isEmpty()) {
            return response.toBuilder().aiMessage(AiMessage.from(calls)).build();
        }
        return answer.map(text ->
                        response.toBuilder().aiMessage(AiMessage.from(text)).build())
                .orElse(response);
    }

    private static Optional<ToolExecutionRequest> call(JsonNode said, Set<String> names) {
        JsonNode call = said.path("function").isObject() ? said.path("function") : said;
        for (String key : List.of("tool", "name", "function", "tool_name")) {
            if (names.contains(call.path(key).asText())) {
                JsonNode arguments = call.has("arguments") ? call.path("arguments") : call.path("parameters");
                String written =
                        arguments.isTextual() ? arguments.asText() : arguments.isObject() ? arguments.toString() : "{}";
                return Optional.of(ToolExecutionRequest.builder()
                        .name(call.path(key).asText())
                        .arguments(written)
                        .build());
            }
        }
        return Optional.empty();
    }

    /** The JSON objects of a text: between marks, in a fence, or the text as a whole. */
    private static List<JsonNode> objects(String text) {
        for (Pattern pattern : List.of(MARKED, FENCED)) {
            List<JsonNode> objects = new ArrayList<>();
            Matcher matcher = pattern.matcher(text);
            while (matcher.find()) {
                objects.addAll(read(matcher.group(1)));
            }
            if (!objects.isEmpty()) {
                return objects;
            }
        }
        String whole = text.strip().replaceFirst("\\A\\[TOOL_CALLS]\\s*", "");
        return whole.startsWith("{") || whole.startsWith("[") ? read(whole) : List.of();
    }

    /** Objects one after the other, or in a list; none where the text is something else. */
    private static List<JsonNode> read(String json) {
        List<JsonNode> objects = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(json.strip());
                MappingIterator<JsonNode> values = JSON.readValues(parser, JsonNode.class)) {
            while (values.hasNextValue()) {
                JsonNode value = values.nextValue();
                if (value.isArray()) {
                    value.forEach(objects::add);
                } else {
                    objects.add(value);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return objects.stream().filter(JsonNode::isObject).toList();
    }
}
