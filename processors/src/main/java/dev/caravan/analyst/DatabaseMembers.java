package dev.caravan.analyst;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SchemaNames;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Dimension;
import dev.caravan.sql.DatabaseProblem;
import dev.caravan.sql.WorkspaceDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the members from the look-up tables, and their further names from {@code aliases.yaml}. */
public final class DatabaseMembers implements MemberSource {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseMembers.class);

    private static final int MOST = 200_000;
    /** So many values are read of a column. */
    static final int MOST_OF_COLUMN = 50_000;

    private final WorkspaceDatabase database;
    private final SemanticModel model;
    private final Map<String, Map<String, String>> aliases;
    private String version = "";
    private List<Member> members = List.of();
    private String tried = "";
    private Optional<SemanticModel> covered = Optional.empty();
    private Optional<String> invented = Optional.empty();
    private Optional<String> problem = Optional.empty();

    /**
     * A source.
     *
     * @param aliases file of further names by dimension; may be missing
     */
    public DatabaseMembers(WorkspaceDatabase database, SemanticModel model, Path aliases) {
        this.database = database;
        this.model = model;
        this.aliases = read(aliases);
    }

    private static Map<String, Map<String, String>> read(Path file) {
        if (!Files.exists(file)) {
            return Map.of();
        }
        try {
            return new YAMLMapper().readValue(file.toFile(), new TypeReference<Map<String, Map<String, String>>>() {});
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    @Override
    public synchronized List<Member> members() {
        if (!database.version().equals(version) || members.isEmpty()) {
            tried = database.version();
            try {
                members = load();
                covered = Optional.of(held(model.withCoverage(years())));
                invented = origin();
                version = database.version();
                problem = Optional.empty();
            } catch (SQLException e) {
                LOG.warn("the names in the data cannot be read: {}", e.getMessage());
                members = List.of();
                problem = Optional.of(DatabaseProblem.of(Optional.of(e)).message());
            }
        }
        return members;
    }

    @Override
    public synchronized SemanticModel covered(SemanticModel asked) {
        if (!database.version().equals(tried)) {
            members();
        }
        return covered.filter(c -> asked.equals(model)).orElse(asked);
    }

    @Override
    public synchronized Optional<String> invented() {
        return invented;
    }

    /** First and last year of each class, over its tables; a class without rows keeps those of the model. */
    private Map<String, int[]> years() throws SQLException {
        Map<String, int[]> years = new LinkedHashMap<>();
        for (Map.Entry<String, SemanticModel.DataClass> each : model.classes().entrySet()) {
            int[] span = {each.getValue().from(), each.getValue().to()};
            for (SemanticModel.FactTable table : model.tables()) {
                String year = table.dimensions().get("year");
                boolean held = table.classes().isEmpty() || table.classes().contains(each.getKey());
                if (year == null || !held) {
                    continue;
                }
                Map<String, Object> row = database.read(
                                "SELECT min(" + year + ") AS first, max(" + year + ") AS last FROM "
                                        + table.of(each.getKey(), 0),
                                1)
                        .get(0);
                if (row.get("first") instanceof Number first && row.get("last") instanceof Number last) {
                    span = new int[] {first.intValue(), last.intValue()};
                    break;
                }
            }
            years.put(each.getKey(), span);
        }
        return years;
    }

    /** Data that say which day it is for them are whole: their tables without rows are left out. */
    private SemanticModel held(SemanticModel known) throws SQLException {
        if (known.schema().isEmpty()) {
            return known;
        }
        Optional<LocalDate> today = today();
        if (today.isEmpty()) {
            return known;
        }
        Set<String> held = new HashSet<>();
        for (String table : known.schema().get().relations().keySet()) {
            if (!database.read("SELECT 1 FROM " + SchemaNames.quoted(table) + " LIMIT 1", 1)
                    .isEmpty()) {
                held.add(table);
            }
        }
        return known.withSchema(known.schema().get().covered(today, held));
    }

    private Optional<LocalDate> today() {
        try {
            return database
                    .read("SELECT today FROM " + model.home().orElse("") + ".data_source WHERE today IS NOT NULL", 1)
                    .stream()
                    .map(row -> LocalDate.parse(String.valueOf(row.get("today"))))
                    .findFirst();
        } catch (SQLException e) {
            LOG.debug("the data do not say which day it is: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** The note on synthetic data; data need not say where they come from. */
    private Optional<String> origin() {
        if (model.home().isEmpty()) {
            return Optional.empty();
        }
        try {
            return database
                    .read(
                            "SELECT note FROM " + model.home().get()
                                    + ".data_source WHERE synthetic AND note IS NOT NULL",
                            1)
                    .stream()
                    .map(row -> String.valueOf(row.get("note")))
                    .findFirst();
        } catch (SQLException e) {
            LOG.debug("the data do not say where they come from: {}", e.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public synchronized Optional<String> problem() {
        return problem;
    }

    private List<Member> load() throws SQLException {
        List<Member> all = new ArrayList<>();
        for (Map.Entry<String, Dimension> entry : model.dimensions().entrySet()) {
            Dimension dimension = entry.getValue();
            if (!dimension.values().isEmpty()) {
                dimension.values().forEach((code, names) -> all.add(new Member(entry.getKey(), code, code, names, 1)));
            } else if (!dimension.table().isEmpty()) {
                all.addAll(ofTable(entry.getKey(), dimension));
            }
        }
        if (model.schema().isPresent()) {
            for (Map.Entry<String, Schema.Relation> relation :
                    model.schema().get().relations().entrySet()) {
                if (all.size() >= MOST) {
                    LOG.info(
                            "{} values are known, as many as are kept: none are read of {}",
                            all.size(),
                            relation.getKey());
                    continue;
                }
                all.addAll(ofColumns(relation.getKey(), relation.getValue()));
            }
        }
        return List.copyOf(all);
    }

    /** The values of a table's columns; each column is a dimension, called schema.table.column. */
    private List<Member> ofColumns(String table, Schema.Relation relation) throws SQLException {
        List<Member> members = new ArrayList<>();
        for (Map.Entry<String, Schema.Column> column : relation.columns().entrySet()) {
            if (!column.getValue().values()) {
                continue;
            }
            String dimension = table + "." + column.getKey();
            String read = SchemaNames.quoted(column.getKey());
            String sql = "SELECT DISTINCT " + read + " AS display FROM " + SchemaNames.quoted(table) + " WHERE " + read
                    + " IS NOT NULL";
            Map<String, String> further = aliases.getOrDefault(dimension, Map.of());
            for (Map<String, Object> row : database.read(sql, MOST_OF_COLUMN)) {
                String display = String.valueOf(row.get("display"));
                List<String> names = further.entrySet().stream()
                        .filter(alias -> alias.getValue().equals(display))
                        .map(Map.Entry::getKey)
                        .toList();
                members.add(new Member(dimension, display, display, names, 1));
            }
        }
        return members;
    }

    private List<Member> ofTable(String name, Dimension dimension) throws SQLException {
        String further = dimension.names().isEmpty() ? "" : ", " + String.join(", ", dimension.names());
        Map<String, List<String>> byDisplay = new LinkedHashMap<>();
        aliases.getOrDefault(name, aliases.getOrDefault(sameTable(dimension), Map.of()))
                .forEach((alias, display) -> byDisplay
                        .computeIfAbsent(display, d -> new ArrayList<>())
                        .add(alias));
        List<Member> members = new ArrayList<>();
        String sql = "SELECT DISTINCT " + dimension.code() + " AS code, " + dimension.display() + " AS display, "
                + dimension.weight().orElse("0") + " AS weight" + further + " FROM " + dimension.table()
                + " WHERE " + dimension.display() + " IS NOT NULL";
        for (Map<String, Object> row : database.read(sql, MOST)) {
            List<String> names = new ArrayList<>();
            dimension.names().stream()
                    .map(row::get)
                    .filter(Objects::nonNull)
                    .map(String::valueOf)
                    .forEach(names::add);
            String display = String.valueOf(row.get("display"));
            // a further name may be that of a member, or of a name that several have
            Stream.concat(Stream.of(display), List.copyOf(names).stream())
                    .distinct()
                    .forEach(known -> names.addAll(byDisplay.getOrDefault(known, List.of())));
            double weight = row.get("weight") instanceof Number number ? number.doubleValue() : 0;
            members.add(new Member(name, String.valueOf(row.get("code")), display, names, weight));
        }
        return members;
    }

    /** Another role of the same members has the same further names. */
    private String sameTable(Dimension dimension) {
        return model.dimensions().entrySet().stream()
                .filter(other -> other.getValue().table().equals(dimension.table())
                        && aliases.containsKey(other.getKey())
                        && other.getValue().of().equals(dimension.of()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }
}
