package dev.caravan.app;

import dev.caravan.model.remote.EndpointEncoder;
import dev.caravan.model.remote.EndpointEncoder.EncoderSettings;
import dev.caravan.text.SentenceEncoder;
import java.util.Optional;
import java.util.function.Supplier;

/** The encoders of passages: that of an endpoint where one is set, otherwise the one in this process. */
public final class Encoders {
    private Encoders() {}

    /** Of documents; gives none while an endpoint is left alone, and where there is no encoder at all. */
    static Supplier<Optional<SentenceEncoder>> ofDocuments(Settings settings) {
        return endpoint(settings).orElse(() -> PipelineBeans.sentences(settings));
    }

    /** That of the endpoint; empty where none is set. */
    public static Optional<Supplier<Optional<SentenceEncoder>>> endpoint(Settings settings) {
        if (settings.text("embeddings.url").isEmpty()) {
            return Optional.empty();
        }
        EndpointEncoder encoder = new EndpointEncoder(new EncoderSettings(
                settings.text("embeddings.url"),
                settings.text("embeddings.key"),
                settings.text("embeddings.model"),
                settings.text("embeddings.question-prefix"),
                settings.text("embeddings.passage-prefix"),
                Double.parseDouble(settings.text("embeddings.near")),
                settings.duration("embeddings.timeout")));
        return Optional.of(() -> encoder.isReached() ? Optional.of(encoder) : Optional.empty());
    }
}
