package dev.caravan.model.remote;

import dev.caravan.gate.Breakers;
import dev.caravan.model.ModelFailure.Kind;
import dev.caravan.text.SentenceEncoder;
import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/**
 * An encoder behind an endpoint like OpenAI's {@code /v1/embeddings}. After two failures in a row it is left alone for a minute. Its
 * vectors are brought to length 1.
 */
public final class EndpointEncoder implements SentenceEncoder {
    private static final int BATCH = 32;
    private static final int FAILURES = 2;
    private static final Duration REST = Duration.ofMinutes(1);
    private static final long MOST_BYTES = 64L << 20;

    private final EncoderSettings settings;
    private final RemoteSettings remote;
    private final ProviderHttp http;
    private final OpenAiEmbeddingModel model;
    private final CircuitBreaker breaker;

    /**
     * How an encoder is reached.
     *
     * @param baseUrl what stands before {@code /embeddings}
     * @param key what it lets one in by; empty where it wants none
     * @param model its name there
     * @param questionPrefix what some models want before a question, such as {@code "query: "}
     * @param passagePrefix the same before a passage
     * @param near the cosine from which on a passage is near a question
     * @param timeout of one request
     */
    public record EncoderSettings(
            String baseUrl,
            String key,
            String model,
            String questionPrefix,
            String passagePrefix,
            double near,
            Duration timeout) {
        /** Without the key, so that it reaches no log. */
        @Override
        public String toString() {
            return model + " at " + baseUrl;
        }
    }

    /** Nothing is asked before the first text. */
    public EndpointEncoder(EncoderSettings settings) {
        this.settings = settings;
        this.remote = new RemoteSettings(
                RemoteKind.COMPATIBLE,
                settings.baseUrl(),
                settings.key(),
                settings.model(),
                settings.model(),
                RemoteSettings.Structured.TEXT,
                RemoteSettings.Tools.NATIVE,
                settings.timeout(),
                Optional.empty(),
                0,
                MOST_BYTES);
        this.http = new ProviderHttp(remote);
        this.model = OpenAiEmbeddingModel.builder()
                .httpClientBuilder(http.builder())
                .baseUrl(remote.baseUrl())
                .apiKey(remote.keyOrDash())
                .modelName(settings.model())
                .maxSegmentsPerBatch(BATCH)
                .maxRetries(0)
                .build();
        this.breaker = Breakers.recovering("embeddings", FAILURES, REST, failure -> true);
    }

    /** Whether it is not left alone just now. */
    public boolean isReached() {
        return breaker.getState() != CircuitBreaker.State.OPEN;
    }

    @Override
    public String name() {
        // a prefix changes every vector
        return settings.model() + (settings.passagePrefix().isEmpty() ? "" : " after " + settings.passagePrefix());
    }

    @Override
    public double near() {
        return settings.near();
    }

    @Override
    public float[] encode(String text) {
        return encodeAll(List.of(text)).get(0);
    }

    @Override
    public float[] encodeQuestion(String text) {
        return ask(List.of(settings.questionPrefix() + text)).get(0);
    }

    @Override
    public List<float[]> encodeAll(List<String> texts) {
        return ask(texts.stream().map(settings.passagePrefix()::concat).toList());
    }

    private List<float[]> ask(List<String> texts) {
        List<float[]> vectors = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += BATCH) {
            List<String> batch = texts.subList(from, Math.min(texts.size(), from + BATCH));
            try {
                vectors.addAll(breaker.executeSupplier(() -> batch(batch)));
            } catch (Unavailable e) {
                throw e;
            } catch (CallNotPermittedException e) {
                throw new Unavailable(
                        "the embedding endpoint " + settings + " failed and is left alone for a minute", e);
            } catch (RuntimeException e) {
                throw new Unavailable("the embedding endpoint " + settings + " failed: " + said(e), e);
            }
        }
        return vectors;
    }

    private static String said(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpException refused) {
                return "HTTP " + refused.statusCode();
            }
        }
        return String.valueOf(failure.getMessage());
    }

    private List<float[]> batch(List<String> texts) {
        CallWatch watch = new CallWatch(false);
        Future<?> clock = CallWatch.after(settings.timeout(), () -> watch.end(Kind.TIMEOUT));
        try {
            List<Embedding> embeddings = http.watched(watch, () -> model.embedAll(
                            texts.stream().map(TextSegment::from).toList())
                    .content());
            if (embeddings.size() != texts.size()) {
                throw new Unavailable(
                        "the embedding endpoint " + settings + " gave " + embeddings.size() + " vectors for "
                                + texts.size() + " texts",
                        null);
            }
            return embeddings.stream().map(this::normal).toList();
        } catch (Unavailable e) {
            throw e;
        } catch (RuntimeException e) {
            if (watch.ended().filter(Kind.TIMEOUT::equals).isPresent()) {
                // the socket that was closed says nothing of why
                throw new Unavailable(
                        "the embedding endpoint " + settings + " did not answer within "
                                + settings.timeout().toSeconds() + " s (embeddings.timeout)",
                        e);
            }
            throw e;
        } finally {
            clock.cancel(false);
        }
    }

    private float[] normal(Embedding embedding) {
        float[] vector = embedding.vector();
        double length = Math.sqrt(SentenceEncoder.likeness(vector, vector));
        // also what is no number
        if (!(length > 0) || Double.isInfinite(length)) {
            throw new Unavailable("the embedding endpoint " + settings + " gave a vector without a direction", null);
        }
        float[] normal = new float[vector.length];
        for (int i = 0; i < vector.length; i++) {
            normal[i] = (float) (vector[i] / length);
        }
        return normal;
    }
}
