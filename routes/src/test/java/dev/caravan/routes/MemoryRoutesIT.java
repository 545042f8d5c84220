package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.account.Account;
import dev.caravan.demo.SharedWorld;
import dev.caravan.memory.Recollection;
import dev.caravan.store.StateArchive;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Earlier turns found by meaning, with the built-in encoder and a real PostgreSQL. */
class MemoryRoutesIT {
    private final SharedWorld world = SharedWorld.get();
    private String url;
    private RouteFiles routes;
    private ProducerTemplate template;

    @BeforeEach
    void start() throws Exception {
        url = world.newDatabase();
        begin(Map.of());
        store("harbour1", "miami", "Show shipments to the Port of Miami last week", "Found 142 shipments to Miami.");
        store("harbour1", "savannah", "Average delay by carrier at Savannah", "Maersk is 5.2 days late on average.");
        store("coffee1", "coffee", "How much coffee did Kenya export in 2020?", "Coffee worth 221 million dollars.");
    }

    private void begin(Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(Map.of(
                "state.jdbc-url", url,
                "state.user", world.appCredentials().user(),
                "state.password", world.appCredentials().password()));
        all.putAll(settings);
        routes = RouteFiles.start(
                all, Map.of("memory.look", "100ms"), registry -> {}, "store.camel.yaml", "memory.camel.yaml");
        template = routes.camel().createProducerTemplate();
    }

    @AfterEach
    void stop() {
        routes.close();
    }

    private static Turn turn(String thread, String id, String question, Instant at) {
        return Turn.opened(id, thread, true, "harbour", question, Map.of(), at);
    }

    private void store(String thread, String id, String question, String answer) {
        store(turn(thread, id, question, Instant.now()), answer);
    }

    private void store(Turn turn, String answer) {
        template.requestBody("direct:store-turn", turn.withAnswer(Answer.of(Outcome.ANSWERED, answer)), Turn.class);
    }

    private List<?> memories(String about) {
        return memories(about, Account.everybody(Turn.EVERYBODY));
    }

    private List<?> memories(String about, Account account) {
        return (List<?>) page(about, account).get("memories");
    }

    private Map<?, ?> page(String about, Account account) {
        return asked("direct:list-memories", new Recollection("", "", about, 0, 20), account, Map.class);
    }

    private <T> T asked(String route, Object body, Account account, Class<T> type) {
        Exchange done = template.request(route, exchange -> {
            exchange.setProperty(Account.PROPERTY, account);
            exchange.getMessage().setBody(body);
        });
        if (done.getException() != null) {
            throw new CamelExecutionException("failed", done, done.getException());
        }
        return done.getMessage().getBody(type);
    }

    private static List<String> ids(List<?> memories) {
        return memories.stream()
                .map(memory -> String.valueOf(((Map<?, ?>) memory).get("turn_id")))
                .toList();
    }

    private String value(String sql) throws Exception {
        try (Connection connection = connection(url);
                Statement statement = connection.createStatement();
                var found = statement.executeQuery(sql)) {
            found.next();
            return found.getString(1);
        }
    }

    private Connection connection(String to) throws Exception {
        return DriverManager.getConnection(
                to, world.appCredentials().user(), world.appCredentials().password());
    }

    @Test
    void findsTurnsByWhatTheyMeanTheBestFirst() {
        assertThat(ids(memories("cargo that arrived in Florida"))).first().isEqualTo("miami");
        assertThat(ids(memories("which shipping line is late"))).first().isEqualTo("savannah");
        assertThat(ids(memories("Nairobi's sales of beans abroad"))).first().isEqualTo("coffee");
        assertThat(memories("the offside rule of football")).isEmpty();
        Map<?, ?> best = (Map<?, ?>) memories("Miami").get(0);
        assertThat(best.get("thread_id")).isEqualTo("harbour1");
        assertThat((Double) best.get("likeness")).isBetween(0.3, 1.0);
    }

    @Test
    void findsWhatWasAskedInATime() {
        Instant before = Instant.now().minus(40, ChronoUnit.DAYS);
        store(turn("old1", "old", "Show shipments to Miami in spring", before), "Found 7 shipments to Miami.");
        LocalDate day = LocalDate.ofInstant(before, ZoneOffset.UTC);
        for (String about : List.of("Miami", "")) {
            assertThat(ids(memories(about, day, day.plusDays(1)))).containsExactly("old");
            assertThat(ids(memories(about, day.plusDays(1), day.plusDays(100))))
                    .contains("miami")
                    .doesNotContain("old");
            assertThat(memories(about, day.minusDays(9), day)).isEmpty();
        }
    }

