package dev.caravan.agent;

import dev.caravan.evidence.NumberCheck;
import dev.caravan.gate.SourceGate;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage call_model: one call of the agent's model with its tools, and what becomes of the reply. */
public final class AskAgent {
    /** Key of the prompt. */
    public static final String KEY = "agent_system_prompt";

    private static final String NUDGE =
            "That answer rests on no tool. Call one for what it says, or, if the question needs neither data nor documents, answer without figures.";
    private static final String UNFOUNDED =
            "These figures do not follow from what the tools gave: %s. Answer again with figures of the results alone.";
    private static final Pattern FIGURE =
            Pattern.compile("\\d[\\d.,]*\\d|\\d+\\s?(?:%|percent|million|billion|trillion)");
    /** What stands before the words of a model to which no tool gave a result. */
    static final String UNSEEN = "**No tool gave a result, so nothing stands behind this:** ";

    private static final Pattern TAG =
            Pattern.compile("^\\s*\\[(CLARIFY|REFUSED|NO_DATA|FAILED)]\\s*", Pattern.CASE_INSENSITIVE);

    private final ChatModel model;
    private final Function<String, PromptFolder> prompts;
    private final ToolTable tools;
    private final Conversation conversation;
    private final Predicate<Turn> asksForData;

    /**
     * With the model assigned to the agent's prompt.
     *
     * @param prompts gives the prompts of a workspace
     * @param tools which tools a turn has
     * @param tokens how much of a conversation is put to the model
     * @param asksForData whether the question of a turn names what only a tool knows
     */
    public AskAgent(
            ChatModel model,
            Function<String, PromptFolder> prompts,
            ToolTable tools,
            int tokens,
            Predicate<Turn> asksForData) {
        this.model = model;
        this.prompts = prompts;
        this.tools = tools;
        this.conversation = new Conversation(tokens);
        this.asksForData = asksForData;
    }

    /** What the model is told: instructions, the conversation so far, the question and what the tools gave. */
    public List<ChatMessage> prepare(Turn turn) {
        List<ChatMessage> messages = new ArrayList<>();
        messages.add(SystemMessage.from(instructions(turn)));
        messages.addAll(conversation.messages(turn));
        return messages;
    }

    /** Calls the model with its tools; once more, with a nudge, where it answers what only a tool knows though it called none. */
    public AiMessage ask(@Body List<ChatMessage> messages, @Variable("asked") Turn turn) {
        List<ToolSpecification> offered = turn.limitReached() ? List.of() : specifications(turn);
        AiMessage reply = chat(messages, offered);
        Optional<String> objection = !offered.isEmpty() && isFromNowhere(turn, reply)
                ? Optional.of(NUDGE)
                : Optional.of(unfounded(turn, reply))
                        .filter(figures -> !figures.isEmpty())
                        .map(figures -> UNFOUNDED.formatted(String.join(", ", figures)));
        if (objection.isEmpty()) {
            return reply;
        }
        return chat(
                Stream.concat(messages.stream(), Stream.of(reply, UserMessage.from(objection.get())))
                        .toList(),
                offered);
    }

    /**
     * The figures of an answer that do not follow from the rows that the tools gave; none where they are to be called yet. What rests
     * on documents is held against the passages it cites by those who know the passages.
     */
    private static List<String> unfounded(Turn turn, AiMessage reply) {
        boolean rows = !turn.evidence().isEmpty()
                && turn.evidence().stream().allMatch(evidence -> evidence.rows().isPresent());
        return !rows || reply.hasToolExecutionRequests() || reply.text() == null
                ? List.of()
                : NumberCheck.unfounded(turn, turn.evidence(), answer(turn, reply.text()));
    }

    private List<ToolSpecification> specifications(Turn turn) {
        return tools.offered(turn).stream().map(ToolForm::of).toList();
    }

    private AiMessage chat(List<ChatMessage> messages, List<ToolSpecification> offered) {
        return model.chat(ChatRequest.builder()
                        .messages(messages)
                        .toolSpecifications(offered)
                        .build())
                .aiMessage();
    }

    /** Whether a reply rests on nothing: it has figures that the conversation has not, or opens one that asks for data. */
    private boolean isFromNowhere(Turn turn, AiMessage reply) {
        if (reply.hasToolExecutionRequests()
                || reply.text() == null
                || !turn.results().isEmpty()
                || TAG.matcher(reply.text()).find()) {
            return false;
        }
        if (turn.history().isEmpty() && asksForData.test(turn)) {
            return true;
        }
        StringBuilder known = new StringBuilder(turn.question());
        turn.history()
                .forEach(past ->
                        known.append(' ').append(past.question()).append(' ').append(past.answer()));
        return FIGURE.matcher(reply.text()).results().anyMatch(figure -> known.indexOf(figure.group()) < 0);
    }

