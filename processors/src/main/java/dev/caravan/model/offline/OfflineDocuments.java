package dev.caravan.model.offline;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.documents.agent.FoundDocuments;
import dev.caravan.documents.agent.FoundDocuments.Listed;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The agent of the offline model where documents are asked: searches, searches once more in other words where nothing was found,
 * orders more than two documents, reads those that fit, and says what the tool that works answers out made of them.
 */
final class OfflineDocuments {
    private static final String SEARCH = "search_documents";
    private static final String RERANK = "rerank_documents";
    private static final String READ = "read_document";
    private static final String READ_MANY = "read_multiple_documents";
    private static final String GENERATE = "generate_answer";
    private static final int FOUND = 10;
    private static final int READ_AT_MOST = 3;
    private static final int SEARCHES = 2;

    private OfflineDocuments() {}

    /** Whether documents are asked in a turn. */
    static boolean serves(Turn turn) {
        return turn.tools().contains(SEARCH) && turn.tools().contains(GENERATE);
    }

    static AiMessage answer(Turn turn, boolean mayCall) {
        String question = turn.asked().isEmpty() ? turn.question() : turn.asked();
        Optional<ToolResult> generated = last(turn, GENERATE);
        if (generated.isPresent()) {
            return said(generated.get());
        }
        if (!mayCall) {
            return AiMessage.from("[NO_DATA] The question was not answered with the calls it may cost.");
        }
        if (last(turn, READ).or(() -> last(turn, READ_MANY)).isPresent()) {
            return call(turn, GENERATE, JsonNodeFactory.instance.objectNode().put("question", question));
        }
        Optional<ToolResult> search = last(turn, SEARCH);
        if (search.isEmpty()) {
            return search(turn, question);
        }
        if (search.get().status() != Status.OK && search.get().status() != Status.NO_ROWS) {
            return AiMessage.from("[FAILED] " + search.get().text());
        }
        List<Listed> listed = FoundDocuments.of(last(turn, RERANK).orElse(search.get())).stream()
                .toList();
        Optional<String> unknown = FoundDocuments.unknownName(search.get());
        if (unknown.isPresent()) {
            return AiMessage.from("[NO_DATA] " + unknown.get());
        }
        if (listed.isEmpty()) {
            return count(turn) < SEARCHES
                    ? search(turn, otherwise(question))
                    : AiMessage.from("[NO_DATA] No document here is about that.");
        }
        List<String> fitting = fitting(listed);
        if (fitting.size() > 2 && last(turn, RERANK).isEmpty()) {
            ObjectNode arguments = ids(fitting).put("query", question);
            return call(turn, RERANK, arguments);
        }
        return fitting.size() == 1
                ? call(
                        turn,
                        READ,
                        JsonNodeFactory.instance
                                .objectNode()
                                .put("doc_id", fitting.get(0))
                                .put("focus_query", question))
                : call(
                        turn,
                        READ_MANY,
                        ids(fitting.subList(0, Math.min(READ_AT_MOST, fitting.size())))
                                .put("focus_query", question));
    }

    private static AiMessage said(ToolResult generated) {
        return switch (generated.status()) {
            case OK -> AiMessage.from(generated.text());
            case NO_ROWS -> AiMessage.from("[NO_DATA] " + generated.text());
            default -> AiMessage.from("[FAILED] " + generated.text());
        };
    }

    /** Those that fit about as well as the best; the best where none does. */
    private static List<String> fitting(List<Listed> listed) {
        List<String> fitting =
                listed.stream().filter(Listed::fits).map(Listed::id).toList();
        return fitting.isEmpty() ? List.of(listed.get(0).id()) : fitting;
    }

    /** The same words without signs inside them, for words that are written in several ways. */
    private static String otherwise(String question) {
        return question.replaceAll("(?<=\\p{L})[-/](?=\\p{L})", "") + " "
                + question.replaceAll("[^\\p{L}\\p{N}]+", " ");
    }

    private static long count(Turn turn) {
        return turn.results().stream()
                .filter(result -> result.call().tool().equals(SEARCH))
                .count();
    }

    private static Optional<ToolResult> last(Turn turn, String tool) {
        return turn.results().stream()
                .filter(result -> result.call().tool().equals(tool))
                .reduce((first, second) -> second);
    }

    private static AiMessage search(Turn turn, String query) {
        return call(
                turn,
                SEARCH,
                JsonNodeFactory.instance.objectNode().put("query", query).put("max_results", FOUND));
    }

    private static ObjectNode ids(List<String> ids) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        ids.forEach(arguments.putArray("doc_ids")::add);
        return arguments;
    }

    private static AiMessage call(Turn turn, String tool, ObjectNode arguments) {
        return AiMessage.from(ToolExecutionRequest.builder()
                .id(String.format(Locale.ROOT, "call-%d", turn.results().size() + 1))
                .name(tool)
                .arguments(arguments.toString())
                .build());
    }
}
