package dev.caravan.store;

import dev.caravan.edge.ReadQuestion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/** Turns rows of threads into what the client sees of them. */
public final class ReadThreads {
    private static final List<String> COLUMNS =
            List.of("id", "workspace", "title", "pinned", "folder", "turns", "waiting", "created_at", "updated_at");

    /**
     * A page of threads.
     *
     * @param rows each with the column {@code total}, the number of threads on all pages, and {@code folders}, the names of all folders; a page
     *     behind the last has one row of nothing else
     * @param query what was asked for
     */
    public Map<String, Object> page(@Body List<Map<String, Object>> rows, @Variable("query") ThreadQuery query) {
        List<Map<String, Object>> threads = new ArrayList<>();
        rows.stream().filter(row -> row.get("id") != null).forEach(row -> threads.add(picked(row, COLUMNS)));
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("threads", threads);
        page.put("folders", rows.isEmpty() ? List.of() : folders(rows.get(0).get("folders")));
        page.put("page", query.page());
        page.put("size", query.size());
        page.put("total", rows.isEmpty() ? 0 : rows.get(0).get("total"));
        return page;
    }

    /** Names, one a line. */
    private static List<String> folders(Object lines) {
        return lines == null ? List.of() : String.valueOf(lines).lines().toList();
    }

    /**
     * One thread with its turns, oldest first.
     *
     * @param rows the thread's columns with those of a turn; none when there is no such thread
     * @throws dev.caravan.turn.BadRequest 404
     */
    public Map<String, Object> thread(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw ReadQuestion.unknownThread();
        }
        Map<String, Object> thread =
                picked(rows.get(0), List.of("id", "workspace", "title", "created_at", "updated_at"));
        thread.put(
                "turns",
                rows.stream()
                        .filter(row -> row.get("turn_id") != null)
                        .map(row -> picked(
                                row,
                                List.of("turn_id", "question", "outcome", "answer", "started_at", "rating", "comment")))
                        .toList());
        return thread;
    }

    /**
     * Whether a thread was deleted.
     *
     * @param rows the deleted ids
     * @throws dev.caravan.turn.BadRequest 404 when there was none
     */
    public String deleted(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw ReadQuestion.unknownThread();
        }
        return String.valueOf(rows.get(0).get("id"));
    }

    /**
     * A thread as it is after a change.
     *
     * @throws dev.caravan.turn.BadRequest 404 when there is no such thread
     */
    public Map<String, Object> changed(@Body List<Map<String, Object>> rows) {
        if (rows.isEmpty()) {
            throw ReadQuestion.unknownThread();
        }
        return picked(rows.get(0), List.of("id", "title", "pinned", "folder"));
    }

    private static Map<String, Object> picked(Map<String, Object> row, List<String> columns) {
        Map<String, Object> picked = new LinkedHashMap<>();
        for (String column : columns) {
            Object value = row.get(column);
            picked.put(
                    column,
                    value instanceof Date date
                            ? Instant.ofEpochMilli(date.getTime()).toString()
                            : value);
        }
        return picked;
    }
}
