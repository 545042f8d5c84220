package dev.caravan.warehouse.load;

import dev.caravan.warehouse.AtlasTables;
import dev.caravan.warehouse.Progress;
import dev.caravan.warehouse.Roles;
import dev.caravan.warehouse.TradeClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Fills the database {@code loaded} from a folder of Atlas bulk files.
 *
 * <p>The database is built under another name and takes its place at the end, so a load that fails or is killed leaves
 * the former one as it was; the same folder always gives the same database. Where files overlap, the one with the later
 * last year ranks higher, then the one with more rows.
 */
public final class Loader {
    /** The name of the database. */
    public static final String DATABASE = "loaded";

    private static final String UNFINISHED = "loaded_unfinished";
    private static final String FORMER = "loaded_former";
    private static final String KEY = "_load_key";
    private static final int RENAME_ATTEMPTS = 5;

    /** Held on the server during a load; the number has no meaning. */
    private static final long LOCK = 4_711_920_501L;

    private final Databases databases;
    private final Classifications classifications;

    /** With the server to load into and the names that the files refer to. */
    public Loader(Databases databases, Classifications classifications) {
        this.databases = databases;
        this.classifications = classifications;
    }

    /**
     * Loads every bulk file of a folder. Faults of files are told in the report; when no file can be loaded, the former
     * database stays.
     *
     * @param folder a folder, whose own folders are not looked into, or one file
     * @throws IOException when the folder cannot be read
     * @throws SQLException when the server fails
     * @throws IllegalStateException when another load is running
     */
    public LoadReport load(Path folder, Progress progress) throws IOException, SQLException {
        List<Path> files = files(folder);
        try (Connection admin = databases.open("postgres")) {
            if (!holds(admin, "SELECT pg_try_advisory_lock(" + LOCK + ")")) {
                throw new IllegalStateException("another load is running");
            }
            drop(admin, UNFINISHED);
            drop(admin, FORMER);
            run(admin, "CREATE DATABASE %s TEMPLATE template0".formatted(UNFINISHED));
            LoadReport report;
            try {
                report = fill(files, progress);
                if (report.replaced()) {
                    replace(admin);
                }
            } finally {
                drop(admin, UNFINISHED);
            }
            // what was written is in the files now; the log is cut back to its least size
            run(admin, "CHECKPOINT");
            progress.report("Loaded", 1);
            return report;
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (Files.isRegularFile(folder)) {
            return List.of(folder);
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        }
    }

    private LoadReport fill(List<Path> files, Progress progress) throws SQLException {
        try (Connection connection = databases.open(UNFINISHED)) {
            progress.report("Preparing the database", 0);
            // a load that is lost is done anew
            run(connection, "SET synchronous_commit = off");
            AtlasTables.create(connection);
            createKeys(connection);
            classifications.write(databases, UNFINISHED);
            run(connection, "CREATE SCHEMA load");
            run(connection, "CREATE TABLE load.gap (family text, schema text, country_id integer, year integer)");
            run(connection, "CREATE TABLE load.file (rank integer, table_name text, family text, schema text)");

            List<FileReport> reports = new ArrayList<>();
            List<StageFile.Staged> staged = stage(files, Codes.read(connection), reports, progress.part(0.1, 0.6));
            if (staged.isEmpty()) {
                return new LoadReport(reports, List.of(), "");
            }
            run(connection, "ANALYZE load.gap");
            Map<TradeClass, Integer> productFiles = merge(connection, staged, reports, progress.part(0.6, 0.8));
            List<String> remarks = derive(connection, productFiles, progress.part(0.8, 1));
            run(connection, "DROP SCHEMA load CASCADE");
            replaceKeys(connection);
            run(connection, "ANALYZE");
            Roles.close(connection);
            String vintage = describe(connection, staged);
            reports.sort(Comparator.comparing(FileReport::file));
            return new LoadReport(reports, remarks, vintage);
        }
    }

    /** Tables have their keys as unique indexes while files are merged into them, and afterwards the indexes they should have. */
    private static void createKeys(Connection connection) throws SQLException {
        for (String table : tables(connection)) {
            String name = table.substring(table.indexOf('.') + 1);
            String family = name.replaceFirst("_[1246]$", "");
            Optional<FileKind> kind = Stream.of(FileKind.values())
                    .filter(one -> one.family().equals(family))
                    .findFirst();
            if (kind.isPresent()) {
                String keys = String.join(", ", StageFile.keys(kind.get()));
                run(connection, "CREATE UNIQUE INDEX %s ON %s (%s)".formatted(name + KEY, table, keys));
            }
        }
    }

    private static void replaceKeys(Connection connection) throws SQLException {
        for (String table : tables(connection)) {
            run(connection, "DROP INDEX IF EXISTS " + table + KEY);
            for (String index : AtlasTables.indexes(table)) {
                run(connection, index);
            }
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        String sql = "SELECT schemaname || '.' || tablename FROM pg_tables WHERE schemaname = ANY (?) ORDER BY 1";
        try (var statement = connection.prepareStatement(sql)) {
            Object[] schemas =
                    Stream.of(TradeClass.values()).map(TradeClass::schema).toArray();
            statement.setArray(1, connection.createArrayOf("text", schemas));
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    tables.add(rows.getString(1));
                }
            }
        }
        return tables;
    }

