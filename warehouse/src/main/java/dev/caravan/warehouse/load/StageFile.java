package dev.caravan.warehouse.load;

import dev.caravan.warehouse.BulkWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads one file into a table of its own, whole or not at all.
 *
 * <p>A row with an unknown code, a year or number that cannot be, or no value is left out and counted. A file that
 * breaks off, has rows of another width, more than a few unreadable numbers or a key twice is refused.
 */
final class StageFile {
    /** More rows with unreadable numbers make the file suspect. */
    private static final int MOST_UNREADABLE = 10;

    /** Reasons are counted one by one up to so many different ones. */
    private static final int MOST_REASONS = 1_000;

    private static final int MOST_PLACES = 100_000;
    private static final int FIRST_YEAR = 1900;
    private static final int LAST_YEAR = 2100;

    /** How files write that there is no value. */
    private static final Set<String> MISSING = Set.of("", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", ".");

    /**
     * A file in its table.
     *
     * @param table {@code load.file_N}
     * @param lastYear the last year it has
     * @param growthScale what to multiply growth_proj with: files give percent or fractions, tables hold fractions
     */
    record Staged(String table, Layout layout, int lastYear, double growthScale, FileReport report) {
        Staged with(List<String> remarks) {
            return new Staged(table, layout, lastYear, growthScale, report.with(remarks));
        }
    }

    /** Where rows are missing: a country (0 for none or any) in a year (0 for any). */
    private record Gap(int country, int year) {}

    /** A row that is left out. */
    private static final class Rejected extends Exception {
        private static final long serialVersionUID = 1L;
        private final boolean unreadable;

        Rejected(String reason, boolean unreadable) {
            super(reason, null, false, false);
            this.unreadable = unreadable;
        }
    }

    private static final class Count {
        private final long line;
        private long rows;

        Count(long line) {
            this.line = line;
        }
    }

    private final Databases databases;
    private final String database;
    private final Codes codes;
    private final Path file;
    private final String table;
    private final Map<String, Count> reasons = new LinkedHashMap<>();
    private final Set<Gap> gaps = new HashSet<>();
    private Layout layout;
    private long read;
    private long loaded;
    private int unreadable;
    private int lastYear;
    private double largestGrowth;
    private int rowCountry;
    private int rowYear;

    StageFile(Databases databases, String database, Codes codes, Path file, int number) {
        this.databases = databases;
        this.database = database;
        this.codes = codes;
        this.file = file;
        this.table = "load.file_" + number;
    }

    /** The file in its table; throws what makes it unusable, after which the table does not exist. */
    Staged stage() throws SQLException, BadFile {
        List<String> remarks;
        try (BulkFile open = BulkFile.open(file);
                Connection connection = databases.open(database)) {
            layout = open.layout();
            boolean complete = false;
            try {
                create(connection);
                copy(open, connection);
                checkKeys(connection);
                keepGaps(connection);
                complete = true;
            } finally {
                if (!complete) {
                    execute(connection, "DROP TABLE IF EXISTS " + table);
                }
            }
            remarks = open.remarks();
        }
        return new Staged(
                table, layout, lastYear, largestGrowth > 0.5 ? 0.01 : 1, report(FileReport.Status.LOADED, remarks, ""));
    }

    /** What is told about the file when it is not loaded. */
    FileReport refused(BadFile reason) {
        loaded = 0;
        FileReport.Status status =
                reason instanceof BadFile.Unknown ? FileReport.Status.UNKNOWN : FileReport.Status.REFUSED;
        return report(status, List.of(), reason.getMessage());
    }

    private FileReport report(FileReport.Status status, List<String> remarks, String problem) {
        List<FileReport.Rejection> rejections = reasons.entrySet().stream()
                .map(reason ->
                        new FileReport.Rejection(reason.getValue().line, reason.getKey(), reason.getValue().rows))
                .sorted(Comparator.comparingLong(FileReport.Rejection::rows).reversed())
                .toList();
        String label = layout == null ? "" : layout.label();
        return new FileReport(file.getFileName().toString(), status, label, read, loaded, rejections, remarks, problem);
    }

    /** The key columns of the files of a kind. */
    static List<String> keys(FileKind kind) {
        List<String> keys = new ArrayList<>();
        if (kind.country()) {
            keys.add("country_id");
        }
        if (kind.partner()) {
            keys.add("partner_id");
        }
        if (kind.product()) {
            keys.add("product_id");
        }
        keys.add("year");
        return keys;
    }

    private void create(Connection connection) throws SQLException {
        List<String> columns = new ArrayList<>(List.of("line bigint"));
        keys(layout.kind()).forEach(key -> columns.add(key + " integer"));
        if (layout.kind().product()) {
            columns.add("product_level integer");
        }
        layout.kind()
                .fields()
                .forEach(field -> columns.add(field.column() + (field.whole() ? " bigint" : " double precision")));
        execute(connection, "CREATE TABLE %s (%s)".formatted(table, String.join(", ", columns)));
    }

    private void copy(BulkFile open, Connection connection) throws SQLException, BadFile {
        try (BulkWriter writer = BulkWriter.open(connection, table)) {
            while (open.next()) {
                read++;
                try {
                    write(open, writer);
                    loaded++;
                } catch (Rejected e) {
                    reject(open.line(), e);
                }
            }
            if (read == 0) {
                throw new BadFile("it has a header and no rows");
            }
            if (loaded == 0) {
                throw new BadFile("none of its rows can be loaded");
            }
            writer.finish();
        }
    }

    private void reject(long line, Rejected why) throws BadFile {
        String reason = reasons.size() < MOST_REASONS || reasons.containsKey(why.getMessage())
                ? why.getMessage()
                : "other reasons";
        reasons.computeIfAbsent(reason, key -> new Count(line)).rows++;
        // a row of an unknown country leaves no gap in the known ones
        if (!layout.kind().country() || rowCountry > 0) {
            gaps.add(gaps.size() < MOST_PLACES ? new Gap(rowCountry, rowYear) : new Gap(0, 0));
        }
        if (why.unreadable && ++unreadable > MOST_UNREADABLE) {
            throw new BadFile("more than %d rows have unreadable values, the last one seen in line %d: %s"
                    .formatted(MOST_UNREADABLE, line, reason));
        }
    }

    private void write(BulkFile open, BulkWriter writer) throws SQLException, Rejected {
        List<String> fields = open.fields();
        rowCountry = 0;
        rowYear = 0;
        FileKind kind = layout.kind();
        rowCountry = kind.country() ? country(fields, layout.country()) : 0;
        rowYear = year(fields.get(layout.year()));
        int partner = kind.partner() ? country(fields, layout.partner()) : 0;
        Codes.Product product =
                kind.product() ? product(fields.get(layout.product()).strip()) : new Codes.Product(0, 0);
        List<Optional<Number>> values = new ArrayList<>();
        for (Field field : kind.fields()) {
            Integer column = layout.values().get(field);
            values.add(column == null ? Optional.empty() : value(field, fields.get(column)));
        }
        if (values.stream().allMatch(Optional::isEmpty)) {
            throw new Rejected("no value", false);
        }
        lastYear = Math.max(lastYear, rowYear);

        writer.number(open.line());
        if (kind.country()) {
            writer.number(rowCountry);
        }
        if (kind.partner()) {
            writer.number(partner);
        }
        if (kind.product()) {
            writer.number(product.id());
        }
        writer.number(rowYear);
        if (kind.product()) {
            writer.number(product.level());
        }
        int i = 0;
        for (Field field : kind.fields()) {
            Optional<Number> value = values.get(i++);
            if (value.isEmpty()) {
                writer.none();
            } else if (field.whole()) {
                writer.number(value.get().longValue());
            } else {
                writer.real(value.get().doubleValue());
            }
        }
        writer.endRow();
    }

    private static int year(String text) throws Rejected {
        try {
            int year = new BigDecimal(text.strip()).intValueExact();
            if (year >= FIRST_YEAR && year <= LAST_YEAR) {
                return year;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // told below
        }
        throw new Rejected("year '" + shown(text) + "' is no year", true);
    }

    private int country(List<String> fields, Layout.Place place) throws Rejected {
        String text = fields.get(place.column()).strip();
        if (place.byCode()) {
            return codes.country(text)
                    .orElseThrow(() -> new Rejected("unknown country code '" + shown(text) + "'", false));
        }
        try {
            int id = new BigDecimal(text).intValueExact();
            if (codes.countryCode(id).isPresent()) {
                return id;
            }
        } catch (ArithmeticException | NumberFormatException e) {
            // told below
        }
        throw new Rejected("unknown country number '" + shown(text) + "'", false);
    }

    private Codes.Product product(String code) throws Rejected {
        return codes.product(layout.trade(), code)
                .orElseThrow(() ->
                        new Rejected("unknown %s product code '%s'".formatted(layout.trade(), shown(code)), false));
    }

    private Optional<Number> value(Field field, String text) throws Rejected {
        String stripped = text.strip();
        if (MISSING.contains(stripped)) {
            return Optional.empty();
        }
        try {
            if (!field.whole()) {
                double value = new BigDecimal(stripped).doubleValue();
                if (Double.isInfinite(value)) {
                    throw new NumberFormatException(stripped);
                }
                largestGrowth = field == Field.GROWTH ? Math.max(largestGrowth, Math.abs(value)) : largestGrowth;
                return Optional.of(value);
            }
            long value = whole(stripped);
            if (value < 0) {
                throw new Rejected(field.column() + " is negative", false);
            }
            return Optional.of(value);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new Rejected("%s '%s' is no number".formatted(field.column(), shown(stripped)), true);
        }
    }

    /** Files write whole numbers as such, with a decimal point, or in powers of ten; fractions of a dollar are rounded. */
    private static long whole(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            BigDecimal value = new BigDecimal(text);
            int digits = value.precision() - value.scale();
            if (digits > 18) {
                throw e;
            }
            return digits < 0 ? 0 : value.setScale(0, RoundingMode.HALF_UP).longValueExact();
        }
    }

    private static String shown(String text) {
        String printable = text.replaceAll("[^\\p{Print}\\p{L}]", "?");
        return printable.length() <= 30 ? printable : printable.substring(0, 30) + "...";
    }

    private void checkKeys(Connection connection) throws SQLException, BadFile {
        List<String> keys = keys(layout.kind());
        String list = String.join(", ", keys);
        String sql =
                "SELECT %s, min(line) AS first, (array_agg(line ORDER BY line))[2] AS second, count(*) OVER () AS keys FROM %s GROUP BY %s"
                                .formatted(list, table, list)
                        + " HAVING count(*) > 1 ORDER BY first LIMIT 1";
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            if (row.next()) {
                Map<String, Integer> numbers = new HashMap<>();
                for (String key : keys) {
                    numbers.put(key, row.getInt(key));
                }
                throw new BadFile(String.format(
                        Locale.ROOT,
                        "lines %d and %d have the same key (%s)%s",
                        row.getLong("first"),
                        row.getLong("second"),
                        keys.stream().map(key -> shown(key, numbers.get(key))).collect(Collectors.joining(", ")),
                        row.getLong("keys") == 1
                                ? ""
                                : ", and so have others: %d keys are there more than once"
                                        .formatted(row.getLong("keys"))));
            }
        }
    }

    private String shown(String key, int value) {
        return switch (key) {
            case "country_id", "partner_id" -> codes.countryCode(value).orElse("?");
            case "product_id" -> codes.productCode(layout.trade(), value).orElse("?");
            default -> "" + value;
        };
    }

    /** Notes where rows are missing, so that nothing is added up over a gap. */
    private void keepGaps(Connection connection) throws SQLException {
        String sql =
                "INSERT INTO load.gap (family, schema, country_id, year) VALUES (?, ?, nullif(?, 0), nullif(?, 0))";
        try (var statement = connection.prepareStatement(sql)) {
            for (Gap gap : gaps) {
                statement.setString(1, layout.kind().family());
                statement.setString(2, layout.trade().schema());
                statement.setInt(3, gap.country());
                statement.setInt(4, gap.year());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
