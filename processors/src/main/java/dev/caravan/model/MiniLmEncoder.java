package dev.caravan.model;

import dev.caravan.text.SentenceEncoder;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.nio.file.Path;

/**
 * The sentence model all-MiniLM-L6-v2 (quantised, 384 components), run in this process. It is loaded by the
 * constructor, which takes half a second and some 200 MB.
 */
public final class MiniLmEncoder implements SentenceEncoder {
  private final EmbeddingModel model;

  /**
   * Loads the model.
   *
   * @param natives folder for the native library of the tokenizer, which unpacks itself
   * @throws LinkageError when the platform has no native library for it
   */
  public MiniLmEncoder(Path natives) {
    // the tokenizer's library would otherwise report its use over the network, fetch what it lacks, and write to the home folder
    System.setProperty("OPT_OUT_TRACKING", "true");
    System.setProperty("ai.djl.offline", "true");
    if (System.getProperty("ENGINE_CACHE_DIR") == null) {
      System.setProperty("ENGINE_CACHE_DIR", natives.toAbsolutePath().toString());
    }
    // in the caller's thread: a pool of its own would outlive the server
    model = new AllMiniLmL6V2QuantizedEmbeddingModel(Runnable::run);
  }

  @Override
  public String name() {
    return "all-minilm-l6-v2-q";
  }

  @Override
  public float[] encode(String text) {
    return model.embed(text.isBlank() ? "-" : text).content().vector();
  }
}
