package dev.caravan.text;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.function.Function;

/**
 * What was read from files, for as long as they stay as they are: several parts of a start ask for the same workspaces, and
 * parsing YAML is a large part of it. Only for what nobody changes after it was read.
 */
public final class ReadOnce<T> {
    private static final int FILES = 256;

    private record Read<T>(FileTime changed, long size, T content) {
        boolean isOf(BasicFileAttributes file) {
            return changed.equals(file.lastModifiedTime()) && size == file.size();
        }
    }

    private final Cache<Path, Read<T>> reads =
            Caffeine.newBuilder().maximumSize(FILES).build();
    private final Function<Path, T> read;

    /** Reads by a function, which tells of a file that is missing or wrong. */
    public ReadOnce(Function<Path, T> read) {
        this.read = read;
    }

    /** The content of a file; what the function throws is not kept. */
    public T of(Path file) {
        Path place = file.toAbsolutePath();
        BasicFileAttributes now;
        try {
            now = Files.readAttributes(place, BasicFileAttributes.class);
        } catch (IOException e) {
            return read.apply(file);
        }
        Read<T> before = reads.getIfPresent(place);
        if (before == null || !before.isOf(now)) {
            before = new Read<>(now.lastModifiedTime(), now.size(), read.apply(file));
            reads.put(place, before);
        }
        return before.content();
    }
}
