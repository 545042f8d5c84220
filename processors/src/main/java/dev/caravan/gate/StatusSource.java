package dev.caravan.gate;

import java.util.Map;

/** Something with a state that {@code GET /api/status} shows; found in the Camel registry by its type. */
public interface StatusSource {

    /** The name of its part in the status: data, model, breakers … */
    String section();

    /** JSON-ready values as of now; quick, and without secrets. Parts of the same section are joined. */
    Map<String, Object> status();
}
