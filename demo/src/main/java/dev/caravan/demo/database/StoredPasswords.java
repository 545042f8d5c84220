package dev.caravan.demo.database;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Properties;

/** Random passwords of one server, made at first use and kept in a file that only its owner may read. */
final class StoredPasswords {
    private static final int BYTES = 24;

    private StoredPasswords() {}

    /** The password of each login; logins that the file does not know yet get one. */
    static Properties load(Path file, List<String> logins) throws IOException {
        Properties passwords = new Properties();
        if (Files.exists(file)) {
            try (var in = Files.newBufferedReader(file)) {
                passwords.load(in);
            }
        }
        if (!passwords.stringPropertyNames().containsAll(logins)) {
            SecureRandom random = new SecureRandom();
            for (String login : logins) {
                byte[] bytes = new byte[BYTES];
                random.nextBytes(bytes);
                passwords.putIfAbsent(
                        login, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
            }
            store(file, passwords);
        }
        return passwords;
    }

    private static void store(Path file, Properties passwords) throws IOException {
        Path partial = createPrivate(file.resolveSibling(file.getFileName() + ".new"));
        try (var out = Files.newBufferedWriter(partial)) {
            passwords.store(out, "passwords of the embedded PostgreSQL server");
        }
        Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** An empty file that only its owner may read, where the file system knows permissions. */
    static Path createPrivate(Path file) throws IOException {
        Files.deleteIfExists(file);
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] attributes = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        return Files.createFile(file, attributes);
    }
}
