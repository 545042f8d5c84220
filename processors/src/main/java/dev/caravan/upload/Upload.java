package dev.caravan.upload;

import dev.caravan.turn.BadRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How large a file may be that is brought along.
 *
 * @param most in bytes
 * @param setting that says so, to be told to whoever brings more
 */
public record Upload(long most, String setting) {
    private static final int PIECE = 65_536;
    private static final long MEGABYTE = 1_048_576;

    /**
     * Writes what comes to a file, and closes it.
     *
     * @param name of what comes, as the person calls it
     * @throws BadRequest 413 when it is too large, 422 when it is empty; a part of it may have been written then
     */
    public void receive(String name, InputStream content, Path file) throws IOException {
        try (content;
                OutputStream out = Files.newOutputStream(file)) {
            byte[] piece = new byte[PIECE];
            long size = 0;
            for (int read = content.read(piece); read >= 0; read = content.read(piece)) {
                size += read;
                if (size > most) {
                    throw new BadRequest(
                            413, "body", "a file may have " + most / MEGABYTE + " MB (" + setting + "). Split it.");
                }
                out.write(piece, 0, read);
            }
            if (size == 0) {
                throw new BadRequest(422, "body", name + " is empty.");
            }
        }
    }
}
