package dev.caravan.frontend.http;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;

/** Collects a request's body as it arrives, so that a slow client keeps no thread. */
final class BodyReader implements ReadListener {
    private static final int PIECE = 8192;

    private final ServletInputStream in;
    private final int limit;
    private final Consumer<byte[]> whole;
    private final Consumer<Throwable> broken;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean ended;

    /**
     * A reader of one body.
     *
     * @param limit bytes after which no more is read
     * @param whole gets the body, or its first {@code limit + 1} bytes
     * @param broken is told when the client stops in the middle
     */
    BodyReader(ServletInputStream in, int limit, Consumer<byte[]> whole, Consumer<Throwable> broken) {
        this.in = in;
        this.limit = limit;
        this.whole = whole;
        this.broken = broken;
    }

    @Override
    public void onDataAvailable() throws IOException {
        byte[] piece = new byte[PIECE];
        while (!ended && in.isReady()) {
            int read = in.read(piece, 0, Math.min(PIECE, limit + 1 - body.size()));
            if (read < 0) {
                return;
            }
            body.write(piece, 0, read);
            if (body.size() > limit) {
                onAllDataRead();
            }
        }
    }

    @Override
    public void onAllDataRead() {
        if (!ended) {
            ended = true;
            whole.accept(body.toByteArray());
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (!ended) {
            ended = true;
            broken.accept(failure);
        }
    }
}