    private List<?> memories(String about, LocalDate from, LocalDate until) {
        Recollection sought = new Recollection("", "", about, Optional.of(from), Optional.of(until), 0, 20);
        return (List<?>) asked("direct:list-memories", sought, Account.everybody(Turn.EVERYBODY), Map.class)
                .get("memories");
    }

    @Test
    void memoriesAreNobodyElses() {
        assertThat(memories("")).hasSize(3);
        for (Account other : List.of(account("everybody", "bob"), account("others", "everybody"))) {
            assertThat(memories("Miami", other)).isEmpty();
            assertThat(page("", other).get("total")).isEqualTo(0L);
            assertThatThrownBy(() -> asked("direct:forget-memory", "miami", other, String.class))
                    .hasRootCauseMessage("there is no such memory");
            asked("direct:forget-memories", "", other, Object.class);
        }
        assertThat(memories("")).hasSize(3);
    }

    private static Account account(String tenant, String user) {
        return new Account(user, user, tenant, Set.of(), Set.of(), "session", false);
    }

    @Test
    void deletingAThreadDeletesItsMemories() throws Exception {
        memories("");
        assertThat(value("select count(*) from caravan.turn_memories where vector is not null"))
                .isEqualTo("3");
        template.requestBody("direct:delete-thread", "harbour1");
        assertThat(value("select string_agg(turn_id, ' ') from caravan.turn_memories"))
                .isEqualTo("coffee");
        assertThat(ids(memories("Miami"))).doesNotContain("miami", "savannah");
    }

    @Test
    void whatIsForgottenHasNoVectorAndGetsNoneAgain() throws Exception {
        memories("");
        asked("direct:forget-memory", "miami", Account.everybody(Turn.EVERYBODY), String.class);
        assertThat(ids(memories(""))).containsExactlyInAnyOrder("savannah", "coffee");
        assertThat(ids(memories("Miami"))).doesNotContain("miami");
        assertThat(value("select vector is null from caravan.turn_memories where turn_id = 'miami'"))
                .isEqualTo("t");
        asked("direct:forget-memories", "", Account.everybody(Turn.EVERYBODY), Object.class);
        assertThat(memories("")).isEmpty();
        assertThat(value("select count(*) from caravan.turn_memories where vector is not null"))
                .isEqualTo("0");
        // the conversations are there still
        assertThat(value("select count(*) from caravan.turns")).isEqualTo("3");
    }

    @Test
    void turnsAreRememberedAsLongAsTheSettingSays() throws Exception {
        Instant before = Instant.now().minus(40, ChronoUnit.DAYS);
        store(turn("old1", "old", "Show shipments to Shanghai", before), "Found 7 shipments.");
        assertThat(ids(memories(""))).contains("old");
        routes.close();
        begin(Map.of("memory.days", "30"));
        template.requestBody("direct:forget-old-memories", "");
        assertThat(value("select count(*) from caravan.turn_memories where turn_id = 'old'"))
                .isEqualTo("0");
        assertThat(ids(memories(""))).hasSize(3).doesNotContain("old");
        assertThat(value("select count(*) from caravan.turns where id = 'old'")).isEqualTo("1");
    }

    @Test
    void memoriesAreInTheArchive() throws Exception {
        memories("");
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try (Connection from = connection(url)) {
            StateArchive.write(from, archive);
        }
        String restored = world.newDatabase();
        routes.close();
        url = restored;
        // makes its tables
        begin(Map.of());
        try (Connection to = connection(restored)) {
            StateArchive.read(to, new ByteArrayInputStream(archive.toByteArray()), false);
            try (Statement statement = to.createStatement();
                    var found = statement.executeQuery(
                            "select count(*) from caravan.turn_memories where length(vector) = 384")) {
                found.next();
                assertThat(found.getInt(1)).isEqualTo(3);
            }
        }
    }

    @Test
    void withoutTheEncoderASearchSaysWhatIsMissing() throws Exception {
        routes.close();
        begin(Map.of("docs.embeddings", "false"));
        assertThatThrownBy(() -> memories("Miami")).rootCause().hasMessageContaining("docs.embeddings");
        assertThat(memories("")).isEmpty();
    }
}
