package dev.caravan.warehouse;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Replaces the rows of one table by binary COPY, builds its indexes and its statistics, all in one transaction.
 *
 * <p>Values are given column by column in the order of the table. Until {@link #finish()} nobody sees the new rows;
 * closing without it leaves the table as it was. The table is truncated in the same transaction, so a server with
 * {@code wal_level=minimal} writes the rows once and not also to its log, and they are stored as already visible
 * (FREEZE), which saves a later vacuum. The format is described in the PostgreSQL manual under COPY, "Binary Format".
 *
 * <p>One thread and one connection per writer; the connection must not be used for anything else meanwhile.
 */
public final class BulkWriter implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final int LARGEST_FIXED_FIELD = 12;
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};

    /** How a column's values travel. */
    private enum Kind {
        INT4,
        INT8,
        FLOAT8,
        BOOL,
        TEXT;

        static Kind of(String type) {
            return switch (type) {
                case "integer" -> INT4;
                case "bigint" -> INT8;
                case "double precision" -> FLOAT8;
                case "boolean" -> BOOL;
                default -> TEXT; // text, varchar, char(n) and the labels of enums
            };
        }
    }

    private final Connection connection;
    private final String table;
    private final List<String> names = new ArrayList<>();
    private final Kind[] kinds;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private final CopyIn copy;
    private int column;
    private long rows;
    private boolean finished;

    private BulkWriter(Connection connection, String table) throws SQLException {
        this.connection = connection;
        this.table = table;
        this.kinds = readColumns();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("TRUNCATE " + table);
        }
        copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + table + " FROM STDIN (FORMAT binary, FREEZE)");
        buffer.put(SIGNATURE).putInt(0).putInt(0);
    }

    /**
     * Starts to replace a table.
     *
     * @param connection a PostgreSQL connection that may write to the table
     * @param table {@code schema.table}, a name from the program and never from a user
     */
    public static BulkWriter open(Connection connection, String table) throws SQLException {
        return new BulkWriter(connection, table);
    }

    private Kind[] readColumns() throws SQLException {
        List<Kind> found = new ArrayList<>();
        String sql = "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute"
                + " WHERE attrelid = ?::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum";
        try (var statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            try (var result = statement.executeQuery()) {
                while (result.next()) {
                    names.add(result.getString(1));
                    found.add(Kind.of(result.getString(2)));
                }
            }
        }
        return found.toArray(Kind[]::new);
    }

    /** A whole number for an integer, bigint or double precision column. */
    public BulkWriter number(long value) throws SQLException {
        switch (next()) {
            case INT4 -> buffer.putInt(Integer.BYTES).putInt(Math.toIntExact(value));
            case INT8 -> buffer.putInt(Long.BYTES).putLong(value);
            case FLOAT8 -> buffer.putInt(Double.BYTES).putDouble(value);
            case BOOL, TEXT -> throw mismatch("a number");
        }
        return this;
    }

    /** A number for a double precision column; NaN becomes NULL. */
    public BulkWriter real(double value) throws SQLException {
        if (next() != Kind.FLOAT8) {
            throw mismatch("a real number");
        }
        if (Double.isNaN(value)) {
            buffer.putInt(-1);
        } else {
            buffer.putInt(Double.BYTES).putDouble(value);
        }
        return this;
    }

    /** A truth value. */
    public BulkWriter flag(boolean value) throws SQLException {
        if (next() != Kind.BOOL) {
            throw mismatch("a truth value");
        }
        buffer.putInt(1).put((byte) (value ? 1 : 0));
        return this;
    }

    /** A text or the label of an enum. */
    public BulkWriter text(String value) throws SQLException {
        if (next() != Kind.TEXT) {
            throw mismatch("a text");
        }
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        buffer.putInt(bytes.length);
        if (bytes.length > buffer.remaining()) {
            flush();
        }
        if (bytes.length > buffer.capacity()) {
            copy.writeToCopy(bytes, 0, bytes.length);
        } else {
            buffer.put(bytes);
        }
        return this;
    }

    /** NULL. */
    public BulkWriter none() throws SQLException {
        next();
        buffer.putInt(-1);
        return this;
    }

    /** NULL in each of the next columns. */
    public BulkWriter none(int columns) throws SQLException {
        for (int i = 0; i < columns; i++) {
            none();
        }
        return this;
    }

    /** Ends a row; every column must have got its value. */
    public void endRow() {
        if (column != kinds.length) {
            throw new IllegalStateException("%s has %d columns, the row %d".formatted(table, kinds.length, column));
        }
        column = 0;
        rows++;
    }

    /** The rows written so far. */
    public long rows() {
        return rows;
    }

    /** Ends the copy, builds the table's indexes and statistics, and commits. */
    public void finish() throws SQLException {
        buffer.putShort((short) -1);
        flush();
        copy.endCopy();
        try (Statement statement = connection.createStatement()) {
            for (String index : AtlasTables.indexes(table)) {
                statement.execute(index);
            }
            statement.execute("ANALYZE " + table);
        }
        connection.commit();
        connection.setAutoCommit(true);
        finished = true;
    }

    /** Gives up when {@link #finish()} was not reached: the table keeps its old rows. */
    @Override
    public void close() throws SQLException {
        if (!finished) {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
            connection.rollback();
            connection.setAutoCommit(true);
            finished = true;
        }
    }

    private Kind next() throws SQLException {
        if (buffer.remaining() < LARGEST_FIXED_FIELD + Short.BYTES) {
            flush();
        }
        if (column == 0) {
            buffer.putShort((short) kinds.length);
        }
        if (column == kinds.length) {
            throw new IllegalStateException(table + " has only " + kinds.length + " columns");
        }
        return kinds[column++];
    }

    private IllegalStateException mismatch(String given) {
        return new IllegalStateException("%s.%s does not take %s".formatted(table, names.get(column - 1), given));
    }

    private void flush() throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.position());
        buffer.clear();
    }
}
