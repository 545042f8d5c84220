package dev.caravan.model;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.caravan.text.SentenceEncoder;
import dev.langchain4j.model.embedding.onnx.AbstractInProcessEmbeddingModel;
import dev.langchain4j.model.embedding.onnx.OnnxBertBiEncoder;
import dev.langchain4j.model.embedding.onnx.PoolingMode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * The sentence model all-MiniLM-L6-v2 (quantised, 384 components), run in this process. It is loaded by the
 * constructor, which takes half a second and some 200 MB.
 */
public final class MiniLmEncoder implements SentenceEncoder {
    private static final String NAME = "all-minilm-l6-v2-q";

    private static MiniLmEncoder shared;

    private final AbstractInProcessEmbeddingModel model;

    /**
     * Loads the model.
     *
     * @param natives folder for the native library of the tokenizer, which unpacks itself
     * @throws LinkageError when the platform has no native library for it
     * @throws IllegalStateException when the model cannot be read
     */
    public MiniLmEncoder(Path natives) {
        // the tokenizer's library would otherwise report its use over the network, fetch what it lacks, and write to
        // the home folder
        System.setProperty("OPT_OUT_TRACKING", "true");
        System.setProperty("ai.djl.offline", "true");
        if (System.getProperty("ENGINE_CACHE_DIR") == null) {
            System.setProperty("ENGINE_CACHE_DIR", natives.toAbsolutePath().toString());
        }
        model = new SingleThreaded(load());
    }

    /** The one encoder of this process, loaded by the first call; whoever has use for it shares it. */
    public static MiniLmEncoder shared(Path natives) {
        synchronized (MiniLmEncoder.class) {
            if (shared == null) {
                shared = new MiniLmEncoder(natives);
            }
            return shared;
        }
    }

    private static OnnxBertBiEncoder load() {
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        // several threads gain little on a sentence, and wait for each other when the machine is busy
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions();
                InputStream weights = resource(".onnx");
                InputStream tokenizer = resource("-tokenizer.json")) {
            options.setIntraOpNumThreads(1);
            OrtSession session = environment.createSession(weights.readAllBytes(), options);
            return new OnnxBertBiEncoder(environment, session, tokenizer, PoolingMode.MEAN);
        } catch (OrtException e) {
            throw new IllegalStateException("the sentence model cannot be loaded", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream resource(String ending) {
        InputStream stream = MiniLmEncoder.class.getResourceAsStream("/" + NAME + ending);
        if (stream == null) {
            throw new IllegalStateException("the file " + NAME + ending + " is not on the class path");
        }
        return stream;
    }

    /** The model in the caller's thread: a pool of its own would outlive the server. */
    private static final class SingleThreaded extends AbstractInProcessEmbeddingModel {
        private final OnnxBertBiEncoder encoder;

        SingleThreaded(OnnxBertBiEncoder encoder) {
            super(Runnable::run);
            this.encoder = encoder;
        }

        @Override
        protected OnnxBertBiEncoder model() {
            return encoder;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public float[] encode(String text) {
        return model.embed(text.isBlank() ? "-" : text).content().vector();
    }
}
