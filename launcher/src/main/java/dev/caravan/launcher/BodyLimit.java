package dev.caravan.launcher;

import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses bodies above a size with 413, whoever serves the path. What is too much is read and thrown away, up to a bound: a
 * connection that is closed while its client still sends loses the answer. What reads the body in between only meets the end of it;
 * {@link #refusing} behind it answers. A body that says a length beyond that bound is refused before a byte is read.
 */
final class BodyLimit extends Handler.Wrapper {
    private static final String TOO_LARGE = BodyLimit.class.getName();
    private static final long MOST_DISCARDED = 16 << 20;

    private final ToLongFunction<Request> limit;
    private final Predicate<Request> unlimited;

    /**
     * A limit for each request.
     *
     * @param limit in bytes
     * @param unlimited requests whose handler bounds their body itself
     */
    BodyLimit(ToLongFunction<Request> limit, Predicate<Request> unlimited) {
        this.limit = limit;
        this.unlimited = unlimited;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (unlimited.test(request)) {
            return super.handle(request, response, callback);
        }
        long most = limit.applyAsLong(request);
        if (request.getLength() > most + MOST_DISCARDED) {
            return refuse(request, response, callback);
        }
        return super.handle(new Counted(request, most), response, callback);
    }

    /** Answers a request whose body turned out too large, before anybody else sees it. */
    static Handler refusing(Handler handler) {
        return new Handler.Wrapper(handler) {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                if (request.getAttribute(TOO_LARGE) == null) {
                    return super.handle(request, response, callback);
                }
                return refuse(request, response, callback);
            }
        };
    }

    /** Says also that the connection ends, on which nobody may send another request behind the unread rest. */
    private static boolean refuse(Request request, Response response, Callback callback) {
        response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
        Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
        return true;
    }

    /** Counts what is read, and hands on no byte from the first chunk on with which it is too much. */
    private static final class Counted extends Request.Wrapper {
        private final long most;
        private long read;

        private Counted(Request request, long most) {
            super(request);
            this.most = most;
        }

        @Override
        public Content.Chunk read() {
            while (read <= most + MOST_DISCARDED) {
                Content.Chunk chunk = super.read();
                if (chunk == null || Content.Chunk.isFailure(chunk)) {
                    return chunk;
                }
                read += chunk.remaining();
                if (read <= most) {
                    return chunk;
                }
                setAttribute(TOO_LARGE, true);
                chunk.release();
                if (chunk.isLast()) {
                    break;
                }
            }
            return Content.Chunk.EOF;
        }
    }
}
