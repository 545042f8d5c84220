package dev.caravan.demo.database;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks the PostgreSQL programs that the class path carries for this platform. */
final class PostgresBinaries {
    private static final int OWNER_MAY_EXECUTE = 0100;

    private PostgresBinaries() {}

    /**
     * The folder of the programs ({@code bin}, {@code lib}, {@code share}), unpacked below {@code directory} at first use.
     *
     * @throws IllegalStateException if the class path has no binaries for this platform
     */
    static Path unpack(Path directory) throws IOException {
        String archive = "postgres-%s-%s.txz".formatted(system(), architecture());
        URL resource = PostgresBinaries.class.getResource("/" + archive);
        if (resource == null) {
            throw new IllegalStateException("no PostgreSQL for this platform on the class path: " + archive);
        }
        // the archive's size tells one release of the binaries from another
        Path home = directory.resolve(
                "postgres-" + Long.toHexString(resource.openConnection().getContentLengthLong()));
        if (!Files.isDirectory(home)) {
            Path partial = directory.resolve("postgres-unpacking");
            deleteTree(partial);
            try (InputStream in = resource.openStream()) {
                extract(in, partial);
            }
            Files.move(partial, home, StandardCopyOption.ATOMIC_MOVE);
        }
        return home;
    }

    private static void extract(InputStream archive, Path target) throws IOException {
        Files.createDirectories(target);
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("entry outside of the archive: " + entry.getName());
                }
                Files.createDirectories(entry.isDirectory() ? path : path.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                } else if (entry.isLink()) {
                    Files.createLink(path, target.resolve(entry.getLinkName()));
                } else if (!entry.isDirectory()) {
                    Files.copy(tar, path);
                    path.toFile().setExecutable((entry.getMode() & OWNER_MAY_EXECUTE) != 0);
                }
            }
        }
    }

    /** Deletes a folder with everything in it; nothing happens when it does not exist. */
    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (name.startsWith("windows")) {
            return "windows";
        }
        return name.startsWith("mac") ? "darwin" : "linux";
    }

    private static String architecture() {
        String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return name.equals("aarch64") || name.equals("arm64") ? "arm_64" : "x86_64";
    }
}
