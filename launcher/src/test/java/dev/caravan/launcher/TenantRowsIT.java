package dev.caravan.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.app.Settings;
import dev.caravan.demo.SharedWorld;
import dev.caravan.launcher.Visitor.Reply;
import dev.caravan.warehouse.Credentials;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two people of two tenants ask one table with row-level security, on every way by which rows come out. */
@Timeout(300)
class TenantRowsIT {
    private static final String DATABASE = "caravan_tenant_rows";
    /** Whom no policy binds. */
    private static final Credentials OWNER = new Credentials("ledger_owner", "of-the-ledger");

    private static final String TABLES =
            """
            CREATE TABLE invoices (invoice_id int PRIMARY KEY, tenant text, customer text, amount numeric);
            INSERT INTO invoices VALUES (1, 'acme', 'Ada', 10), (2, 'acme', 'Ben', 20), (3, 'other', 'Cleo', 300);
            ALTER TABLE invoices ENABLE ROW LEVEL SECURITY;
            CREATE POLICY of_tenant ON invoices USING (tenant = current_setting('caravan.tenant', true));
            """;
    private static final String MODEL =
            """
            name: Ledger
            functions: [count, sum, avg, min, max]
            schema:
              relations:
                public.invoices:
                  names: [invoice]
                  key: [invoice_id]
                  columns:
                    invoice_id: {type: number, names: [invoice id, id]}
                    customer: {type: text, names: [customer], values: true}
                    amount: {type: number, names: [amount]}
            """;
    private static final String COUNT = "How many invoices are there?";
    private static final String PER_CUSTOMER = "What is the total amount per customer?";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;

    private static DemoHome home;
    private static CaravanServer server;
    private static Visitor acme;
    private static Visitor other;
    private static Visitor nobody;

