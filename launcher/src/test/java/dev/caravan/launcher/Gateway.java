package dev.caravan.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between browser and server and can cut or silence every connection, as a network does that fails. */
final class Gateway implements AutoCloseable {
    private ServerSocket entrance;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final Set<Socket> silenced = ConcurrentHashMap.newKeySet();

    Gateway(int target) throws IOException {
        this.target = target;
        entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listen(entrance);
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + entrance.getLocalPort() + "/");
    }

    /** Ends what is open; new connections are let through. */
    void cut() {
        open.forEach(Gateway::close);
    }

    /** Takes no connection any more, as a server that is down. */
    void shut() throws IOException {
        entrance.close();
        cut();
    }

    /** Takes connections again, at the same address. */
    void reopen() throws IOException {
        int port = entrance.getLocalPort();
        entrance = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        listen(entrance);
    }

    /** Passes on nothing more of what is open, and tells nobody; new connections are let through. */
    void silence() {
        silenced.addAll(open);
    }

    private void listen(ServerSocket door) {
        start(() -> accept(door));
    }

    private void accept(ServerSocket door) throws IOException {
        while (!door.isClosed()) {
            Socket client = door.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(client);
            open.add(server);
            start(() -> pass(client, server));
            start(() -> pass(server, client));
        }
    }

    private void pass(Socket from, Socket to) throws IOException {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                if (!silenced.contains(from)) {
                    out.write(buffer, 0, length);
                    out.flush();
                }
            }
        } finally {
            close(from);
            close(to);
            open.remove(from);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is to be gone, and it is
        }
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // a connection that was cut ends its thread
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        shut();
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }
}
