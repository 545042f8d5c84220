package dev.caravan.demo.world;

import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.warehouse.AtlasTables;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.warehouse.TradeClass;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The database {@code demo}: the Atlas tables filled with a made-up trade world.
 *
 * <p>Names and codes of economies and products are real, every figure is generated, the same from every creation. {@code
 * public.data_source} says so and carries the version. The database is filled under another name and renamed at the
 * end, so that one that was cut short is never taken for complete.
 */
public final class DemoWorld {
    /** The name of the database. */
    public static final String DATABASE = "demo";

    /** The database of the application's state, owned by {@link Roles#APP}. */
    public static final String STATE_DATABASE = "caravan";

    /** To be raised with every change of the generator, its files or the tables: databases of another version are replaced. */
    private static final int VERSION = 4;

    /** Each keeps a core busy half of the time; its database sessions take the rest. */
    private static final int WORKERS = 2;

    private static final String UNFINISHED = "demo_unfinished";
    private static final String NOTE =
            "Synthetic demo data: names and codes of economies and products are real, all figures are generated.";

    /** How much of the world is made. */
    public enum Size {
        /** Every year of the public release. */
        FULL(1995, 2012, 1962),
        /** Every class, fewer years: for quick tests. */
        SMALL(2012, 2022, 2000);

        private final int hs92;
        private final int hs12;
        private final int sitc;

        Size(int hs92, int hs12, int sitc) {
            this.hs92 = hs92;
            this.hs12 = hs12;
            this.sitc = sitc;
        }

        /** The first year of a class; all end in 2024. */
        public int firstYear(TradeClass trade) {
            return switch (trade) {
                case HS92 -> hs92;
                case HS12 -> hs12;
                case HS22 -> TradeClass.HS22.firstYear();
                case SITC -> sitc;
                case SERVICES_UNILATERAL, SERVICES_BILATERAL -> Math.max(
                        sitc, TradeClass.SERVICES_UNILATERAL.firstYear());
            };
        }
    }

    private DemoWorld() {}

    /** Makes sure that the full world, the roles and the state database exist; see {@link #ensure(EmbeddedPostgres, Size, Progress)}. */
    public static void ensure(EmbeddedPostgres server, Progress progress) throws SQLException {
        ensure(server, Size.FULL, progress);
    }

