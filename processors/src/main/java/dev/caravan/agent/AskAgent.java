package dev.caravan.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.gate.SourceGate;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/** Stage call_model: one call of the agent's model with its tools, and what becomes of the reply. */
public final class AskAgent {
  /** Key of the prompt. */
  public static final String KEY = "agent_system_prompt";

  /** Name of the prompt file that extends it when the GraphQL tool is there. */
  public static final String GRAPHQL_KEY = "agent_graphql_tool";

  private static final int HISTORY = 6;
  private static final Pattern TAG = Pattern.compile("^\\s*\\[(CLARIFY|REFUSED|NO_DATA|FAILED)]\\s*", Pattern.CASE_INSENSITIVE);

  private final ChatModel model;
  private final PromptFolder prompts;
  private final SourceGate graphql;

  /** With the model assigned to the agent's prompt. */
  public AskAgent(ChatModel model, PromptFolder prompts, SourceGate graphql) {
    this.model = model;
    this.prompts = prompts;
    this.graphql = graphql;
  }

  /** Calls the model. */
  public AiMessage ask(Turn turn) {
    List<ToolSpecification> tools =
        turn.limitReached() ? List.of() : Tools.of(turn.mode());
    return model.chat(
            ChatRequest.builder().messages(messages(turn)).toolSpecifications(tools).build())
        .aiMessage();
  }

  private List<ChatMessage> messages(Turn turn) {
    List<ChatMessage> messages = new ArrayList<>();
    messages.add(SystemMessage.from(instructions(turn)));
    List<Turn.PastTurn> history = turn.history();
    for (Turn.PastTurn past : history.subList(Math.max(0, history.size() - HISTORY), history.size())) {
      messages.add(UserMessage.from(past.question()));
      messages.add(AiMessage.from(past.answer()));
    }
    messages.add(
        UserMessage.builder()
            .addContent(TextContent.from(turn.question()))
            .attributes(new HashMap<>(Map.of("turn", turn)))
            .build());
    for (ToolResult result : turn.results()) {
      ToolCall call = result.call();
      messages.add(
          AiMessage.from(
              ToolExecutionRequest.builder()
                  .id(call.id())
                  .name(call.tool())
                  .arguments(Replies.write(Map.of("question", call.question(), "context", call.context())))
                  .build()));
      messages.add(ToolExecutionResultMessage.from(call.id(), call.tool(), result.text()));
    }
    return messages;
  }

  /** With the GraphQL tool come its description and what is left of its budget. */
  private String instructions(Turn turn) {
    String instructions = prompts.instructions(KEY);
    return Tools.hasGraphql(turn.mode())
        ? instructions + "\n" + prompts.instructions(GRAPHQL_KEY) + "\n" + graphql.budgetLine() + "\n"
        : instructions;
  }

  /**
   * Takes the reply: tool calls to run, or the answer.
   *
   * @param message null when the model failed
   * @param failure why it did
   */
  public Turn accept(
      @Body Turn turn, @Variable("message") AiMessage message, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
    if (message == null) {
      return turn.withAnswer(Answer.of(Outcome.FAILED, failed(failure)));
    }
    if (message.hasToolExecutionRequests() && !turn.limitReached()) {
      return turn.withPending(message.toolExecutionRequests().stream().map(AskAgent::call).toList());
    }
    return turn.withAnswer(answer(turn, message.text() == null ? "" : message.text()));
  }

  private static String failed(Throwable failure) {
    if (failure instanceof ModelFailure known) {
      switch (known.kind()) {
        case BUDGET -> {
          return known.getMessage();
        }
        case CANCELLED -> {
          return "The question was stopped before it was answered.";
        }
        case EMPTY -> {
          return "The language model gave an empty answer. Try again.";
        }
        case FILTERED -> {
          return "The content filter of the language model's provider held the answer back. Put the question in other words.";
        }
        default -> { }
      }
    }
    return "The language model did not answer. Try again in a moment; the state of the model is shown at /api/status.";
  }

  private static ToolCall call(ToolExecutionRequest request) {
    String question = "";
    String context = "";
    try {
      JsonNode arguments = Replies.object(request.arguments());
      question = arguments.path("question").asText("");
      context = arguments.path("context").asText("");
    } catch (Replies.Unreadable e) {
      // an empty question is answered by the tool with what is missing
      context = "";
    }
    String id = Optional.ofNullable(request.id()).orElseGet(request::name);
    return new ToolCall(id, String.valueOf(request.name()), question.strip(), context.strip());
  }

  private static Answer answer(Turn turn, String reply) {
    Matcher tag = TAG.matcher(reply);
    boolean tagged = tag.find();
    String text = tagged ? reply.substring(tag.end()).strip() : reply.strip();
    Outcome outcome =
        tagged ? Outcome.valueOf(tag.group(1).toUpperCase(java.util.Locale.ROOT)) : fromResults(turn);
    if (text.isEmpty()) {
      return Answer.of(Outcome.FAILED, "The language model gave an empty answer. Try again.");
    }
    if (outcome != Outcome.CLARIFY) {
      return Answer.of(outcome, text);
    }
    List<String> options =
        text.lines().filter(line -> line.startsWith("- ")).map(line -> line.substring(2).strip()).toList();
    String question =
        text.lines().filter(line -> !line.startsWith("- ")).reduce((a, b) -> a + "\n" + b).orElse(text);
    return new Answer(outcome, question.strip(), options, List.of());
  }

  /** One result with rows makes an answer; else the results say what kind of end it is. */
  private static Outcome fromResults(Turn turn) {
    List<ToolResult.Status> statuses = turn.results().stream().map(ToolResult::status).toList();
    if (statuses.isEmpty() || statuses.contains(ToolResult.Status.OK)) {
      return Outcome.ANSWERED;
    }
    return switch (statuses.get(statuses.size() - 1)) {
      case OK -> Outcome.ANSWERED;
      case NO_ROWS, REJECTED -> Outcome.NO_DATA;
      case UNRESOLVED -> Outcome.CLARIFY;
      case NOT_PERMITTED -> Outcome.NOT_PERMITTED;
      case UNAVAILABLE, LIMIT_REACHED, UNKNOWN_TOOL -> Outcome.FAILED;
    };
  }
}
