package dev.caravan.model;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.caravan.gate.StatusSource;
import dev.caravan.trace.StepNotes;
import dev.caravan.turn.Progress;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.output.TokenUsage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Keeps account of model calls: of each turn, against its budget and for its trace, and of the process as a whole. A turn
 * that nobody opened has an account of its own all the same.
 */
public final class CallLedger implements StepNotes, StatusSource {
    /** Key of a step's record: a list of maps, one for each call that was made in it. */
    public static final String CALLS = "model_calls";

    private static final Duration FORGOTTEN = Duration.ofHours(1);
    private static final int TURNS = 10_000;

    /**
     * What a turn may cost.
     *
     * @param calls how many calls, those that failed included
     * @param tokens how many tokens, read and written
     * @param dollars how many US dollars, as far as prices are known
     * @param time how long after its beginning the last call has to end, where the turn has no time of its own
     */
    public record Limits(long calls, long tokens, BigDecimal dollars, Duration time) {}

    /**
     * One call that was made.
     *
     * @param prompt its prompt's key
     * @param provider who was asked
     * @param model the provider's name of the model
     * @param status ok, cached, or the code of a {@link ModelFailure.Kind}
     * @param millis how long it took
     * @param tokens what it read and wrote; zeros where nobody counted
     * @param dollars what it cost; empty where the model has no price
     * @param promptHash tells prompts apart and equal ones together
     * @param replyLength characters of the reply, its tool calls included; 0 where there is none
     */
    public record Entry(
            String prompt,
            String provider,
            String model,
            String status,
            long millis,
            TokenUsage tokens,
            Optional<BigDecimal> dollars,
            String promptHash,
            int replyLength) {

        private Map<String, Object> described() {
            Map<String, Object> call = new LinkedHashMap<>();
            call.put("prompt", prompt);
            call.put("provider", provider);
            call.put("model", model);
            call.put("status", status);
            call.put("millis", millis);
            call.put("input_tokens", count(tokens.inputTokenCount()));
            call.put("output_tokens", count(tokens.outputTokenCount()));
            call.put("prompt_hash", promptHash);
            call.put("response_length", replyLength);
            dollars.ifPresent(
                    amount -> call.put("dollars", amount.stripTrailingZeros().doubleValue()));
            return call;
        }

        private long total() {
            return (long) count(tokens.inputTokenCount()) + count(tokens.outputTokenCount());
        }
    }

    /** Sums of many calls. */
    private static final class Sums {
        long calls;
        long failed;
        long cached;
        long read;
        long written;
        BigDecimal dollars = BigDecimal.ZERO;

        void add(Entry entry) {
            if (entry.status().equals("cached")) {
                cached++;
                return;
            }
            calls++;
            failed += entry.status().equals("ok") ? 0 : 1;
            read += count(entry.tokens().inputTokenCount());
            written += count(entry.tokens().outputTokenCount());
            dollars = dollars.add(entry.dollars().orElse(BigDecimal.ZERO));
        }

        Map<String, Object> described() {
            Map<String, Object> sums = new LinkedHashMap<>();
            sums.put("calls", calls);
            sums.put("failed", failed);
            sums.put("cached", cached);
            sums.put("input_tokens", read);
            sums.put("output_tokens", written);
            sums.put("dollars", dollars.doubleValue());
            return sums;
        }
    }

    private static final class Account {
        final long began;
        final Limits limits;
        final Map<String, List<Map<String, Object>>> untold = new LinkedHashMap<>();
        long calls;
        long tokens;
        BigDecimal dollars = BigDecimal.ZERO;

        Account(long began, Limits limits) {
            this.began = began;
            this.limits = limits;
        }
    }

    private final Limits limits;
    private final Ticker ticker;
    private final Cache<String, Account> turns = Caffeine.newBuilder()
            .expireAfterAccess(FORGOTTEN)
            .maximumSize(TURNS)
            .build();
    private final Map<String, Sums> models = new TreeMap<>();

    /**
     * A ledger.
     *
     * @param limits what a turn may cost
     * @param ticker tells how long a turn lasts
     */
    public CallLedger(Limits limits, Ticker ticker) {
        this.limits = limits;
        this.ticker = ticker;
    }

    /** Characters of a reply, and of the arguments of its tool calls. */
    static int length(AiMessage reply) {
        return (reply.text() == null ? 0 : reply.text().length())
                + reply.toolExecutionRequests().stream()
                        .map(ToolExecutionRequest::arguments)
                        .filter(Objects::nonNull)
                        .mapToInt(String::length)
                        .sum();
    }

    private static int count(Integer tokens) {
        return tokens == null ? 0 : tokens;
    }

    @Override
    public void opened(String turnId, Progress progress) {
        Progress.Spent budget = budget(progress);
        Account account = new Account(
                ticker.read() - progress.worked().toNanos(),
                new Limits(
                        budget.calls(),
                        budget.tokens(),
                        budget.dollars(),
                        progress.time().orElse(limits.time())));
        account.calls = progress.spent().calls();
        account.tokens = progress.spent().tokens();
        account.dollars = progress.spent().dollars();
        turns.put(turnId, account);
    }

