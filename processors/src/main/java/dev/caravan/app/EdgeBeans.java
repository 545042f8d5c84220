package dev.caravan.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.account.Accounts;
import dev.caravan.account.AuditLog;
import dev.caravan.account.FirstAdministrator;
import dev.caravan.account.Passwords;
import dev.caravan.board.MakeTile;
import dev.caravan.board.ReadBoard;
import dev.caravan.board.TellBoard;
import dev.caravan.edge.AwaitPlace;
import dev.caravan.edge.DescribeData;
import dev.caravan.edge.DescribeStatus;
import dev.caravan.edge.DescribeTurn;
import dev.caravan.edge.DescribeWorkspaces;
import dev.caravan.edge.FollowTurn;
import dev.caravan.edge.FreeResults;
import dev.caravan.edge.Message;
import dev.caravan.edge.Quotas;
import dev.caravan.edge.ReadFeedback;
import dev.caravan.edge.ReadQuestion;
import dev.caravan.edge.ReadStatement;
import dev.caravan.edge.ReadThreadChange;
import dev.caravan.edge.SessionAccount;
import dev.caravan.edge.StreamTurn;
import dev.caravan.edge.WriteTurn;
import dev.caravan.evidence.DocsEvidence;
import dev.caravan.evidence.EvidenceKinds;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.gate.BreakerStatus;
import dev.caravan.gate.Breakers;
import dev.caravan.gate.DaySpent;
import dev.caravan.gate.FairLine;
import dev.caravan.gate.GateMetrics;
import dev.caravan.gate.StatusSource;
import dev.caravan.mcp.McpCalls;
import dev.caravan.mcp.McpTools;
import dev.caravan.memory.Memories;
import dev.caravan.model.ModelType;
import dev.caravan.model.remote.RemoteKind;
import dev.caravan.openai.DescribeModels;
import dev.caravan.openai.PlaceCompletion;
import dev.caravan.openai.ReadCompletion;
import dev.caravan.openai.WriteCompletion;
import dev.caravan.plan.RowsOfQueries;
import dev.caravan.research.ResearchEvidence;
import dev.caravan.semantic.DataSets;
import dev.caravan.sql.ResultRow;
import dev.caravan.store.CheckThread;
import dev.caravan.store.DatabaseSpent;
import dev.caravan.store.NoteStoreFailure;
import dev.caravan.store.ReadShare;
import dev.caravan.store.ReadSpent;
import dev.caravan.store.ReadThreads;
import dev.caravan.store.ReadTurn;
import dev.caravan.store.SharedTurns;
import dev.caravan.store.StateDatabase;
import dev.caravan.store.TakeHistory;
import dev.caravan.store.TurnWriter;
import dev.caravan.store.WriteRow;
import dev.caravan.text.Json;
import dev.caravan.trace.TurnCancel;
import dev.caravan.trace.TurnEvents;
import dev.caravan.trace.TurnJournal;
import dev.caravan.turn.Turn;
import dev.caravan.verified.UseVerified;
import dev.caravan.verified.VerifyAnswer;
import dev.caravan.waiting.HeldTurns;
import dev.caravan.waiting.ResumeTurn;
import dev.caravan.waiting.TakeReply;
import dev.caravan.waiting.TurnSnapshots;
import dev.caravan.webhook.SendWebhook;
import dev.caravan.workspace.Workspaces;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.Predicate;
import org.apache.camel.component.micrometer.MicrometerConstants;
import org.apache.camel.component.sql.DefaultRowMapperFactory;
import org.apache.camel.component.sql.SqlComponent;
import org.apache.camel.spi.Registry;
import org.springframework.jdbc.core.RowMapper;

/** The beans of the routes http and store, and what they need. */
public final class EdgeBeans implements AutoCloseable {
    private static final Duration STORE_REST = Duration.ofSeconds(5);

    private final StateDatabase state;
    private final TurnWriter writer;

    private final SendWebhook webhooks;

    private final ThreadPoolExecutor line;

    private EdgeBeans(StateDatabase state, TurnWriter writer, SendWebhook webhooks, ThreadPoolExecutor line) {
        this.line = line;
        this.state = state;
        this.writer = writer;
        this.webhooks = webhooks;
    }

