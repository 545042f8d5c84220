package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.caravan.compile.QueryCompiler;
import dev.caravan.duck.DuckDatabase;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.SchemaGraph;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.ResultMemory;
import dev.caravan.sql.SqlGuard;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The demo data of workspace shipments in its data file and in a search engine of their own. */
final class ShipmentsWorld implements AutoCloseable {
    static final Path LIBRARIES = Path.of("..", "search-node", "target", "lib");
    static final Path WORKSPACE = Path.of("..", "workspaces", "shipments");
    static final LocalDate TODAY = LocalDate.of(2025, 1, 15);

    final SearchProcess process;
    final SearchClient client;
    final DuckDatabase database;
    final SearchEngine engine;
    private final SqlGuard guard;
    private final Schema schema;

    ShipmentsWorld(Path folder) {
        assumeTrue(Files.isDirectory(LIBRARIES), "the search engine's jars are not built: mvn package -pl search-node");
        process = new SearchProcess(new SearchProcess.Program(
                LIBRARIES.toAbsolutePath().normalize(), folder.resolve("search"), "384m", Duration.ofMinutes(2)));
        client = new SearchClient(process);
        database = new DuckDatabase(
                folder.resolve("data"),
                WORKSPACE,
                new DuckDatabase.Limits(Duration.ofSeconds(30), 200_000, "512MB"),
                new ResultMemory(1, Duration.ofSeconds(5)),
                turn -> false);
        SemanticModel model = SemanticModel.read(WORKSPACE.resolve("semantic-model.yaml"));
        guard = SqlGuard.of(model, Dialect.DUCKDB);
        Schema written = model.schema().orElseThrow();
        schema = written.covered(
                Optional.of(TODAY),
                Set.of(
                        "shipping.shipments",
                        "shipping.containers",
                        "shipping.ports",
                        "shipping.terminals",
                        "shipping.carriers",
                        "shipping.vessels",
                        "shipping.importers"));
        engine = engine(new SearchExecution.Limits(200_000, 200_000));
    }

    SearchEngine engine(SearchExecution.Limits read) {
        return new SearchEngine(
                "shipments",
                () -> schema,
                client,
                database,
                new SearchEngine.Limits(Duration.ofSeconds(30), read),
                Clock.systemUTC());
    }

    SchemaGraph graph() {
        return new SchemaGraph(schema);
    }

    /** The rows that the data file gives for the query. */
    List<List<Object>> fromFile(LogicalQuery query) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        String sql = new QueryCompiler(graph(), "duckdb").compile(query);
        // what is compiled has to pass as what is written has
        assertThat(guard.refuse(sql)).isEmpty();
        for (Map<String, Object> row : database.run(sql)) {
            rows.add(new ArrayList<>(row.values()));
        }
        return rows;
    }

    @Override
    public void close() {
        process.close();
        database.close();
    }
}
