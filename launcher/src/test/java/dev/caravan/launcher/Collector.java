package dev.caravan.launcher;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;

/** Takes traces as a collector of OpenTelemetry does: OTLP in protobuf over HTTP. */
final class Collector implements AutoCloseable {
    /**
     * A span.
     *
     * @param parent the id of the span around it; empty for a root
     */
    record Span(String trace, String id, String parent, String name) {}

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> authorizations = new CopyOnWriteArrayList<>();
    private final StringBuffer told = new StringBuffer();

    Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    List<Span> spans() {
        return spans;
    }

    /** All that was sent, with the texts in it. */
    String told() {
        return told.toString();
    }

    List<String> authorizations() {
        return authorizations;
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body;
        try (InputStream in = exchange.getRequestBody()) {
            body = in.readAllBytes();
        }
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(body))) {
                body = unpacked.readAllBytes();
            }
        }
        told.append(new String(body, StandardCharsets.ISO_8859_1));
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .ifPresent(authorizations::add);
        // resource_spans = 1, scope_spans = 2, spans = 2 of opentelemetry.proto
        fields(body, (resource, inResource) -> {
            if (resource == 1) {
                fields(inResource, (scope, inScope) -> {
                    if (scope == 2) {
                        fields(inScope, (number, span) -> {
                            if (number == 2) {
                                spans.add(span(span));
                            }
                        });
                    }
                });
            }
        });
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    /** trace_id = 1, span_id = 2, parent_span_id = 4, name = 5. */
    private static Span span(byte[] message) {
        List<String> found = new ArrayList<>(List.of("", "", "", ""));
        fields(message, (number, value) -> {
            switch (number) {
                case 1 -> found.set(0, HexFormat.of().formatHex(value));
                case 2 -> found.set(1, HexFormat.of().formatHex(value));
                case 4 -> found.set(2, HexFormat.of().formatHex(value));
                case 5 -> found.set(3, new String(value, StandardCharsets.UTF_8));
                default -> {}
            }
        });
        return new Span(found.get(0), found.get(1), found.get(2), found.get(3));
    }

    /** Hands out the fields of a protobuf message that have a length, by their numbers. */
    private static void fields(byte[] message, BiConsumer<Integer, byte[]> taker) {
        ByteBuffer in = ByteBuffer.wrap(message);
        while (in.hasRemaining()) {
            int tag = (int) varint(in);
            switch (tag & 7) {
                case 0 -> varint(in);
                case 1 -> in.getLong();
                case 5 -> in.getInt();
                case 2 -> {
                    byte[] value = new byte[(int) varint(in)];
                    in.get(value);
                    taker.accept(tag >>> 3, value);
                }
                default -> throw new IllegalArgumentException("no protobuf: wire type " + (tag & 7));
            }
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = in.get();
            value |= (long) (part & 0x7f) << shift;
            if (part >= 0) {
                return value;
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
