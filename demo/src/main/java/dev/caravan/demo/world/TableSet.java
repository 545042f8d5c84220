package dev.caravan.demo.world;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.warehouse.BulkWriter;
import dev.caravan.warehouse.load.Databases;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Tables written side by side, each over a connection of its own; only {@link #finish()} makes their rows visible. */
final class TableSet implements AutoCloseable {
    private final Databases server;
    private final String database;
    private final List<Connection> connections = new ArrayList<>();
    private final List<BulkWriter> writers = new ArrayList<>();

    TableSet(EmbeddedPostgres server, String database) {
        this(server::admin, database);
    }

    TableSet(Databases server, String database) {
        this.server = server;
        this.database = database;
    }

    /** Starts to write a table. */
    BulkWriter open(String table) throws SQLException {
        Connection connection = server.open(database);
        connections.add(connection);
        BulkWriter writer = BulkWriter.open(connection, table);
        writers.add(writer);
        return writer;
    }

    /** Completes every table. */
    void finish() throws SQLException {
        for (BulkWriter writer : writers) {
            writer.finish();
        }
    }

    @Override
    public void close() throws SQLException {
        for (BulkWriter writer : writers) {
            writer.close();
        }
        for (Connection connection : connections) {
            connection.close();
        }
    }
}
