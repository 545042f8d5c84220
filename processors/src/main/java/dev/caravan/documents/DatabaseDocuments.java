package dev.caravan.documents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.documents.Block.Cell;
import dev.caravan.documents.CorpusIndex.Owner;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** Documents in PostgreSQL, in the tables that the state database's scripts make. */
public final class DatabaseDocuments implements DocumentStore {
    private static final int BATCH = 500;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DataSource database;

    /** In the state database. */
    public DatabaseDocuments(DataSource database) {
        this.database = database;
    }

    @Override
    public void save(Owner owner, Stored document, List<Block> blocks) {
        keep(connection -> {
            delete(connection, owner, document.profile().id());
            insert(connection, owner, document);
            insert(connection, owner, document.profile().id(), blocks);
        });
    }

    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    /** All of the work, or nothing of it. */
    private void keep(Work work) {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            try {
                work.run(connection);
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            throw failed("kept", e);
        }
    }

    private static void insert(Connection connection, Owner owner, Stored document) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into caravan.documents (workspace, tenant, id, version, source, profile) values (?, ?, ?, ?, ?, ?::jsonb)")) {
            key(insert, owner, document.profile().id());
            insert.setString(4, document.version());
            insert.setString(5, document.source());
            insert.setString(6, text(document.profile()));
            insert.executeUpdate();
        }
    }

    private static void insert(Connection connection, Owner owner, String id, List<Block> blocks) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into caravan.document_blocks (workspace, tenant, document, number, page, kind, text, box, cells)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb)")) {
            int waiting = 0;
            for (Block block : blocks) {
                key(insert, owner, id);
                insert.setInt(4, block.number());
                insert.setInt(5, block.page());
                insert.setString(6, block.kind().name());
                // PostgreSQL keeps no zero character, which some fonts yield
                insert.setString(7, block.text().replace("\u0000", ""));
                Box box = block.box();
                insert.setArray(
                        8,
                        connection.createArrayOf("float4", new Float[] {box.x(), box.y(), box.width(), box.height()}));
                insert.setString(
                        9, block.cells().isEmpty() ? null : text(block.cells()).replace("\\u0000", ""));
                insert.addBatch();
                if (++waiting % BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
    }

    private static void key(PreparedStatement statement, Owner owner, String id) throws SQLException {
        statement.setString(1, owner.workspace());
        statement.setString(2, owner.tenant());
        statement.setString(3, id);
    }

    @Override
    public List<Stored> documents(Owner owner) {
        return select(owner, Optional.empty());
    }

    @Override
    public Optional<Stored> document(Owner owner, String id) {
        return select(owner, Optional.of(id)).stream().findFirst();
    }

    @Override
    public Map<String, String> versions(Owner owner) {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "select id, version from caravan.documents where workspace = ? and tenant = ?")) {
            select.setString(1, owner.workspace());
            select.setString(2, owner.tenant());
            Map<String, String> versions = new HashMap<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    versions.put(rows.getString(1), rows.getString(2));
                }
            }
            return versions;
        } catch (SQLException e) {
            throw failed("read", e);
        }
    }

    private List<Stored> select(Owner owner, Optional<String> id) {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "select version, source, profile from caravan.documents where workspace = ? and tenant = ?"
                                + (id.isPresent() ? " and id = ?" : " order by id"))) {
            select.setString(1, owner.workspace());
            select.setString(2, owner.tenant());
            if (id.isPresent()) {
                select.setString(3, id.get());
            }
            List<Stored> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(new Stored(
                            JSON.readValue(rows.getString(3), DocumentProfile.class),
                            rows.getString(1),
                            rows.getString(2)));
                }
            }
            return found;
        } catch (SQLException | JsonProcessingException e) {
            throw failed("read", e);
        }
    }

    @Override
    public List<Block> blocks(Owner owner, String id) {
        return select(owner, id, "", statement -> {});
    }

    @Override
    public List<Block> blocks(Owner owner, String id, int first, int last) {
        return select(owner, id, " and number between ? and ?", statement -> {
            statement.setInt(4, first);
            statement.setInt(5, last);
        });
    }

    @Override
    public Map<Integer, List<Block>> pages(Owner owner, String id, Set<Integer> pages) {
        return select(
                        owner,
                        id,
                        " and page = any (?)",
                        statement ->
                                statement.setArray(4, statement.getConnection().createArrayOf("int4", pages.toArray())))
                .stream()
                .collect(Collectors.groupingBy(Block::page));
    }

    private interface Filling {
        void fill(PreparedStatement statement) throws SQLException;
    }

    private List<Block> select(Owner owner, String id, String condition, Filling filling) {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(
                        "select number, page, kind, text, box, cells from caravan.document_blocks"
                                + " where workspace = ? and tenant = ? and document = ?" + condition
                                + " order by number")) {
            key(select, owner, id);
            filling.fill(select);
            List<Block> blocks = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Float[] box = (Float[]) rows.getArray(5).getArray();
                    String cells = rows.getString(6);
                    blocks.add(new Block(
                            rows.getInt(1),
                            rows.getInt(2),
                            Block.Kind.valueOf(rows.getString(3)),
                            rows.getString(4),
                            new Box(box[0], box[1], box[2], box[3]),
                            cells == null ? List.of() : JSON.readValue(cells, new TypeReference<List<Cell>>() {})));
                }
            }
            return blocks;
        } catch (SQLException | JsonProcessingException e) {
            throw failed("read", e);
        }
    }

    @Override
    public Map<String, float[]> vectors(Owner owner, String document, String encoder) {
        try (Connection connection = database.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("select passage, vector from caravan.passage_vectors"
                                + " where workspace = ? and tenant = ? and document = ? and encoder = ?")) {
            key(select, owner, document);
            select.setString(4, encoder);
            Map<String, float[]> vectors = new HashMap<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    FloatBuffer kept = ByteBuffer.wrap(rows.getBytes(2)).asFloatBuffer();
                    float[] vector = new float[kept.remaining()];
                    kept.get(vector);
                    vectors.put(HexFormat.of().formatHex(rows.getBytes(1)), vector);
                }
            }
            return vectors;
        } catch (SQLException e) {
            throw failed("read", e);
        }
    }

    @Override
    public void keepVectors(Owner owner, String document, String encoder, Map<String, float[]> vectors) {
        keep(connection -> {
            forgetVectors(connection, owner, document);
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into caravan.passage_vectors (workspace, tenant, document, passage, encoder, vector)"
                            + " values (?, ?, ?, ?, ?, ?)")) {
                for (Map.Entry<String, float[]> each : vectors.entrySet()) {
                    key(insert, owner, document);
                    insert.setBytes(4, HexFormat.of().parseHex(each.getKey()));
                    insert.setString(5, encoder);
                    ByteBuffer bytes = ByteBuffer.allocate(each.getValue().length * Float.BYTES);
                    bytes.asFloatBuffer().put(each.getValue());
                    insert.setBytes(6, bytes.array());
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        });
    }

    private static void forgetVectors(Connection connection, Owner owner, String document) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from caravan.passage_vectors where workspace = ? and tenant = ? and document = ?")) {
            key(delete, owner, document);
            delete.executeUpdate();
        }
    }

    @Override
    public boolean delete(Owner owner, String id) {
        try (Connection connection = database.getConnection()) {
            // those of a document that is replaced stay: most of its passages say the same
            forgetVectors(connection, owner, id);
            return delete(connection, owner, id);
        } catch (SQLException e) {
            throw failed("deleted", e);
        }
    }

    private static boolean delete(Connection connection, Owner owner, String id) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(
                "delete from caravan.documents where workspace = ? and tenant = ? and id = ?")) {
            key(delete, owner, id);
            return delete.executeUpdate() > 0;
        }
    }

    private static String text(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records can be written", e);
        }
    }

    private static IllegalStateException failed(String what, Exception cause) {
        return new IllegalStateException("documents cannot be " + what + ": " + cause.getMessage(), cause);
    }
}
