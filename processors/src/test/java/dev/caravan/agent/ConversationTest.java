package dev.caravan.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConversationTest {
    private static final Turn TURN =
            Turn.opened("t", "th", false, "atlas", "And in 1996?", Map.of("mode", "sql_only"), Instant.EPOCH);

    private static Turn.PastTurn past(String question, String answer) {
        return new Turn.PastTurn(question, question, answer);
    }

    private static List<String> texts(List<ChatMessage> messages) {
        return messages.stream()
                .map(message -> message instanceof UserMessage user
                        ? user.singleText()
                        : message instanceof ToolExecutionResultMessage result
                                ? result.text()
                                : String.valueOf(((AiMessage) message).text()))
                .toList();
    }

    @Test
    void closesTheGapOfATurnThatWasAborted() {
        Turn turn = TURN.withHistory(List.of(
                past("Exports of Kenya?", ""), past("", "An answer to nothing."), past("In 1995?", "7.19 billion.")));
        List<ChatMessage> messages = new Conversation(1_000).messages(turn);
        assertThat(texts(messages))
                .containsExactly(
                        "Exports of Kenya?",
                        "(This question was given up before there was an answer.)",
                        "In 1995?",
                        "7.19 billion.",
                        "And in 1996?");
        assertThat(messages)
                .hasExactlyElementsOfTypes(
                        UserMessage.class, AiMessage.class, UserMessage.class, AiMessage.class, UserMessage.class);
    }

    @Test
    void shortensOldAnswersThenLeavesOldTurnsOut() {
        List<Turn.PastTurn> history = IntStream.rangeClosed(1, 4)
                .mapToObj(n -> past("Question " + n, "x".repeat(2_000)))
                .toList();
        assertThat(texts(new Conversation(5_000).messages(TURN.withHistory(history))))
                .filteredOn(text -> text.length() == 2_000)
                .hasSize(4);
        assertThat(texts(new Conversation(600).messages(TURN.withHistory(history))))
                .noneMatch(text -> text.length() > 420)
                .hasSize(9);
        assertThat(texts(new Conversation(250).messages(TURN.withHistory(history))))
                .startsWith("Question 3")
                .endsWith("And in 1996?");
        assertThat(texts(new Conversation(1).messages(TURN.withHistory(history))))
                .containsExactly("And in 1996?");
    }

    @Test
    void keepsTheLastToolResultWhole() {
        Turn turn = TURN.withPending(
                List.of(ToolCall.asking("a", "query_tool", "q", ""), ToolCall.asking("b", "query_tool", "q", "")));
        turn = turn.withResult(ToolResult.of(turn.nextCall(), Status.OK, "a".repeat(3_000)), 1);
        turn = turn.withResult(ToolResult.of(turn.nextCall(), Status.OK, "b".repeat(3_000)), 1);
        List<String> results = new Conversation(1_000)
                .messages(turn).stream()
                        .filter(ToolExecutionResultMessage.class::isInstance)
                        .map(message -> ((ToolExecutionResultMessage) message).text())
                        .toList();
        assertThat(results.get(0)).hasSizeLessThan(500).endsWith("(shortened)");
        assertThat(results.get(1)).hasSize(3_000);
    }
}