    /** With a tool come the prompt that extends them, and what is left of its budget. */
    private String instructions(Turn turn) {
        PromptFolder folder = prompts.apply(turn.workspace());
        StringBuilder instructions = new StringBuilder(folder.instructions(KEY));
        for (Tool tool : tools.offered(turn)) {
            tool.prompt().ifPresent(key -> instructions
                    .append('\n')
                    .append(folder.instructions(key))
                    .append('\n'));
            tool.gate()
                    .map(this::budget)
                    .ifPresent(line -> instructions.append(line).append('\n'));
        }
        return instructions.toString();
    }

    private String budget(Tool.Gate gate) {
        SourceGate source = tools.gate(gate);
        return source.isLow() ? gate.low().replace("{left}", String.valueOf(source.left())) : gate.plenty();
    }

    /**
     * Takes the reply: tool calls to run, or the answer.
     *
     * @param message null when the model failed
     * @param failure why it did
     */
    public Turn accept(
            @Body Turn turn,
            @Variable("reply") AiMessage message,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        if (message == null) {
            return turn.withAnswer(Answer.of(Outcome.FAILED, ModelFailure.told(failure)));
        }
        if (message.hasToolExecutionRequests() && !turn.limitReached()) {
            return turn.withPending(calls(turn, message));
        }
        List<String> unfounded = unfounded(turn, message);
        return turn.withAnswer(answer(
                turn,
                unfounded.isEmpty()
                        ? Objects.requireNonNullElse(message.text(), "")
                        : message.text() + "\n\n**Low confidence:** no result gives " + String.join(", ", unfounded)
                                + "."));
    }

    /** Each call gets an id of its own in the turn: some providers give none, some the same again. */
    private static List<ToolCall> calls(Turn turn, AiMessage message) {
        String mark = Objects.requireNonNullElse(message.attribute(Conversation.MARK, String.class), "");
        Set<String> taken = new HashSet<>();
        turn.results().forEach(result -> taken.add(result.call().id()));
        int round = 1
                + turn.results().stream()
                        .mapToInt(result -> result.call().round())
                        .max()
                        .orElse(0);
        List<ToolCall> calls = new ArrayList<>();
        for (ToolExecutionRequest request : message.toolExecutionRequests()) {
            String id = Optional.ofNullable(request.id())
                    .filter(given -> !given.isBlank())
                    .orElse("call");
            String free = id;
            for (int n = 2; !taken.add(free); n++) {
                free = id + "-" + n;
            }
            calls.add(new ToolCall(free, String.valueOf(request.name()), arguments(request), round, mark));
        }
        return calls;
    }

    /** As they were sent; where that is no JSON object, the object in it, or one without members, which the tool finds wanting. */
    private static String arguments(ToolExecutionRequest request) {
        try {
            return Replies.object(request.arguments()).toString();
        } catch (Replies.Unreadable e) {
            return "{}";
        }
    }

    private static Answer answer(Turn turn, String reply) {
        Matcher tag = TAG.matcher(reply);
        boolean tagged = tag.find();
        String text = tagged ? reply.substring(tag.end()).strip() : reply.strip();
        Outcome outcome = tagged ? Outcome.valueOf(tag.group(1).toUpperCase(java.util.Locale.ROOT)) : fromResults(turn);
        if (text.isEmpty()) {
            return Answer.of(Outcome.FAILED, "The language model gave an empty answer. Try again.");
        }
        if (!tagged && (outcome == Outcome.FAILED || outcome == Outcome.NO_DATA)) {
            // a model that doesn't say so itself may go on as if it had seen data
            return Answer.of(outcome, UNSEEN + text);
        }
        if (outcome != Outcome.CLARIFY) {
            return Answer.of(outcome, text);
        }
        List<String> options = text.lines()
                .filter(line -> line.startsWith("- "))
                .map(line -> line.substring(2).strip())
                .toList();
        String question = text.lines()
                .filter(line -> !line.startsWith("- "))
                .reduce((a, b) -> a + "\n" + b)
                .orElse(text);
        return new Answer(outcome, question.strip(), options, List.of());
    }

    /** One result with rows makes an answer; else the results say what kind of end it is. */
    private static Outcome fromResults(Turn turn) {
        List<ToolResult.Status> statuses =
                turn.results().stream().map(ToolResult::status).toList();
        if (statuses.isEmpty() || statuses.contains(ToolResult.Status.OK)) {
            return Outcome.ANSWERED;
        }
        return statuses.get(statuses.size() - 1).outcome();
    }
}
