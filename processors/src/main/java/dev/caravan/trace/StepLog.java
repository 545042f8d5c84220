package dev.caravan.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.text.Json;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * Writes the course of turns as log lines, each a JSON object. No line tells a question, a statement or a row, except with
 * {@link Detail#PROMPTS}, where prompts, replies and what stages found are added, cut.
 */
public final class StepLog {
    private static final ObjectMapper JSON = Json.mapper();
    private static final int LONGEST = 2_000;
    private static final int HASH_CHARACTERS = 16;
    /** What lines have under names of their own. */
    private static final Set<String> TOLD = Set.of(
            Steps.STAGE,
            Steps.LABEL,
            Steps.TOOL_CALL,
            Steps.AT,
            Steps.ROUTE,
            Steps.STATUS,
            Steps.MILLIS,
            Steps.CALLS,
            "model_calls",
            "error");

    /** How much is written. */
    public enum Detail {
        /** One line at the end of a turn. */
        TURNS,
        /** And one for each beginning and end of a stage, and for each call that it made. */
        STAGES,
        /** And what models were sent and said. */
        PROMPTS
    }

    /**
     * By which ids others find a turn.
     *
     * @param turn its own
     * @param otel that of its OpenTelemetry trace, 32 hexadecimal digits; empty where none is made
     */
    record Ids(String turn, Optional<String> otel) {}

    private final Detail detail;
    private final Clock clock;
    private final Consumer<String> lines;

    /**
     * A log.
     *
     * @param lines where the lines go
     */
    public StepLog(Detail detail, Clock clock, Consumer<String> lines) {
        this.detail = detail;
        this.clock = clock;
        this.lines = lines;
    }

    /** A log of nothing. */
    static StepLog none() {
        return new StepLog(Detail.TURNS, Clock.systemUTC(), line -> {});
    }

    /**
     * A stage begins.
     *
     * @param before what ran for the same call before it, asked for only where a line is written
     */
    void started(Ids ids, Map<String, Object> step, Supplier<List<Map<String, Object>>> before) {
        if (detail == Detail.TURNS) {
            return;
        }
        List<Map<String, Object>> earlier = before.get();
        long retries = runs(earlier, step);
        if (retries > 0) {
            Map<String, Object> more = new LinkedHashMap<>();
            more.put("attempt", retries + 1);
            if (detail == Detail.PROMPTS) {
                reason(earlier, step).ifPresent(why -> more.put("error", cut(why)));
            }
            write(ids, "retry", step, more);
        }
        write(ids, "node_start", step, detail == Detail.PROMPTS ? Map.of("inputs", untold(step)) : Map.of());
    }

    private static boolean isSame(Map<String, Object> one, Map<String, Object> other) {
        return one.get(Steps.STAGE).equals(other.get(Steps.STAGE));
    }

    private static long runs(List<Map<String, Object>> earlier, Map<String, Object> step) {
        return earlier.stream().filter(each -> isSame(each, step)).count();
    }

    /** What went wrong last since a stage ran, in it or in those behind it. */
    private static Optional<Object> reason(List<Map<String, Object>> earlier, Map<String, Object> step) {
        for (int i = earlier.size() - 1; i >= 0; i--) {
            Map<String, Object> each = earlier.get(i);
            Object why = each.getOrDefault("error", each.get("rejection"));
            if (why != null || isSame(each, step)) {
                return Optional.ofNullable(why);
            }
        }
        return Optional.empty();
    }

    /** What a step has beside what lines tell by names of their own, cut. */
    private static String untold(Map<String, Object> step) {
        Map<String, Object> values = new LinkedHashMap<>(step);
        values.keySet().removeAll(TOLD);
        return cut(json(values));
    }

    void ended(Ids ids, Map<String, Object> step, Supplier<List<Map<String, Object>>> before) {
        if (detail == Detail.TURNS) {
            return;
        }
        List<Map<String, Object>> models = list(step, "model_calls");
        for (Map<String, Object> call : models) {
            Map<String, Object> more = new LinkedHashMap<>();
            List.of("prompt", "provider", "model", "status", "prompt_hash", "response_length")
                    .forEach(key -> more.put(key, call.get(key)));
            more.put("latency_ms", call.get(Steps.MILLIS));
            more.put("cached", isCached(call));
            write(ids, "llm_call", step, more);
        }
        for (Map<String, Object> call : list(step, Steps.CALLS)) {
            Map<String, Object> more = new LinkedHashMap<>();
            more.put("endpoint", call.get("endpoint"));
            more.put("status", call.containsKey("error") ? "failed" : "success");
            more.put("latency_ms", call.get(Steps.MILLIS));
            if (call.get("kind").equals("database")) {
                more.put("sql_hash", hash(call.get("in")));
                if (call.containsKey("rows")) {
                    more.put("row_count", call.get("rows"));
                }
                write(ids, "sql_execution", step, more);
            } else if (call.get("kind").equals("model")) {
                more.put("prompt_hash", hash(call.get("in")));
                more.put(
                        "response_length",
                        String.valueOf(call.getOrDefault("out", "")).length());
                if (detail == Detail.PROMPTS) {
                    more.put("prompt", cut(call.get("in")));
                    more.put("response", cut(call.getOrDefault("out", call.get("error"))));
                }
                write(ids, "llm_talk", step, more);
            }
        }
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("status", step.get(Steps.STATUS).equals("done") ? "success" : "failed");
        more.put("latency_ms", step.get(Steps.MILLIS));
        more.put("retry_count", runs(before.get(), step));
        more.put("llm_calls", models.stream().filter(call -> !isCached(call)).count());
        more.put("cache_hits", models.stream().filter(StepLog::isCached).count());
        if (detail == Detail.PROMPTS) {
            more.put("outputs", untold(step));
            if (step.containsKey("error")) {
                more.put("error", cut(step.get("error")));
            }
        }
        write(ids, "node_end", step, more);
    }

    /** The whole of a turn. */
    void over(Ids ids, List<Map<String, Object>> steps, long millis, boolean failed) {
        Map<String, Object> line = line(ids, "turn_end");
        line.put(
                "status",
                failed || steps.stream().anyMatch(step -> "failed".equals(step.get(Steps.STATUS)))
                        ? "failed"
                        : "success");
        line.put("latency_ms", millis);
        Map<Object, Long> times = new LinkedHashMap<>();
        steps.forEach(step -> times.merge(step.get(Steps.STAGE), 1L, Long::sum));
        line.put("nodes", times);
        line.put(
                "llm_calls",
                steps.stream()
                        .flatMap(step -> list(step, "model_calls").stream())
                        .filter(call -> !isCached(call))
                        .count());
        line.put(
                "cache_hits",
                steps.stream()
                        .flatMap(step -> list(step, "model_calls").stream())
                        .filter(StepLog::isCached)
                        .count());
        line.put("retries", retries(steps));
        write(line);
    }

    /** How often a stage ran once more for the same call. */
    private static long retries(List<Map<String, Object>> steps) {
        return steps.size()
                - steps.stream()
                        .map(step -> List.of(step.get(Steps.STAGE), step.get(Steps.TOOL_CALL)))
                        .distinct()
                        .count();
    }

    private static boolean isCached(Map<String, Object> call) {
        return "cached".equals(call.get("status"));
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> step, String key) {
        return step.get(key) instanceof List<?> list ? List.copyOf((List<Map<String, Object>>) list) : List.of();
    }

    private static String cut(Object text) {
        String all = String.valueOf(text);
        return all.length() <= LONGEST ? all : all.substring(0, LONGEST) + " …";
    }

    private Map<String, Object> line(Ids ids, String event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("timestamp", clock.instant().toString());
        line.put("trace_id", ids.turn());
        ids.otel().ifPresent(trace -> line.put("otel_trace_id", trace));
        line.put("event", event);
        return line;
    }

    private void write(Ids ids, String event, Map<String, Object> step, Map<String, Object> more) {
        Map<String, Object> line = line(ids, event);
        line.put("node", step.get(Steps.STAGE));
        line.put("tool_call", step.get(Steps.TOOL_CALL));
        line.putAll(more);
        write(line);
    }

    private void write(Map<String, Object> line) {
        lines.accept(json(line));
    }

    private static String json(Map<String, Object> value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("a line of the log holds what is no JSON", e);
        }
    }

    /** Tells texts apart and equal ones together without telling what they say. */
    private static String hash(Object text) {
        return DigestUtils.sha256Hex(String.valueOf(text)).substring(0, HASH_CHARACTERS);
    }
}