    @BeforeAll
    static void start() throws Exception {
        SharedWorld world = SharedWorld.get();
        run("postgres", "DROP DATABASE IF EXISTS " + DATABASE + " WITH (FORCE)");
        run("postgres", "DROP ROLE IF EXISTS " + OWNER.user());
        run("postgres", "CREATE ROLE " + OWNER.user() + " LOGIN BYPASSRLS PASSWORD '" + OWNER.password() + "'");
        run("postgres", "CREATE DATABASE " + DATABASE + " TEMPLATE template0");
        run(
                DATABASE,
                TABLES + "GRANT USAGE ON SCHEMA public TO " + Roles.READER
                        + "; GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + Roles.READER);
        run(DATABASE, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + OWNER.user());
        run("postgres", "GRANT CONNECT ON DATABASE " + DATABASE + " TO " + Roles.READER + ", " + OWNER.user());
        home = DemoHome.create(folder);
        Path workspaces = Files.createDirectory(folder.resolve("workspaces"));
        Path shipped = Path.of(System.getProperty("caravan.home")).resolve("workspaces");
        try (Stream<Path> all = Files.list(shipped)) {
            for (Path each : all.toList()) {
                Files.createSymbolicLink(workspaces.resolve(each.getFileName()), each);
            }
        }
        write(workspaces.resolve("ledger"), "analyst", world.readerCredentials());
        write(workspaces.resolve("planned"), "plan", world.readerCredentials());
        write(workspaces.resolve("owned"), "analyst", OWNER);
        Path settings = folder.resolve("application.yaml");
        Files.writeString(
                settings,
                Files.readString(settings)
                        .replaceFirst("workspaces: \\{directory: .*}", "workspaces: {directory: " + workspaces + "}"));
        Files.writeString(settings, "http: {tenant-header: X-Tenant}\n", StandardOpenOption.APPEND);
        server = CaravanServer.start(Settings.load(folder, Map.of()), Progress.silent());
        acme = new Visitor(server.address(), List.of("X-Tenant", "acme"));
        other = new Visitor(server.address(), List.of("X-Tenant", "other"));
        nobody = new Visitor(server.address(), List.of("X-Tenant", "third"));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
        home.close();
        run("postgres", "DROP DATABASE IF EXISTS " + DATABASE + " WITH (FORCE)");
        run("postgres", "DROP ROLE IF EXISTS " + OWNER.user());
    }

    private static void run(String database, String sql) throws Exception {
        try (Connection admin = SharedWorld.get().admin(database);
                Statement statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void write(Path workspace, String flow, Credentials login) throws IOException {
        Files.createDirectories(workspace);
        Files.writeString(
                workspace.resolve("workspace.yaml"),
                """
                title: Ledger
                description: Invoices of all tenants
                flow: %s
                database: {engine: postgresql, url: "%s", user: %s, password: "%s", tenant-variable: caravan.tenant}
                """
                        .formatted(flow, SharedWorld.get().jdbcUrl(DATABASE), login.user(), login.password()));
        Files.writeString(workspace.resolve("semantic-model.yaml"), MODEL);
    }

    private static JsonNode ask(Visitor visitor, String workspace, String question) {
        ObjectNode body = JSON.createObjectNode().put("workspace", workspace).put("question", question);
        Reply reply = visitor.send("POST", "/api/chat", body.toString());
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private static String rows(JsonNode answer) {
        return answer.path("evidence").path(0).path("rows").toString();
    }

    private static String rerun(Visitor visitor, JsonNode answer, String sql) {
        ObjectNode body = JSON.createObjectNode()
                .put("turn_id", answer.path("turn_id").asText())
                .put("sql", sql);
        return visitor.send("POST", "/api/rerun", body.toString()).body();
    }

    @Test
    void eachTenantIsAnsweredFromItsOwnRowsInWhateverOrderTheyAsk() {
        for (String workspace : List.of("ledger", "planned")) {
            for (int round = 0; round < 2; round++) {
                assertThat(rows(ask(acme, workspace, COUNT))).as(workspace).isEqualTo("[[2]]");
                assertThat(rows(ask(other, workspace, COUNT))).as(workspace).isEqualTo("[[1]]");
                assertThat(rows(ask(nobody, workspace, COUNT))).as(workspace).isEqualTo("[[0]]");
            }
            assertThat(rows(ask(acme, workspace, PER_CUSTOMER)))
                    .contains("Ada", "Ben")
                    .doesNotContain("Cleo");
            assertThat(rows(ask(other, workspace, PER_CUSTOMER)))
                    .contains("Cleo")
                    .doesNotContain("Ada", "Ben");
        }
    }

    @Test
    void namesInTheRowsAreKnownToTheirTenantAlone() {
        String question = "What is the total amount of invoices of the customer %s?";
        assertThat(ask(acme, "ledger", question.formatted("Ada")).toString()).contains("[[10]]");
        assertThat(ask(other, "ledger", question.formatted("Cleo")).toString()).contains("[[300]]");
        assertThat(ask(acme, "ledger", question.formatted("Cleo")).toString()).doesNotContain("300");
        assertThat(ask(nobody, "ledger", question.formatted("Cleo")).toString()).doesNotContain("300");
        assertThat(acme.send("GET", "/api/workspaces/ledger/data").body()).doesNotContain("Cleo", "Ada");
    }

    @Test
    void aStatementThatIsRunAgainAndAnExportShowTheRowsOfWhoeverAsks() {
        String all = "SELECT customer, amount FROM public.invoices";
        JsonNode ofAcme = ask(acme, "ledger", PER_CUSTOMER);
        JsonNode ofOther = ask(other, "ledger", PER_CUSTOMER);
        assertThat(rerun(acme, ofAcme, all)).contains("Ada", "Ben").doesNotContain("Cleo");
        assertThat(rerun(other, ofOther, all)).contains("Cleo").doesNotContain("Ada", "Ben");
        assertThat(rerun(acme, ofOther, all)).doesNotContain("Cleo", "Ada");
        for (String escape : List.of(
                "SELECT set_config('caravan.tenant', 'other', true), customer FROM public.invoices",
                "SELECT current_setting('caravan.tenant') AS tenant",
                "SET caravan.tenant = 'other'; " + all,
                "WITH seen AS (SELECT set_config('caravan.tenant', 'other', false)) SELECT customer FROM public.invoices, seen")) {
            assertThat(rerun(acme, ofAcme, escape)).as(escape).doesNotContain("Cleo", "\"Ada\"");
        }
        assertThat(rerun(acme, ofAcme, all)).contains("Ada").doesNotContain("Cleo");

        String table = "/api/turns/" + ofAcme.path("turn_id").asText() + "/tables/0.csv";
        assertThat(acme.send("GET", table).body()).contains("Ada", "Ben").doesNotContain("Cleo");
        assertThat(other.send("GET", table).status()).isEqualTo(404);
    }

    @Test
    void whatOneTenantVerifiedAnswersNoOther() {
        String question = "What is the average amount per customer?";
        JsonNode verified = ask(acme, "ledger", question);
        Reply marked = acme.send("PUT", "/api/turns/" + verified.path("turn_id").asText() + "/verified");
        assertThat(marked.status()).as(marked.body()).isEqualTo(200);
        assertThat(ask(acme, "ledger", question).path("notes").toString()).contains("Verified answer");
        JsonNode asked = ask(other, "ledger", question);
        assertThat(asked.path("notes").toString()).doesNotContain("Verified answer");
        assertThat(rows(asked)).contains("Cleo").doesNotContain("Ada");
    }

    @Test
    void aLoginThatSeesAllRowsIsRefused() {
        JsonNode answer = ask(acme, "owned", PER_CUSTOMER);
        assertThat(answer.path("outcome").asText()).isNotEqualTo("answered");
        assertThat(answer.toString()).doesNotContain("Cleo", "Ada");
        assertThat(rerun(acme, answer, "SELECT customer FROM public.invoices")).doesNotContain("Cleo", "Ada");
    }
}
