package dev.caravan.node;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.function.UnaryOperator;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.plugins.ActionPlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestHandler;

/** Answers only requests that bring the word: other users of this computer and pages in its browsers reach the port too. */
public final class TokenPlugin extends Plugin implements ActionPlugin {
    // the engine makes its plugins itself, so the word cannot be handed to a constructor
    private static byte[] expected = new byte[0];

    static void require(String token) {
        expected = ("Bearer " + token).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public UnaryOperator<RestHandler> getRestHandlerWrapper(ThreadContext context) {
        byte[] word = expected;
        return handler -> (request, channel, client) -> {
            List<String> given = request.getHeaders().getOrDefault("Authorization", List.of());
            if (given.size() == 1 && MessageDigest.isEqual(word, given.get(0).getBytes(StandardCharsets.UTF_8))) {
                handler.handleRequest(request, channel, client);
            } else {
                channel.sendResponse(
                        new BytesRestResponse(RestStatus.UNAUTHORIZED, "this engine is for its owner only\n"));
            }
        };
    }
}