    /** Stages the files; the reports are those of files that cannot be loaded. */
    private List<StageFile.Staged> stage(List<Path> files, Codes codes, List<FileReport> reports, Progress progress)
            throws SQLException {
        List<StageFile.Staged> staged = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            progress.report("Reading " + files.get(i).getFileName(), i / (double) files.size());
            StageFile file = new StageFile(databases, UNFINISHED, codes, files.get(i), i + 1);
            try {
                staged.add(file.stage());
            } catch (BadFile e) {
                reports.add(file.refused(e));
            }
        }
        staged.sort(
                Comparator.comparing((StageFile.Staged file) -> file.layout().kind())
                        .thenComparing(StageFile.Staged::lastYear, Comparator.reverseOrder())
                        .thenComparing(file -> file.report().loaded(), Comparator.reverseOrder())
                        .thenComparing(file -> file.report().file()));
        return staged;
    }

    /** Merges the files; gives how many product-year files brought rows, by classification. */
    private static Map<TradeClass, Integer> merge(
            Connection connection, List<StageFile.Staged> staged, List<FileReport> reports, Progress progress)
            throws SQLException {
        Map<TradeClass, Integer> productFiles = new EnumMap<>(TradeClass.class);
        for (int i = 0; i < staged.size(); i++) {
            StageFile.Staged file = staged.get(i);
            progress.report("Merging " + file.report().file(), i / (double) staged.size());
            MergeFile merge = new MergeFile(connection, file);
            reports.add(file.with(merge.merge()).report());
            if (file.layout().kind() == FileKind.PRODUCT_YEAR && merge.fresh() > 0) {
                productFiles.merge(file.layout().trade(), 1, Integer::sum);
            }
            String sql = "INSERT INTO load.file VALUES (?, ?, ?, ?)";
            try (var statement = connection.prepareStatement(sql)) {
                statement.setInt(1, i);
                statement.setString(2, file.table());
                statement.setString(3, file.layout().kind().family());
                statement.setString(4, file.layout().trade().schema());
                statement.execute();
            }
        }
        run(connection, "CREATE TABLE load.given_rca (schema text, country_id integer, year integer)");
        for (TradeClass trade : TradeClass.values()) {
            for (int level : List.of(1, 2, 4)) {
                String table = trade.table("country_product_year_" + level);
                run(
                        connection,
                        "INSERT INTO load.given_rca SELECT DISTINCT '%s', country_id, year FROM %s WHERE export_rca IS NOT NULL"
                                .formatted(trade.schema(), table));
            }
        }
        run(connection, "ANALYZE");
        return productFiles;
    }

    private static List<String> derive(Connection connection, Map<TradeClass, Integer> productFiles, Progress progress)
            throws SQLException {
        List<String> remarks = new ArrayList<>();
        for (TradeClass trade : TradeClass.values()) {
            if (trade.goods()) {
                progress.report(
                        "Computing what follows from " + trade, trade.ordinal() / (double) TradeClass.values().length);
                remarks.addAll(new DeriveValues(connection).derive(trade, productFiles.getOrDefault(trade, 0)));
            }
        }
        return remarks;
    }

    /** Writes where the rows come from; gives the vintage. */
    private static String describe(Connection connection, List<StageFile.Staged> staged) throws SQLException {
        String sql = Stream.of(TradeClass.values())
                .flatMap(trade -> Stream.of("country_year", "product_year_4", "country_product_year_4")
                        .map(trade::table))
                .map(table -> "SELECT min(year) AS first, max(year) AS last FROM " + table)
                .collect(Collectors.joining(" UNION ALL ", "SELECT min(first), max(last) FROM (", ") AS years"));
        String vintage;
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            vintage = "%d to %d".formatted(row.getInt(1), row.getInt(2));
        }
        String note = staged.stream()
                .map(file -> "%s (%s, %d rows)"
                        .formatted(
                                file.report().file(),
                                file.layout().label(),
                                file.report().loaded()))
                .sorted()
                .collect(Collectors.joining("; ", "Loaded from ", "."));
        try (var statement = connection.prepareStatement("INSERT INTO public.data_source VALUES (?, ?, false, ?)")) {
            statement.setString(1, "Atlas bulk files");
            statement.setString(2, vintage);
            statement.setString(3, note);
            statement.execute();
        }
        return vintage;
    }

    /** Puts the new database in the place of the former one, in one transaction; whoever reads the former is cut off. */
    private static void replace(Connection admin) throws SQLException {
        boolean former = Roles.databaseExists(admin, DATABASE);
        for (int attempt = 1; ; attempt++) {
            try {
                admin.setAutoCommit(false);
                if (former) {
                    run(
                            admin,
                            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'"
                                    .formatted(DATABASE));
                    run(admin, "ALTER DATABASE %s RENAME TO %s".formatted(DATABASE, FORMER));
                }
                run(admin, "ALTER DATABASE %s RENAME TO %s".formatted(UNFINISHED, DATABASE));
                admin.commit();
                break;
            } catch (SQLException e) {
                admin.rollback();
                // 55006, object in use: a reader connected between being cut off and the renaming
                if (!"55006".equals(e.getSQLState()) || attempt == RENAME_ATTEMPTS) {
                    throw e;
                }
            } finally {
                admin.setAutoCommit(true);
            }
        }
        drop(admin, FORMER);
    }

    private static boolean holds(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            return row.next() && row.getBoolean(1);
        }
    }

    private static void drop(Connection admin, String database) throws SQLException {
        run(admin, "DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(database));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
