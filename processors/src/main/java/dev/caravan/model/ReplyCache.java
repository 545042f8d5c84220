package dev.caravan.model;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.caravan.model.ModelCall.Reply;
import dev.caravan.text.SentenceEncoder;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies to prompts into which no fresh data go. A reply serves for the same inputs, and for a question that says the same
 * in other words: its telling words agree and the sentence model finds the two alike. Workspace, prompt version, model and
 * vintage of the data must be the same in any case.
 */
public final class ReplyCache implements ReplyCacheMXBean {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyCache.class);
    private static final int QUESTIONS_OF_A_KIND = 100;

    /**
     * What is kept, and when it serves.
     *
     * @param enabled whether anything is kept
     * @param keep for how long
     * @param entries how many replies
     * @param similarity least cosine of two questions that count as one; 1 asks for the very same
     */
    public record Rules(boolean enabled, Duration keep, int entries, double similarity) {}

    private record Kept(Reply reply, SameQuestion question) {}

    private final Rules rules;
    private final Map<String, ModelProvider> providers;
    private final Supplier<String> vintage;
    private final Supplier<Optional<SentenceEncoder>> encoder;
    private final Cache<String, Kept> replies;
    private final Cache<String, List<String>> kinds;
    private final AtomicLong exact = new AtomicLong();
    private final AtomicLong similar = new AtomicLong();
    private final AtomicLong misses = new AtomicLong();

    /**
     * An empty cache.
     *
     * @param providers tell which model of theirs answers; those that are not among them have nothing kept
     * @param vintage which data the catalog comes from
     * @param encoder tells how alike questions are; none where only the same question counts
     * @param ticker tells the time
     */
    public ReplyCache(
            Rules rules,
            Map<String, ModelProvider> providers,
            Supplier<String> vintage,
            Supplier<Optional<SentenceEncoder>> encoder,
            Ticker ticker) {
        this.rules = rules;
        this.providers = Map.copyOf(providers);
        this.vintage = vintage;
        this.encoder = encoder;
        this.replies = Caffeine.newBuilder()
                .maximumSize(rules.entries())
                .expireAfterWrite(rules.keep())
                .ticker(ticker)
                .build();
        this.kinds = Caffeine.newBuilder()
                .maximumSize(rules.entries())
                .expireAfterWrite(rules.keep())
                .ticker(ticker)
                .build();
    }

    /** With a kept reply, if there is one for the provider that would be asked first. */
    ModelCall find(ModelCall call) {
        ModelProvider provider = providers.get(call.getNextProvider());
        if (provider == null || !isKept(call)) {
            return call;
        }
        String kind = kind(call, provider.name(), provider.model(call.type()));
        String question = SameQuestion.normalised(call.use().question());
        Kept same = replies.getIfPresent(kind + question);
        if (same != null) {
            exact.incrementAndGet();
            return call.withSettled(free(same.reply()));
        }
        Optional<Kept> alike = rules.similarity() < 1 ? alike(kind, question) : Optional.empty();
        (alike.isPresent() ? similar : misses).incrementAndGet();
        return alike.map(kept -> call.withSettled(free(kept.reply()))).orElse(call);
    }

    private Optional<Kept> alike(String kind, String question) {
        List<String> keys = kinds.getIfPresent(kind);
        if (keys == null) {
            return Optional.empty();
        }
        SameQuestion asked = SameQuestion.of(question);
        for (String key : keys) {
            Kept kept = replies.getIfPresent(key);
            if (kept != null
                    && asked.saysTheSameAs(kept.question())
                    && similarity(question, kept.question().text()) >= rules.similarity()) {
                return Optional.of(kept);
            }
        }
        return Optional.empty();
    }

    private double similarity(String one, String other) {
        try {
            return encoder.get()
                    .map(model -> SameQuestion.cosine(model.encode(one), model.encode(other)))
                    .orElse(0.0);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn(
                    "the sentence model cannot be used, replies are kept for the same question only: {}", e.toString());
            return 0;
        }
    }

    /** A kept reply costs nothing. */
    private static Reply free(Reply reply) {
        ChatResponse response = ChatResponse.builder()
                .aiMessage(reply.response().aiMessage())
                .finishReason(reply.response().finishReason())
                .build();
        return new Reply(response, reply.provider(), reply.model(), true, true);
    }

    /** Keeps the reply of a call that may be kept. */
    void keep(ModelCall call) {
        Optional<Reply> reply = call.reply().filter(said -> said.settled() && !said.cached());
        if (reply.isEmpty()
                || !isKept(call)
                || !providers.containsKey(reply.get().provider())) {
            return;
        }
        String kind = kind(call, reply.get().provider(), reply.get().model());
        String key = kind + SameQuestion.normalised(call.use().question());
        replies.put(key, new Kept(reply.get(), SameQuestion.of(call.use().question())));
        kinds.asMap().merge(kind, List.of(key), ReplyCache::joined);
    }

    private static List<String> joined(List<String> earlier, List<String> added) {
        List<String> all = new ArrayList<>(added);
        earlier.stream()
                .filter(key -> !added.contains(key))
                .limit(QUESTIONS_OF_A_KIND - 1L)
                .forEach(all::add);
        return List.copyOf(all);
    }

    private boolean isKept(ModelCall call) {
        return rules.enabled() && call.prompt().kept() && !call.use().equals(PromptUse.NONE) && call.repairs() == 0;
    }

    private String kind(ModelCall call, String provider, String model) {
        return RequestHash.of(List.of(
                call.use().workspace(),
                call.prompt().key(),
                call.use().version(),
                provider,
                model,
                vintage.get(),
                call.use().rest(),
                String.valueOf(call.form())));
    }

    @Override
    public long getEntries() {
        replies.cleanUp();
        return replies.estimatedSize();
    }

    @Override
    public long getExactHits() {
        return exact.get();
    }

    @Override
    public long getSimilarHits() {
        return similar.get();
    }

    @Override
    public long getMisses() {
        return misses.get();
    }

    @Override
    public int invalidate(String pattern) {
        Pattern asked = Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
        List<String> keys = replies.asMap().entrySet().stream()
                .filter(kept -> asked.matcher(kept.getValue().question().text()).find())
                .map(Map.Entry::getKey)
                .toList();
        replies.invalidateAll(keys);
        return keys.size();
    }

    @Override
    public void invalidate() {
        replies.invalidateAll();
        kinds.invalidateAll();
    }
}
