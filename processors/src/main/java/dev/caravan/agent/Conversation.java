package dev.caravan.agent;

import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A turn as messages that every provider takes: question and answer follow each other without a gap, though an earlier turn
 * was aborted, and each tool call has exactly one result. What goes beyond the budget of tokens is left out: first the ends of
 * earlier answers, then whole earlier turns, oldest first, then the ends of earlier tool results.
 */
final class Conversation {
    /** LangChain4j's name for what a provider signs the thoughts before a call with. */
    static final String MARK = "thinking_signature";

    private static final int TURNS = 6;
    private static final int CHARACTERS_OF_A_TOKEN = 4;
    private static final int SHORT = 400;
    private static final String ABORTED = "(This question was given up before there was an answer.)";

    private final long characters;

    /** With a budget of tokens, counted as four characters each. */
    Conversation(int tokens) {
        this.characters = (long) tokens * CHARACTERS_OF_A_TOKEN;
    }

    /** The messages after the instructions. */
    List<ChatMessage> messages(Turn turn) {
        List<Turn.PastTurn> past = past(turn);
        List<String> texts = turn.results().stream().map(ToolResult::text).toList();
        if (size(past, texts, turn) > characters) {
            past = past.stream()
                    .map(p -> new Turn.PastTurn(p.question(), p.asked(), shortened(p.answer())))
                    .toList();
        }
        while (!past.isEmpty() && size(past, texts, turn) > characters) {
            past = past.subList(1, past.size());
        }
        if (size(past, texts, turn) > characters) {
            texts = shortenedButLast(texts);
        }
        return written(turn, past, texts);
    }

    private static List<Turn.PastTurn> past(Turn turn) {
        List<Turn.PastTurn> history = turn.history();
        return history.subList(Math.max(0, history.size() - TURNS), history.size()).stream()
                .filter(past -> !past.question().isBlank())
                .map(past -> new Turn.PastTurn(
                        past.question(), past.asked(), past.answer().isBlank() ? ABORTED : past.answer()))
                .toList();
    }

    private static long size(List<Turn.PastTurn> past, List<String> texts, Turn turn) {
        return past.stream()
                        .mapToLong(p -> p.question().length() + p.answer().length())
                        .sum()
                + texts.stream().mapToLong(String::length).sum()
                + turn.question().length();
    }

    private static String shortened(String text) {
        return text.length() <= SHORT ? text : text.substring(0, SHORT) + " … (shortened)";
    }

    private static List<String> shortenedButLast(List<String> texts) {
        List<String> shorter = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            shorter.add(i == texts.size() - 1 ? texts.get(i) : shortened(texts.get(i)));
        }
        return shorter;
    }

    private static List<ChatMessage> written(Turn turn, List<Turn.PastTurn> past, List<String> texts) {
        List<ChatMessage> messages = new ArrayList<>();
        for (Turn.PastTurn earlier : past) {
            messages.add(UserMessage.from(earlier.question()));
            messages.add(AiMessage.from(earlier.answer()));
        }
        messages.add(UserMessage.builder()
                .addContent(TextContent.from(turn.question()))
                .attributes(new HashMap<>(Map.of("turn", turn)))
                .build());
        List<ToolResult> results = turn.results();
        for (int from = 0, to; from < results.size(); from = to) {
            int round = results.get(from).call().round();
            to = from + 1;
            while (to < results.size() && results.get(to).call().round() == round) {
                to++;
            }
            // providers want the calls of one message together, and all of their results right behind it
            String mark = results.get(from).call().mark();
            messages.add(AiMessage.builder()
                    .toolExecutionRequests(results.subList(from, to).stream()
                            .map(result -> request(result.call()))
                            .toList())
                    .attributes(mark.isEmpty() ? Map.of() : Map.of(MARK, mark))
                    .build());
            for (int i = from; i < to; i++) {
                messages.add(ToolExecutionResultMessage.from(
                        results.get(i).call().id(), results.get(i).call().tool(), texts.get(i)));
            }
        }
        return messages;
    }

    private static ToolExecutionRequest request(ToolCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.tool())
                .arguments(call.arguments())
                .build();
    }
}
