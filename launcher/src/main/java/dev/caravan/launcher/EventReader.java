package dev.caravan.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads server-sent events one by one, as the HTML standard defines them. */
final class EventReader {
    private final BufferedReader lines;

    /** Reads UTF-8. */
    EventReader(InputStream stream) {
        lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /** An event's name and its data, lines joined by line feeds. */
    record Event(String name, String data) {}

    /** The next event with data, as soon as it is complete; empty at the end of the stream. */
    Optional<Event> next() throws IOException {
        String name = "message";
        StringBuilder data = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.isEmpty()) {
                if (data.length() > 0) {
                    return Optional.of(new Event(name, data.substring(1)));
                }
                name = "message";
            } else if (line.startsWith("event:")) {
                name = value(line);
            } else if (line.startsWith("data:")) {
                data.append('\n').append(value(line));
            }
        }
        return Optional.empty();
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}
