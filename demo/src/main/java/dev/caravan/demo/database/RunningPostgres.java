package dev.caravan.demo.database;

import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.load.Databases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** The server of a folder that another process owns and runs; for the same user of the computer only, who can read its passwords. */
public final class RunningPostgres implements Databases {
    private static final int PORT_LINE = 3;

    private final int port;
    private final Properties passwords;

    private RunningPostgres(int port, Properties passwords) {
        this.port = port;
        this.passwords = passwords;
    }

    /**
     * Finds the server of a folder; empty when none runs there, or it has not come so far that it listens.
     *
     * @throws IOException when its files cannot be read
     */
    public static Optional<RunningPostgres> find(Path directory) throws IOException {
        try {
            List<String> lines = Files.readAllLines(directory.resolve("data").resolve("postmaster.pid"));
            if (lines.size() <= PORT_LINE || !lines.get(PORT_LINE).strip().matches("\\d+")) {
                return Optional.empty();
            }
            Properties passwords = new Properties();
            try (var in = Files.newBufferedReader(directory.resolve("passwords.properties"))) {
                passwords.load(in);
            }
            RunningPostgres found =
                    new RunningPostgres(Integer.parseInt(lines.get(PORT_LINE).strip()), passwords);
            found.open("postgres").close();
            return Optional.of(found);
        } catch (NoSuchFileException | SQLException e) {
            // starting, stopping, or gone since the pid file was written
            return Optional.empty();
        }
    }

    /** The address of a database for any login. */
    public String jdbcUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
    }

    /** The login of a role, as the server's owner has it. */
    public Credentials credentials(String role) {
        return new Credentials(role, passwords.getProperty(role, ""));
    }

    @Override
    public Connection open(String database) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", EmbeddedPostgres.ADMIN);
        login.setProperty("password", passwords.getProperty(EmbeddedPostgres.ADMIN, ""));
        login.setProperty("sslmode", "disable");
        return DriverManager.getConnection(jdbcUrl(database), login);
    }
}
