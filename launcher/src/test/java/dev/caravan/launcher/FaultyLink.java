package dev.caravan.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A link of a network between the product and something it asks, which a test breaks in one of several ways and mends again. */
final class FaultyLink implements AutoCloseable {
    /** How the link behaves. */
    enum Fault {
        /** It passes everything. */
        NONE("none"),
        /** Each piece takes 400 ms. */
        SLOW("latency 400 ms"),
        /** Nobody answers the door, and who is inside is thrown out. */
        REFUSED("refused"),
        /** Answers end in the middle. */
        CUT("cut in the answer"),
        /** Connections stay, and nothing comes any more. */
        SILENT("half-open"),
        /** Every request is one too many (HTTP). */
        TOO_MANY("429 storm"),
        /** Something else answers, with a page (HTTP). */
        PAGE("HTML body");

        final String title;

        Fault(String title) {
            this.title = title;
        }
    }

    private static final int PIECE = 16_384;
    /** So much of an answer passes before it is cut: the greeting of a database does, its rows do not. */
    private static final int CUT_AFTER = 40;

    private final ServerSocket door;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile Fault fault = Fault.NONE;

    /** To a port of the loopback address. */
    FaultyLink(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        start(this::take);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Breaks it; connections that are open break as well. */
    void set(Fault next) {
        boolean broken = fault == Fault.SILENT || next == Fault.REFUSED;
        fault = next;
        if (broken) {
            // what fell silent is never heard again
            open.forEach(FaultyLink::end);
        }
    }

    private void take() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                start(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        open.add(client);
        try {
            switch (fault) {
                case REFUSED -> end(client);
                case SILENT -> client.getInputStream().transferTo(OutputStream.nullOutputStream());
                case TOO_MANY -> answer(client, "429 Too Many Requests", "application/json", "{\"error\": {}}");
                case PAGE -> answer(client, "200 OK", "text/html", "<html><body>Please log in</body></html>");
                default -> connect(client);
            }
        } catch (IOException e) {
            end(client);
        }
    }

    private static void answer(Socket client, String status, String type, String body) throws IOException {
        byte[] request = new byte[PIECE];
        if (client.getInputStream().read(request) > 0) {
            client.getOutputStream()
                    .write(("HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length()
                                    + "\r\nConnection: close\r\n\r\n" + body)
                            .getBytes(StandardCharsets.US_ASCII));
        }
        end(client);
    }

    private void connect(Socket client) throws IOException {
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        open.add(server);
        start(() -> pump(client, server, false));
        pump(server, client, true);
    }

    private void pump(Socket from, Socket to, boolean answers) {
        try (InputStream in = from.getInputStream()) {
            OutputStream out = to.getOutputStream();
            byte[] piece = new byte[PIECE];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                switch (fault) {
                    case SLOW -> {
                        Thread.sleep(answers ? 400 : 0);
                        out.write(piece, 0, count);
                    }
                    case CUT -> {
                        out.write(piece, 0, answers ? Math.min(count, CUT_AFTER) : count);
                        if (answers && count > CUT_AFTER) {
                            throw new IOException("cut");
                        }
                    }
                    case SILENT -> in.transferTo(OutputStream.nullOutputStream());
                    case NONE -> out.write(piece, 0, count);
                    default -> throw new IOException("broken");
                }
                out.flush();
            }
        } catch (IOException e) {
            // the other direction ends with this one
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(from);
            end(to);
            open.remove(from);
            open.remove(to);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "faulty-link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        open.forEach(FaultyLink::end);
    }
}