    /**
     * Opens the state database and binds the beans.
     *
     * @throws InvalidSettings when the state database cannot be used
     */
    public static EdgeBeans bind(Registry registry, Settings settings, TurnEvents events) {
        Clock clock = Clock.systemUTC();
        ObjectMapper mapper = Json.mapper();
        TurnCancel cancel = new TurnCancel();
        DescribeTurn describe = new DescribeTurn(clock, ModelBeans.name(settings));
        Workspaces workspaces = AnalystBeans.workspaces(settings);
        ReadQuestion.Limits limits = new ReadQuestion.Limits(
                settings.number("agent.max-question"),
                workspaces,
                settings.text("workspaces.default"),
                Map.of("mode", settings.text("agent.mode")));
        CircuitBreaker storeBreaker = Breakers.recovering("conversations", 1, STORE_REST, StateDatabase::isDown);
        StateDatabase state = state(settings, storeBreaker);
        TurnWriter writer = new TurnWriter(state.dataSource());

        registry.bind("json", mapper);
        registry.bind("turnCancel", cancel);
        boolean login = !settings.text("security.login").equals("none");
        SessionAccount account = new SessionAccount(login, settings.text("http.tenant-header"));
        registry.bind("sessionAccount", account);
        registry.bind("oldThread", new BodyField<>(Turn.class, turn -> !turn.newThread()));
        registry.bind("turnOfMessage", new BodyField<>(Message.class, Message::turn));
        registry.bind("turnFresh", new BodyField<>(Turn.class, turn -> !turn.isResumed()));
        registry.bind("turnWaiting", new BodyField<>(Turn.class, Turn::isWaiting));
        registry.bind("turnForgettable", new BodyField<>(Turn.class, Turn::isForgettable));
        ReadQuestion questions =
                new ReadQuestion(mapper, limits, clock, () -> UUID.randomUUID().toString());
        registry.bind("readQuestion", questions);
        registry.bind("readStatement", new ReadStatement(mapper, clock, () -> UUID.randomUUID()
                .toString()));
        registry.bind("readFeedback", new ReadFeedback(mapper));
        registry.bind("readThreadChange", new ReadThreadChange(mapper));
        registry.bind("readShare", new ReadShare(mapper));
        MakeTile tiles = new MakeTile(mapper, clock);
        registry.bind("readBoard", new ReadBoard(mapper, () -> UUID.randomUUID().toString()));
        registry.bind("makeTile", tiles);
        registry.bind("tellBoard", new TellBoard(mapper, tiles));
        registry.bind(
                "verifyAnswer", new VerifyAnswer(mapper, () -> UUID.randomUUID().toString()));
        UseVerified verified = new UseVerified(mapper, state::isKept);
        registry.bind("useVerified", verified);
        registry.bind("verifiedPossible", new BodyField<>(Turn.class, verified::mayBe));
        registry.bind("verifiedSought", (Predicate) exchange -> exchange.getVariable("match") != null);
        registry.bind("describeTurn", describe);
        registry.bind("writeTurn", new WriteTurn(describe, mapper));
        registry.bind("freeResults", new FreeResults(PipelineBeans.memory(registry, settings)));
        bindStateRows(registry);
        TurnJournal journal = new TurnJournal();
        StreamTurn streams = new StreamTurn(events, cancel, journal, mapper, settings.duration("http.lost-client"));
        registry.bind("streamTurn", streams);
        registry.bind("turnJournal", journal);
        registry.bind(
                "sharedTurns",
                new SharedTurns(state.dataSource(), journal, cancel, settings.duration("state.server-lost")));
        registry.bind("followTurn", new FollowTurn(journal, cancel, account, state.isKept(), mapper, clock));
        registry.bind(
                "describeStatus",
                new DescribeStatus(product(settings), () -> registry.findByType(StatusSource.class), clock));
        GateMetrics metrics = new GateMetrics(() -> registry.findByType(StatusSource.class));
        registry.bind("gateMetrics", metrics);
        registry.bind(MicrometerConstants.METRICS_REGISTRY_NAME, metrics.registry());
        DescribeWorkspaces described = new DescribeWorkspaces(workspaces, settings.text("workspaces.default"));
        registry.bind("describeWorkspaces", described);
        registry.bind("readCompletion", new ReadCompletion(mapper, questions));
        registry.bind("placeCompletion", new PlaceCompletion());
        registry.bind("writeCompletion", new WriteCompletion(describe, streams, mapper));
        registry.bind("describeModels", new DescribeModels(described, clock.instant(), mapper));
        McpCalls calls = new McpCalls(cancel);
        registry.bind("mcpCalls", calls);
        registry.bind(
                "mcpTools",
                new McpTools(
                        mapper, workspaces, calls, String.valueOf(Versions.all().get("caravan"))));
        registry.bind("describeData", new DescribeData(() -> registry.findByType(DataSets.class)));
        registry.bind(
                "breakerStatus", new BreakerStatus(() -> registry.findByType(CircuitBreaker.class), idle(settings)));

        registry.bind("storeBreaker", storeBreaker);
        registry.bind("stateDatabase", state);
        registry.bind("stateDataSource", state.dataSource());
        if (OidcBeans.isConfigured(settings)) {
            OidcBeans.bind(registry, settings);
        }
        if (login) {
            registry.bind("accounts", accounts(settings, state));
            registry.bind("auditLog", new AuditLog(state.dataSource()));
        }
        ThreadPoolExecutor line = line(settings.number("http.threads"));
        registry.bind("awaitPlace", new AwaitPlace(events, cancel, settings.duration("quota.longest-wait"), line));
        registry.bind(
                "quotas",
                new Quotas(
                        new Quotas.Limits(
                                settings.number("quota.user.minute"),
                                settings.number("quota.user.at-once"),
                                new BigDecimal(settings.text("quota.user.day-dollars")),
                                settings.number("quota.user.day-rows")),
                        new Quotas.Limits(
                                settings.number("quota.tenant.minute"),
                                settings.number("quota.tenant.at-once"),
                                new BigDecimal(settings.text("quota.tenant.day-dollars")),
                                settings.number("quota.tenant.day-rows")),
                        new FairLine(
                                settings.number("quota.user.at-once"),
                                settings.number("quota.tenant.at-once"),
                                settings.number("quota.waiting"),
                                line),
                        new Budgets(registry, settings, clock)::ofQuestions,
                        state.isKept() ? new DatabaseSpent(state.dataSource()) : DaySpent.none(),
                        clock));
        registry.bind("turnWriter", writer);
        registry.bind("checkThread", new CheckThread(login));
        registry.bind("takeReply", new TakeReply(mapper));
        HeldTurns held = new HeldTurns();
        registry.bind("heldTurns", held);
        registry.bind("resumeTurn", new ResumeTurn(snapshots(), held, clock));
        registry.bind("turnTakenUp", new BodyField<>(List.class, rows -> !rows.isEmpty()));
        registry.bind("takeHistory", new TakeHistory());
        registry.bind("writeRow", new WriteRow(describe, mapper));
        registry.bind("readThreads", new ReadThreads());
        registry.bind("readSpent", new ReadSpent());
        registry.bind(
                "memories", new Memories(() -> PipelineBeans.sentences(settings), settings.number("memory.days")));
        registry.bind(
                "rowsOfQueries",
                new RowsOfQueries(
                        settings.duration("plan.rows.fresh"),
                        (long) settings.number("plan.rows.memory") * DocumentBeans.MEGABYTE,
                        clock));
        registry.bind("readTurn", new ReadTurn(mapper));
        registry.bind("noteStoreFailure", new NoteStoreFailure());
        SendWebhook webhooks = WebhookBeans.bind(registry, settings, state.isKept(), mapper, clock);
        return new EdgeBeans(state, writer, webhooks, line);
    }

