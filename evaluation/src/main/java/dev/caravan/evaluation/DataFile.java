package dev.caravan.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import java.util.stream.Stream;

/** The data file of a workspace, for gold SQL: a process opens a file once, in one way, so that a copy is read. */
final class DataFile {
    private DataFile() {}

    /** Copies the file of a folder, the loaded one before that of the demo. */
    static Path copy(Path folder) throws IOException {
        Path file = Stream.of("loaded.duckdb", "demo.duckdb")
                .map(folder::resolve)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IOException("there is no data file in " + folder));
        return Files.copy(file, folder.resolve("gold.duckdb"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** A connection that can only read; the caller closes it. */
    static Connection open(Path copy) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("duckdb.read_only", "true");
        return DriverManager.getConnection("jdbc:duckdb:" + copy, properties);
    }
}