    /** What models may cost in a turn of such progress. */
    public Progress.Spent budget(Progress progress) {
        return progress.budget().orElse(new Progress.Spent(limits.calls(), limits.tokens(), limits.dollars()));
    }

    /** What a turn has cost so far. */
    public Progress.Spent spentBy(String turnId) {
        Account account = turns.getIfPresent(turnId);
        if (account == null) {
            return Progress.Spent.NOTHING;
        }
        synchronized (account) {
            return new Progress.Spent(account.calls, account.tokens, account.dollars);
        }
    }

    @Override
    public Map<String, Object> take(String turnId, Optional<String> part) {
        Account account = turns.getIfPresent(turnId);
        if (account == null) {
            return Map.of();
        }
        synchronized (account) {
            List<Map<String, Object>> calls = new ArrayList<>();
            if (part.isPresent()) {
                calls.addAll(
                        Optional.ofNullable(account.untold.remove(part.get())).orElse(List.of()));
            } else {
                account.untold.values().forEach(calls::addAll);
                account.untold.clear();
            }
            return calls.isEmpty() ? Map.of() : Map.of(CALLS, List.copyOf(calls));
        }
    }

    /**
     * Books a call.
     *
     * @param turnId the turn it was made for; empty outside of one
     * @param part which part of the turn
     */
    public void book(String turnId, String part, Entry entry) {
        synchronized (models) {
            models.computeIfAbsent(entry.provider() + "/" + entry.model(), name -> new Sums())
                    .add(entry);
        }
        if (turnId.isEmpty()) {
            return;
        }
        Account account = turns.get(turnId, id -> new Account(ticker.read(), limits));
        synchronized (account) {
            account.untold.computeIfAbsent(part, name -> new ArrayList<>()).add(entry.described());
            if (!entry.status().equals("cached")) {
                account.calls++;
                account.tokens += entry.total();
                account.dollars = account.dollars.add(entry.dollars().orElse(BigDecimal.ZERO));
            }
        }
    }

    /** Which part of a turn's budget is spent, as the subject of a sentence; empty while there is some of each. */
    public Optional<String> spent(String turnId) {
        Account account = turns.getIfPresent(turnId);
        if (account == null) {
            return Optional.empty();
        }
        if (left(account).compareTo(Duration.ZERO) <= 0) {
            return Optional.of("the " + account.limits.time().toSeconds() + " seconds");
        }
        synchronized (account) {
            if (account.calls >= account.limits.calls()) {
                return Optional.of("the " + account.limits.calls() + " model calls");
            }
            if (account.tokens >= account.limits.tokens()) {
                return Optional.of("the " + account.limits.tokens() + " tokens");
            }
            return account.dollars.compareTo(account.limits.dollars()) >= 0
                    ? Optional.of("the " + account.limits.dollars().toPlainString() + " US dollars")
                    : Optional.empty();
        }
    }

    /** How long a turn may still last; all of it where nobody opened it. */
    public Duration left(String turnId) {
        Account account = turns.getIfPresent(turnId);
        return account == null ? limits.time() : left(account);
    }

    private Duration left(Account account) {
        return account.limits.time().minusNanos(ticker.read() - account.began);
    }

    @Override
    public String section() {
        return "model_calls";
    }

    /** The sums of the process, by provider and model. */
    @Override
    public Map<String, Object> status() {
        Map<String, Object> totals = new LinkedHashMap<>();
        synchronized (models) {
            models.forEach((model, sums) -> totals.put(model, sums.described()));
        }
        return totals;
    }

    /**
     * The sums of a turn, from its trace.
     *
     * @param steps the steps' records; those that made no call count for nothing
     */
    public static Map<String, Object> sums(List<Map<String, Object>> steps) {
        long calls = 0;
        long cached = 0;
        long read = 0;
        long written = 0;
        BigDecimal dollars = BigDecimal.ZERO;
        boolean priced = false;
        for (Map<String, Object> step : steps) {
            if (!(step.get(CALLS) instanceof List<?> made)) {
                continue;
            }
            for (Object item : made) {
                Map<?, ?> call = (Map<?, ?>) item;
                if ("cached".equals(call.get("status"))) {
                    cached++;
                    continue;
                }
                calls++;
                read += ((Number) call.get("input_tokens")).longValue();
                written += ((Number) call.get("output_tokens")).longValue();
                if (call.get("dollars") instanceof Number amount) {
                    priced = true;
                    dollars = dollars.add(BigDecimal.valueOf(amount.doubleValue()));
                }
            }
        }
        Map<String, Object> sums = new LinkedHashMap<>();
        sums.put("calls", calls);
        sums.put("cached", cached);
        sums.put("input_tokens", read);
        sums.put("output_tokens", written);
        if (priced) {
            sums.put("dollars", dollars.doubleValue());
        }
        return sums;
    }
}