    /** Users, sessions and tokens; where there is no user yet, the first one is made. */
    private static Accounts accounts(Settings settings, StateDatabase state) {
        if (!state.isKept()) {
            throw new InvalidSettings(
                    List.of("security.login: users are kept in the database of state.jdbc-url, which is not set"));
        }
        boolean oidc = OidcBeans.isConfigured(settings);
        Accounts accounts = new Accounts(
                state.dataSource(),
                new Passwords(settings.number("security.hash-strength")),
                new Accounts.Policy(
                        settings.duration("security.session"),
                        settings.number("security.lock.failures"),
                        settings.duration("security.lock.time"),
                        oidc ? settings.text("security.oidc.issuer") : ""));
        if (oidc) {
            return accounts;
        }
        try {
            FirstAdministrator.make(accounts, settings.path("server.data"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return accounts;
    }

    /** Snapshots of turns with every kind of evidence that a class is written for. */
    static TurnSnapshots snapshots() {
        return new TurnSnapshots(new EvidenceKinds(Map.of(
                SqlEvidence.KIND, SqlEvidence.class,
                GraphqlEvidence.KIND, GraphqlEvidence.class,
                DocsEvidence.KIND, DocsEvidence.class,
                ResearchEvidence.KIND, ResearchEvidence.class)));
    }

    /** The breakers of what the settings do not use: providers of models, the Atlas API. */
    private static Set<String> idle(Settings settings) {
        Set<String> idle = new HashSet<>(Set.of("model-" + ModelKeys.OFFLINE));
        Stream.of(RemoteKind.values()).map(kind -> "model-" + kind.code()).forEach(idle::add);
        Stream.of(ModelType.values())
                .flatMap(type -> ModelBeans.order(settings, type).stream())
                .map(name -> "model-" + name)
                .forEach(idle::remove);
        if (!GraphqlBeans.isConfigured(settings)) {
            idle.add("atlas-api");
        }
        return idle;
    }

    private static StateDatabase state(Settings settings, CircuitBreaker breaker) {
        try {
            return StateDatabase.open(
                    settings.text("state.jdbc-url"),
                    settings.text("state.user"),
                    settings.text("state.password"),
                    breaker);
        } catch (SQLException | RuntimeException e) {
            InvalidSettings unusable =
                    new InvalidSettings(List.of("the database of state.jdbc-url cannot be used: " + e.getMessage()));
            unusable.initCause(e);
            throw unusable;
        }
    }

    private static Map<String, Object> product(Settings settings) {
        Map<String, Object> product = new LinkedHashMap<>();
        product.put("product", "Caravan");
        product.put("versions", Versions.all());
        product.put("model", ModelBeans.name(settings));
        product.put("mode", settings.text("agent.mode"));
        product.put("workspace", settings.text("workspaces.default"));
        product.put("source", settings.text("atlas.source"));
        product.put("max_question", settings.number("agent.max-question"));
        product.put("quotas", Map.of("user", quotas(settings, "user"), "tenant", quotas(settings, "tenant")));
        product.put(
                "question",
                Map.of(
                        "calls", settings.number("model.turn.calls"),
                        "tokens", settings.number("model.turn.tokens"),
                        "dollars", new BigDecimal(settings.text("model.turn.dollars"))));
        return product;
    }

    /** 0 stands for as many as come. */
    private static Map<String, Object> quotas(Settings settings, String whose) {
        String prefix = "quota." + whose;
        return Map.of(
                "minute", settings.number(prefix + ".minute"),
                "at_once", settings.number(prefix + ".at-once"),
                "day_dollars", new BigDecimal(settings.text(prefix + ".day-dollars")),
                "day_rows", settings.number(prefix + ".day-rows"));
    }

    /** Threads of the turns that waited in line. */
    private static ThreadPoolExecutor line(int threads) {
        ThreadPoolExecutor line =
                new ThreadPoolExecutor(threads, threads, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "turn-from-line");
                    thread.setDaemon(true);
                    return thread;
                });
        line.allowCoreThreadTimeOut(true);
        return line;
    }

    @Override
    public void close() {
        line.shutdown();
        writer.close();
        state.close();
        webhooks.close();
    }

    /**
     * What was stored is read back whatever its length, by every other endpoint of camel-sql. Set here, because the component
     * would take the one row mapper of the registry for its default.
     */
    private static void bindStateRows(Registry registry) {
        SqlComponent sql = new SqlComponent();
        sql.setRowMapperFactory(new DefaultRowMapperFactory() {
            @Override
            public RowMapper<?> newColumnRowMapper() {
                return (result, number) -> ResultRow.read(result, ResultSet::getString, Integer.MAX_VALUE);
            }
        });
        registry.bind("sql", sql);
    }
}