    /**
     * Makes sure that both roles, the state database and the demo database of this version and size exist. Quick when
     * they do; otherwise creates what is missing, which for the full world takes half a minute on two cores.
     *
     * @throws SQLException if the server fails; the next call starts over
     */
    public static void ensure(EmbeddedPostgres server, Size size, Progress progress) throws SQLException {
        prepare(server);
        try (Connection admin = server.admin("postgres")) {
            if (isCurrent(server, admin, size)) {
                progress.report("Demo world ready", 1);
                return;
            }
            run(admin, "DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(UNFINISHED));
            run(admin, "CREATE DATABASE %s TEMPLATE template0".formatted(UNFINISHED));
            fill(server, UNFINISHED, size, progress);
            run(admin, "DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(DATABASE));
            run(admin, "ALTER DATABASE %s RENAME TO %s".formatted(UNFINISHED, DATABASE));
            // what the creation wrote is in the files now; the log is cut back to its least size
            run(admin, "CHECKPOINT");
            progress.report("Demo world ready", 1);
        }
    }

    /** Makes sure that both roles and the state database exist; quick. */
    public static void prepare(EmbeddedPostgres server) throws SQLException {
        try (Connection admin = server.admin("postgres")) {
            Roles.create(
                    admin,
                    server.readerCredentials().password(),
                    server.appCredentials().password());
            if (!Roles.databaseExists(admin, STATE_DATABASE)) {
                Roles.createStateDatabase(admin, STATE_DATABASE);
            }
        }
    }

    /** Whether there is a full world of this version. */
    public static boolean isCurrent(EmbeddedPostgres server) throws SQLException {
        try (Connection admin = server.admin("postgres")) {
            return isCurrent(server, admin, Size.FULL);
        }
    }

    private static String vintage(Size size) {
        return "synthetic %d %s".formatted(VERSION, size == Size.FULL ? "full" : "small");
    }

    private static boolean isCurrent(EmbeddedPostgres server, Connection admin, Size size) throws SQLException {
        if (!Roles.databaseExists(admin, DATABASE)) {
            return false;
        }
        try (Connection demo = server.admin(DATABASE);
                var statement = demo.prepareStatement("SELECT 1 FROM public.data_source WHERE vintage = ?")) {
            statement.setString(1, vintage(size));
            try (var result = statement.executeQuery()) {
                return result.next();
            }
        }
    }

    private static void fill(EmbeddedPostgres server, String database, Size size, Progress progress)
            throws SQLException {
        try (Connection connection = server.admin(database)) {
            AtlasTables.create(connection);
            World world = new World(WorldFiles.read(), World.SEED);
            try (TableSet tables = new TableSet(server, database)) {
                new ReferenceTables(world, tables).write();
                tables.finish();
            }
            Shares shares = new Shares(progress);
            // the longest first
            inParallel(List.of(
                    () -> goods(server, database, world, size, shares, TradeClass.HS92),
                    () -> goods(server, database, world, size, shares, TradeClass.SITC),
                    () -> goods(server, database, world, size, shares, TradeClass.HS12),
                    () -> goods(server, database, world, size, shares, TradeClass.HS22),
                    () -> services(server, database, world, size, shares)));
            ReferenceTables.summarise(connection);
            Roles.close(connection);
            try (var statement = connection.prepareStatement("INSERT INTO public.data_source VALUES (?, ?, true, ?)")) {
                statement.setString(1, "Caravan demo world");
                statement.setString(2, vintage(size));
                statement.setString(3, NOTE);
                statement.execute();
            }
        }
    }

    private static Void goods(
            EmbeddedPostgres server, String database, World world, Size size, Shares shares, TradeClass trade)
            throws SQLException {
        Map<TradeClass, Double> weights =
                Map.of(TradeClass.HS92, 0.45, TradeClass.SITC, 0.28, TradeClass.HS12, 0.2, TradeClass.HS22, 0.05);
        try (TableSet tables = new TableSet(server, database)) {
            float[][] proximity = new GoodsTables(world, trade, size.firstYear(trade), tables)
                    .write(shares.of(trade, weights.get(trade)));
            if (trade == TradeClass.HS92) {
                new ReferenceTables(world, tables).writeEdges(proximity);
            }
            tables.finish();
        }
        return null;
    }

    private static Void services(EmbeddedPostgres server, String database, World world, Size size, Shares shares)
            throws SQLException {
        TradeClass trade = TradeClass.SERVICES_UNILATERAL;
        try (TableSet tables = new TableSet(server, database)) {
            new ServicesTables(world, size.firstYear(trade), tables).write(shares.of(trade, 0.02));
            tables.finish();
        }
        return null;
    }

    /** Adds up the progress of classes that are made side by side. */
    private static final class Shares {
        private final Progress whole;
        private final Map<TradeClass, Double> done = new ConcurrentHashMap<>();

        Shares(Progress whole) {
            this.whole = whole;
        }

        Progress of(TradeClass trade, double weight) {
            return (phase, fraction) -> {
                done.put(trade, weight * fraction);
                whole.report(
                        phase,
                        Math.min(
                                1,
                                done.values().stream()
                                        .mapToDouble(Double::doubleValue)
                                        .sum()));
            };
        }
    }

    private static void inParallel(List<Callable<Void>> works) throws SQLException {
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Future<Void>> running = new ArrayList<>();
            for (Callable<Void> work : works) {
                running.add(threads.submit(work));
            }
            for (Future<Void> work : running) {
                work.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            throw new IllegalStateException("the demo world could not be created", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while creating the demo world", e);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void run(Connection admin, String sql) throws SQLException {
        try (var statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }
}
