package dev.caravan.launcher;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Refuses bodies above a size with 413, whoever serves the path: those that say their length before a byte is read, others as soon as
 * they are too long. What reads the body in between only meets the end of it; {@link #refusing} behind it answers.
 */
final class BodyLimit extends Handler.Wrapper {
    private static final String TOO_LARGE = BodyLimit.class.getName();

    private final long most;

    /** A limit in bytes. */
    BodyLimit(long most) {
        this.most = most;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (request.getLength() > most) {
            Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
            return true;
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
                Response.writeError(request, response, callback, HttpStatus.PAYLOAD_TOO_LARGE_413);
                return true;
            }
        };
    }

    /** Counts what is read; from the first byte too many on there is no more. */
    private static final class Counted extends Request.Wrapper {
        private final long most;
        private long read;

        private Counted(Request request, long most) {
            super(request);
            this.most = most;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk == null || Content.Chunk.isFailure(chunk)) {
                return chunk;
            }
            read += chunk.remaining();
            if (read <= most) {
                return chunk;
            }
            chunk.release();
            setAttribute(TOO_LARGE, true);
            // the rest of it is not wanted: the connection ends with the answer
            return Content.Chunk.EOF;
        }
    }
}
