package dev.caravan.semantic;

import dev.caravan.semantic.SemanticModel.Dimension;
import dev.caravan.semantic.SemanticModel.FactTable;
import dev.caravan.semantic.SemanticModel.Membership;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Scope;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Threshold;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compiles semantic queries to SQL.
 *
 * <p>Column names of the result: a dimension's name and {@code <dimension>_code}; a metric's name;
 * {@code <metric>_share}, {@code <metric>_rank} with {@code ranked}; for growth {@code
 * <metric>_<year>} twice, {@code <metric>_change}, {@code growth_percent} and {@code yearly_growth_percent}.
 */
public final class SqlCompiler {

    /** A query that the model cannot answer; the message says why in words for the agent. */
    public static final class NotAnswerable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotAnswerable(String message) {
            super(message);
        }
    }

    private static final String YEAR = "year";
    private static final String SECTOR = "sector";
    private static final String GROUP = "group";

    private final SemanticModel model;
    private final Dialect dialect;

    /** A compiler for one model in PostgreSQL. */
    public SqlCompiler(SemanticModel model) {
        this(model, Dialect.POSTGRESQL);
    }

    /** A compiler for one model. */
    public SqlCompiler(SemanticModel model, Dialect dialect) {
        this.model = model;
        this.dialect = dialect;
    }

    /**
     * Compiles a query.
     *
     * @throws NotAnswerable when no table has what it needs
     */
    public String compile(SemanticQuery query) {
        return new Statement(query).text();
    }

    /** One compilation. */
    private final class Statement {
        private final SemanticQuery query;
        private final FactTable table;
        private final boolean summed;
        private final boolean grouped;
        private final List<String> select = new ArrayList<>();
        private final List<String> groupBy = new ArrayList<>();
        private final List<String> joins = new ArrayList<>();
        private final List<String> where = new ArrayList<>();
        private final List<String> having = new ArrayList<>();
        private final List<String> outerWhere = new ArrayList<>();
        private final List<String> outerColumns = new ArrayList<>();
        private final Set<String> joined = new LinkedHashSet<>();
        private final Map<String, String> lookUps = new HashMap<>();
        private final Map<String, String> aliases = new HashMap<>();

        Statement(SemanticQuery query) {
            this.query = query;
            this.table = chooseTable();
            this.summed = isSummed();
            this.grouped = summed
                    || query.years().span() == Span.ENDS
                    || query.measures().stream()
                            .anyMatch(m -> m.form() == Form.SHARE
                                    || m.form() == Form.AVERAGE
                                    || model.metric(m.metric()).column().isEmpty());
        }

        private FactTable chooseTable() {
            Set<String> needed = new LinkedHashSet<>(query.by());
            query.where().stream()
                    .filter(restriction -> restriction.scope() != Scope.LACKING)
                    .forEach(restriction -> needed.add(restriction.dimension()));
            query.measures().stream()
                    .filter(measure -> !measure.over().isEmpty())
                    .forEach(measure -> needed.add(measure.over()));
            query.measures().forEach(m -> needed.addAll(model.metric(m.metric()).dimensions()));
            if (needed.remove(GROUP)) {
                needed.add("country");
            }
            needed.remove(SECTOR);
            needed.remove(YEAR);
            needed.addAll(needed.stream().map(this::owner).toList());
            needed.removeIf(dimension -> !owner(dimension).equals(dimension));
            List<FactTable> fitting = model.tables().stream()
                    .filter(fact -> fact.dimensions().keySet().containsAll(needed))
                    .filter(fact -> fact.levels().isEmpty() || fact.levels().contains(query.level()))
                    .filter(fact -> fact.classes().isEmpty() || fact.classes().containsAll(query.classes()))
                    .toList();
            // the first measure's own table, or that of another measure to which the first can be looked up
            return query.measures().stream()
                    .flatMap(measure -> fitting.stream()
                            .filter(fact -> fact.measures().containsAll(columnsOf(measure)))
                            .limit(1))
                    .findFirst()
                    .orElseThrow(() -> new NotAnswerable("there are no data on "
                            + model.metric(query.measures().get(0).metric()).label()
                            + " by " + String.join(", ", needed)));
        }

        /** The dimension whose look-up table holds an attribute; any other dimension itself. */
        private String owner(String dimension) {
            Dimension look = model.dimensions().get(dimension);
            return look == null || look.of().isEmpty() ? dimension : look.of();
        }

        private Set<String> columnsOf(Measure measure) {
            Metric metric = model.metric(measure.metric());
            return metric.columns(metric.column().isEmpty());
        }

        /** Whether several rows of the table make one row of the result. */
        private boolean isSummed() {
            Set<String> open = new LinkedHashSet<>(table.dimensions().keySet());
            open.removeAll(query.by());
            if (query.years().span() != Span.TOTAL) {
                open.remove(YEAR);
            }
            for (Restriction restriction : query.where()) {
                if (restriction.isSingle()) {
                    open.remove(restriction.dimension());
                }
            }
            boolean whole = query.measures().stream()
                    .anyMatch(m -> m.form() == Form.SHARE && !query.by().contains(m.over()));
            boolean united = query.classes().size() > 1 && !query.by().contains(SECTOR);
            return !open.isEmpty() || whole || united || query.by().contains(GROUP);
        }

        String text() {
            return finish(rows());
        }

        /** The rows with their columns and conditions, in no order. */
        private String rows() {
            String source = source();
            query.by().forEach(this::selectDimension);
            restrict();
            query.measures().forEach(this::selectMeasure);
            query.conditions().forEach(this::restrict);
            table.filter().ifPresent(filter -> {
                if (query.classes().size() == 1) {
                    where.add(filter.replace("{t}", "t"));
                }
            });
            StringBuilder inner = new StringBuilder("SELECT ");
            inner.append(String.join(",\n       ", select)).append("\nFROM ").append(source);
            joins.forEach(join -> inner.append("\n").append(join));
            if (!where.isEmpty()) {
                inner.append("\nWHERE ").append(String.join("\n  AND ", where));
            }
            if (grouped && !groupBy.isEmpty()) {
                inner.append("\nGROUP BY ").append(String.join(", ", groupBy));
            }
            if (!having.isEmpty()) {
                inner.append("\nHAVING ").append(String.join("\n   AND ", having));
            }
            return inner.toString();
        }

        /** The rows of a share's whole: everybody's, whatever groups are listed. */
        private String whole(Measure measure) {
            return new Statement(new SemanticQuery(
                            query.classes(),
                            query.level(),
                            List.of(Measure.of(measure.metric())),
                            query.by().stream().filter(by -> !by.equals(GROUP)).toList(),
                            query.where().stream()
                                    .filter(r -> !r.dimension().equals(GROUP) && !isListedGroup(r))
                                    .toList(),
                            query.years(),
                            false,
                            Optional.empty(),
                            List.of(),
                            false))
                    .rows();
        }

        private static boolean isOfGroup(SemanticQuery query, Measure measure) {
            return measure.form() == Form.SHARE
                    && measure.over().equals("country")
                    && query.by().contains(GROUP);
        }

        private String joinWhole(Measure measure) {
            String on = query.by().stream()
                    .filter(by -> !by.equals(GROUP))
                    .map(by -> hasCode(by) ? by + "_code" : by)
                    .map(column -> "w." + quoted(column) + " = q." + quoted(column))
                    .collect(Collectors.joining(" AND "));
            return (on.isEmpty() ? "\nCROSS JOIN (\n" : "\nJOIN (\n") + indent(whole(measure)) + "\n) w"
                    + (on.isEmpty() ? "" : " ON " + on);
        }

        private boolean hasCode(String dimension) {
            Dimension look = model.dimensions().get(dimension);
            return look != null && !look.table().isEmpty() && !look.code().equals(look.display());
        }

        private String finish(String inner) {
            for (Threshold threshold : query.thresholds()) {
                outerWhere.add(bounded(query.measures().get(0)) + " " + threshold.operator() + " " + bound(threshold));
            }
            String body = inner;
            boolean compared =
                    query.thresholds().stream().anyMatch(t -> !t.country().isEmpty());
            if (compared) {
                body = "WITH q AS (\n" + indent(inner) + "\n)\nSELECT q.*\nFROM q\nWHERE "
                        + String.join("\n  AND ", outerWhere);
            } else if (!outerWhere.isEmpty() || !outerColumns.isEmpty()) {
                List<String> columns = new ArrayList<>(List.of("q.*"));
                columns.addAll(outerColumns);
                body = "SELECT " + String.join(",\n       ", columns) + "\nFROM (\n" + indent(inner) + "\n) q";
                body += query.measures().stream()
                        .filter(measure -> isOfGroup(query, measure))
                        .findFirst()
                        .map(this::joinWhole)
                        .orElse("");
                if (!outerWhere.isEmpty()) {
                    body += "\nWHERE " + String.join("\n  AND ", outerWhere);
                }
            }
            if (query.across().isPresent()) {
                body = sideBySide(body, query.across().get());
            }
            if (query.leading().isPresent()) {
                body = leading(body, query.leading().get());
            }
            if (query.count()) {
                String counted = query.by().isEmpty()
                        ? "rows"
                        : plural(query.by().stream()
                                .filter(by -> query.across()
                                        .filter(across -> across.dimension().equals(by))
                                        .isEmpty())
                                .filter(by -> !by.equals(query.page().each()))
                                .findFirst()
                                .orElseThrow());
                if (!query.page().each().isEmpty()) {
                    String own = "n." + quoted(query.page().each());
                    return "SELECT " + own + ", count(*) AS number_of_" + counted + "\nFROM (\n" + indent(body)
                            + "\n) n\nGROUP BY " + own + "\nORDER BY number_of_" + counted + " DESC, " + own;
                }
                return "SELECT count(*) AS number_of_" + counted + "\nFROM (\n" + indent(body) + "\n) n";
            }
            if (!query.page().each().isEmpty()
                    || query.page().ties() && query.limit().isPresent()) {
                return placed(body);
            }
            String rows = body
                    + (query.across().isPresent() ? "" : order())
                    + query.limit().map(limit -> "\nLIMIT " + limit).orElse("")
                    + (query.page().skip() > 0 ? " OFFSET " + query.page().skip() : "");
            return query.first().map(first -> ofTheFirst(rows, first)).orElse(rows);
        }

        private String ofTheFirst(String rows, SemanticQuery.First first) {
            String value = alias(query.measures().get(0));
            if (first.country().isEmpty()) {
                return "SELECT "
                        + query.measures().stream()
                                .map(measure -> "sum(s." + alias(measure) + ") AS " + alias(measure))
                                .collect(Collectors.joining(", "))
                        + "\nFROM (\n" + indent(rows) + "\n) s";
            }
            return "SELECT z.*\nFROM (\n  SELECT s.*, 100.0 * s." + value + " / nullif(sum(s." + value
                    + ") OVER (), 0) AS " + value + "_share\n  FROM (\n" + indent(indent(rows))
                    + "\n  ) s\n) z\nWHERE z.country_code = "
                    + literal(first.country().get());
        }

        /** Of a series the rows of those that lead in one year. */
        private String leading(String body, SemanticQuery.Leading first) {
            String name = "q." + code(first.dimension());
            return "WITH q AS (\n" + indent(body) + "\n)\nSELECT q.*\nFROM q\nWHERE " + name + " IN (SELECT l"
                    + name.substring(1) + " FROM q l WHERE l.year = " + first.year() + " ORDER BY l." + orderAlias()
                    + (query.ascending() ? " ASC" : " DESC") + " NULLS LAST LIMIT " + first.most() + ")";
        }

        /** The column of a result that tells a member of a dimension from the others. */
        private String code(String dimension) {
            Dimension look = model.dimensions().get(dimension);
            boolean named =
                    look == null || look.table().isEmpty() || look.code().equals(look.display());
            return named ? quoted(dimension) : dimension + "_code";
        }

        /** One row for what had a row for each member of a dimension. */
        private String sideBySide(String body, SemanticQuery.Across across) {
            Measure measure = query.measures().get(0);
            List<String> rows = new ArrayList<>();
            for (String by : query.by()) {
                if (!by.equals(across.dimension())) {
                    rows.add("q." + quoted(by));
                    if (!code(by).equals(quoted(by))) {
                        rows.add("q." + code(by));
                    }
                }
            }
            List<String> columns = new ArrayList<>(rows);
            List<String> bounds = new ArrayList<>();
            for (SemanticQuery.Cell cell : across.cells()) {
                columns.add(cell(across, cell.member()) + " AS " + cellName(across, cell.member()));
                cell.bound()
                        .ifPresent(bound -> bounds.add("coalesce(" + cell(across, cell.member()) + ", 0) "
                                + bound.operator() + " " + number(bound.value())));
                cell.above()
                        .ifPresent(other -> bounds.add(
                                cell(across, cell.member()) + " > coalesce(" + cell(across, other) + ", 0)"));
            }
            String first = cell(across, across.cells().get(0).member());
            String second = cell(across, across.cells().get(1).member());
            boolean place = measure.form() == Form.RANK;
            String difference =
                    place ? first + " - " + second : "coalesce(" + second + ", 0) - coalesce(" + first + ", 0)";
            if (place) {
                columns.add(difference + " AS places_gained");
                bounds.add(first + " IS NOT NULL");
                bounds.add(second + " IS NOT NULL");
            }
            String least = across.cells().stream()
                    .filter(cell -> cell.bound()
                            .filter(bound -> bound.operator().startsWith(">"))
                            .isPresent())
                    .map(cell -> cell(across, cell.member()))
                    .collect(Collectors.joining(", "));
            String order =
                    switch (across.order()) {
                        case FIRST -> first;
                        case DIFFERENCE -> difference;
                        case LEAST -> least.isEmpty() ? first : least.contains(", ") ? "least(" + least + ")" : least;
                    };
            String text = "SELECT " + String.join(",\n       ", columns) + "\nFROM (\n" + indent(body)
                    + "\n) q\nGROUP BY " + String.join(", ", rows)
                    + (bounds.isEmpty() ? "" : "\nHAVING " + String.join("\n   AND ", bounds));
            return query.count()
                    ? text
                    : text + "\nORDER BY " + order + (query.ascending() ? " ASC" : " DESC") + " NULLS LAST, "
                            + rows.get(0);
        }

        private String cell(SemanticQuery.Across across, String member) {
            boolean number = across.dimension().equals(YEAR);
            String name = across.dimension().equals(GROUP) ? member.substring(member.indexOf(':') + 1) : member;
            return "max(q." + alias(query.measures().get(0)) + ") FILTER (WHERE q." + code(across.dimension()) + " = "
                    + (number ? member : literal(name)) + ")";
        }

        private String cellName(SemanticQuery.Across across, String member) {
            String of =
                    switch (across.dimension()) {
                        case YEAR -> "_";
                        case "partner" -> query.measures().get(0).metric().equals("imports") ? "_from_" : "_to_";
                        default -> "_of_";
                    };
            return alias(query.measures().get(0))
                    + of
                    + member.substring(member.indexOf(':') + 1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("\\W+", "_");
        }

        /** The first rows with their places, of each member of a dimension or of all; those that are level share one. */
        private String placed(String body) {
            int skip = query.page().skip();
            boolean ties = query.page().ties();
            String own =
                    query.page().each().isEmpty() ? "" : quoted(query.page().each());
            // means of rounded figures differ in the last digits though they are level
            String measured = ties ? "CAST(o." + orderAlias() + " AS REAL)" : "o." + orderAlias();
            String others = query.by().stream()
                    .filter(by -> ties && !by.equals(query.page().each()))
                    .map(by -> ", " + quoted(by))
                    .collect(Collectors.joining());
            return "SELECT r.*\nFROM (\n  SELECT o.*, " + (ties ? "rank" : "row_number") + "() OVER ("
                    + (own.isEmpty() ? "" : "PARTITION BY o." + own + " ") + "ORDER BY " + measured
                    + (query.ascending() ? " ASC" : " DESC") + " NULLS LAST) AS place\n  FROM (\n"
                    + indent(indent(body)) + "\n  ) o\n) r"
                    + within(skip, query.limit()) + "\nORDER BY " + (own.isEmpty() ? "" : own + ", ") + "place"
                    + others;
        }

        private static String within(int skip, Optional<Integer> limit) {
            List<String> bounds = new ArrayList<>();
            if (skip > 0) {
                bounds.add("r.place > " + skip);
            }
            limit.ifPresent(most -> bounds.add("r.place <= " + (skip + most)));
            return bounds.isEmpty() ? "" : "\nWHERE " + String.join(" AND ", bounds);
        }

        /** What a bound is on: of a growth the percentage, of a change the difference. Both are computed beside the rows, where a condition cannot name them. */
        private String bounded(Measure first) {
            if (isOfGroup(query, first)) {
                return shareOfWhole(first);
            }
            if (first.form() != Form.GROWTH && first.form() != Form.CHANGE) {
                return "q." + alias(first);
            }
            String from = "q." + first.metric() + "_" + query.years().from();
            if (first.form() == Form.CHANGE) {
                return "q." + first.metric() + "_" + query.years().to() + " - " + from;
            }
            return "100.0 * (q." + first.metric() + "_" + query.years().to() + " - " + from + ") / nullif(" + from
                    + ", 0)";
        }

        private String bound(Threshold threshold) {
            return threshold.country().isEmpty()
                    ? number(threshold.value())
                    : "(SELECT r." + alias(query.measures().get(0)) + " FROM q r WHERE r.country_code = "
                            + literal(threshold.country()) + ")";
        }

        private String plural(String dimension) {
            return model.dimensions().get(dimension).plural().replace(' ', '_');
        }

        private String order() {
            List<String> terms = new ArrayList<>();
            boolean ranked = query.limit().isPresent();
            if (query.by().contains(YEAR) && !ranked) {
                query.by().stream().filter(by -> !by.equals(YEAR)).forEach(terms::add);
                terms.add(YEAR);
            } else if (!query.by().isEmpty()) {
                terms.add(orderAlias() + (query.ascending() ? " ASC" : " DESC") + " NULLS LAST");
                terms.addAll(query.by());
            }
            return terms.isEmpty()
                    ? ""
                    : "\nORDER BY " + terms.stream().map(this::quoted).collect(Collectors.joining(", "));
        }

        private String orderAlias() {
            Measure first = query.measures().get(0);
            boolean difference = first.form() == Form.CHANGE || first.form() == Form.GROWTH && !additive(first);
            return difference ? first.metric() + "_change" : alias(first);
        }

        /** "group" is a reserved word. */
        private String quoted(String column) {
            return column.equals(GROUP) ? "\"group\"" : column;
        }

        private boolean additive(Measure measure) {
            Metric metric = model.metric(measure.metric());
            return metric.unit().equals("USD")
                    || metric.unit().equals("people")
                    || metric.unit().equals("count");
        }

        private String source() {
            if (query.classes().size() == 1) {
                return table.of(query.classes().get(0), query.level()) + " t";
            }
            List<String> parts = new ArrayList<>();
            for (String dataClass : query.classes()) {
                List<String> columns = new ArrayList<>();
                columns.add(literal(sector(dataClass)) + " AS sector");
                String join = "";
                for (String dimension : table.dimensions().keySet()) {
                    String key = table.dimensions().get(dimension);
                    columns.add("t." + key);
                    if (dimension.equals("product")) {
                        Dimension product = model.dimensions().get(dimension);
                        columns.add("p." + product.display() + " AS product");
                        columns.add("p." + product.code() + " AS product_code");
                        join = "\nJOIN " + product.table().replace("{class}", dataClass) + " p ON p." + product.key()
                                + " = t." + key;
                    }
                }
                table.measures().stream().filter(this::isUsed).forEach(c -> columns.add("t." + c));
                String filter = table.filter()
                        .map(text -> "\nWHERE " + text.replace("{t}", "t"))
                        .orElse("");
                parts.add("SELECT " + String.join(", ", columns) + "\nFROM " + table.of(dataClass, query.level()) + " t"
                        + join + filter);
            }
            return "(\n" + indent(String.join("\nUNION ALL\n", parts)) + "\n) t";
        }

        /** What a class is called beside others: its label where people choose it by name. */
        private String sector(String dataClass) {
            SemanticModel.DataClass chosen = model.classes().get(dataClass);
            return chosen.names().isEmpty() ? dataClass.startsWith("services") ? "services" : "goods" : chosen.label();
        }

        private boolean isUsed(String column) {
            return Stream.concat(
                            query.measures().stream().map(Measure::metric),
                            query.conditions().stream().flatMap(each -> Stream.of(each.metric(), each.than())))
                    .filter(m -> !m.isEmpty())
                    .anyMatch(m -> {
                        Metric metric = model.metric(m);
                        return metric.columns(true).contains(column)
                                || metric.columns(false).contains(column);
                    });
        }

        private void selectDimension(String dimension) {
            switch (dimension) {
                case YEAR -> addColumn("t." + table.dimensions().get(YEAR), YEAR);
                case SECTOR -> addColumn("t.sector", SECTOR);
                case GROUP -> selectGroup();
                default -> {
                    if (dimension.equals("product") && query.classes().size() > 1) {
                        addColumn("t.product", "product");
                        addColumn("t.product_code", "product_code");
                        return;
                    }
                    Dimension look = model.dimensions().get(dimension);
                    if (look.table().isEmpty()) {
                        addColumn("t." + table.dimensions().get(dimension), dimension);
                        return;
                    }
                    String alias = join(dimension);
                    addColumn(alias + "." + look.display(), dimension);
                    if (look.of().isEmpty() && look.code().equals(look.display())) {
                        // two members may have one name
                        groupBy.add("t." + table.dimensions().get(dimension));
                    }
                    if (!look.code().equals(look.display())) {
                        addColumn(alias + "." + look.code(), dimension + "_code");
                    }
                }
            }
        }

        private void addColumn(String expression, String name) {
            select.add(expression.equals("t." + name) ? expression : expression + " AS " + quoted(name));
            groupBy.add(expression);
        }

        private void selectGroup() {
            Membership groups = membership();
            String pairs = query.where().stream()
                    .filter(this::isListedGroup)
                    .flatMap(restriction -> restriction.codes().stream())
                    .map(SqlCompiler::groupPair)
                    .collect(Collectors.joining(", "));
            String types = query.where().stream()
                    .filter(restriction -> restriction.dimension().equals(GROUP))
                    .map(restriction -> literals(restriction.codes()))
                    .collect(Collectors.joining(", "));
            joins.add("JOIN " + groups.table() + " g ON g." + groups.key() + " = t."
                    + table.dimensions().get("country") + "\n AND "
                    + (types.isEmpty()
                            ? "(g." + groups.type() + ", g." + groups.name() + ") IN (" + pairs + ")"
                            : "g." + groups.type() + " IN (" + types + ")"));
            addColumn("g." + groups.name(), GROUP);
        }

        /** Groups that are listed are those of the countries; those of partners only restrict. */
        private boolean isListedGroup(Restriction restriction) {
            return restriction.memberOf() && !restriction.dimension().equals("partner");
        }

        private Membership membership() {
            return model.membership().orElseThrow(() -> new NotAnswerable("there are no groups in these data"));
        }

        private String join(String member) {
            String dimension = owner(member);
            String alias = aliases.computeIfAbsent(dimension, this::letters);
            if (joined.add(dimension)) {
                Dimension look = model.dimensions().get(dimension);
                joins.add("JOIN "
                        + look.table().replace("{class}", query.classes().get(0)) + " " + alias + " ON " + alias + "."
                        + look.key() + " = t." + table.dimensions().get(dimension));
            }
            return alias;
        }

        /** One letter where that is free: t is the fact table, the others are used in subqueries. */
        private String letters(String dimension) {
            if (dimension.equals("partner")) {
                return "pc";
            }
            String letter = dimension.substring(0, 1);
            return "tgqlrman".contains(letter) || aliases.containsValue(letter) ? dimension.substring(0, 2) : letter;
        }

        private void restrict() {
            for (Restriction restriction : query.where()) {
                if (restriction.dimension().equals(GROUP)) {
                    continue; // selectGroup joins the groups of these types
                }
                if (restriction.scope() == Scope.LACKING) {
                    where.add(lacking(restriction));
                    continue;
                }
                String condition = condition(restriction);
                boolean whole = query.measures().stream()
                        .anyMatch(m -> (m.form() == Form.SHARE || m.form() == Form.RANK)
                                && m.over().equals(restriction.dimension())
                                && (restriction.scope() == Scope.THESE
                                        || restriction.scope() == Scope.NOT_THESE
                                        || !query.by().contains(m.over())));
                if (!whole && !(isListedGroup(restriction) && query.by().contains(GROUP))) {
                    where.add(condition);
                } else if (whole && query.by().contains(restriction.dimension())) {
                    // the whole is needed to rank or to take a share of; the members asked for come after
                    Dimension look = model.dimensions().get(restriction.dimension());
                    String named = look.code().equals(look.display())
                            ? restriction.dimension()
                            : restriction.dimension() + "_code";
                    outerWhere.add("q." + named + (restriction.isExclusion() ? " NOT" : "") + " IN ("
                            + literals(restriction.codes()) + ")");
                }
            }
            String year = table.dimensions().get(YEAR);
            if (year == null) {
                return;
            }
            int from = query.years().from();
            int to = query.years().to();
            where.add(
                    switch (query.years().span()) {
                        case ONE -> "t." + year + " = " + to;
                        case EACH, TOTAL -> query.years().only().isEmpty()
                                ? "t." + year + " BETWEEN " + from + " AND " + to
                                : "t." + year + " IN ("
                                        + query.years().only().stream()
                                                .map(String::valueOf)
                                                .collect(Collectors.joining(", "))
                                        + ")";
                        case ENDS -> "t." + year + " IN (" + from + ", " + to + ")";
                    });
        }

        private void restrict(SemanticQuery.Condition condition) {
            Measure measure = Measure.of(condition.metric());
            String bound = " " + condition.threshold().operator() + " "
                    + (condition.than().isEmpty()
                            ? number(condition.threshold().value())
                            : value(Measure.of(condition.than()), ""));
            Form form = query.measures().get(0).form();
            // what is left out by a condition stays part of the whole that shares are of
            if (form == Form.SHARE && query.measures().contains(measure)) {
                outerWhere.add("q." + alias(measure) + bound);
            } else if (grouped && (form == Form.GROWTH || form == Form.CHANGE)) {
                having.add(value(
                                measure,
                                "t." + table.dimensions().get(YEAR) + " = "
                                        + query.years().to())
                        + bound);
            } else {
                (grouped ? having : where).add(value(measure, "") + bound);
            }
        }

        private String condition(Restriction restriction) {
            if (restriction.isExclusion()) {
                return "NOT (" + condition(restriction.turned()) + ")";
            }
            String dimension = restriction.dimension();
            // of several groups the rows of the first are listed, the others restrict them
            boolean listed = query.where().stream()
                    .filter(Restriction::memberOf)
                    .findFirst()
                    .filter(restriction::equals)
                    .isPresent();
            if (restriction.memberOf()
                    && listed
                    && table.name().equals(membership().table())) {
                return "(t." + membership().type() + ", t." + membership().name() + ") IN ("
                        + restriction.codes().stream()
                                .map(SqlCompiler::groupPair)
                                .collect(Collectors.joining(", "))
                        + ")";
            }
            if (restriction.memberOf()) {
                Membership groups = membership();
                return "t." + table.dimensions().get(dimension) + " IN (SELECT m." + groups.key()
                        + " FROM " + groups.table() + " m WHERE (m." + groups.type() + ", m." + groups.name()
                        + ") IN ("
                        + restriction.codes().stream()
                                .map(SqlCompiler::groupPair)
                                .collect(Collectors.joining(", "))
                        + "))";
            }
            if (restriction.scope() == Scope.WITHIN) {
                return within(restriction);
            }
            String column = dimension.equals("product") && query.classes().size() > 1
                    ? "t.product_code"
                    : codeColumn(dimension);
            String joined = model.dimensions().get(dimension).joined();
            if (!joined.isEmpty()) {
                String padded = "('" + joined + "' || " + column + " || '" + joined + "') LIKE ";
                return restriction.codes().stream()
                        .map(code -> padded + literal("%" + joined + code + joined + "%"))
                        .collect(Collectors.joining(" OR ", "(", ")"));
            }
            return restriction.codes().size() == 1
                    ? column + " = " + literal(restriction.codes().get(0))
                    : column + " IN (" + literals(restriction.codes()) + ")";
        }

        /** Those that are listed without those that have any of the products in the same years. */
        private String lacking(Restriction restriction) {
            Measure measure = query.measures().get(0);
            String column = model.metric(measure.metric())
                    .column()
                    .orElseThrow(
                            () -> new NotAnswerable("who has nothing of a product is known of exports and imports"));
            String listed = query.by().get(0);
            FactTable traded = model.tables().stream()
                    .filter(fact -> fact.measures().contains(column))
                    .filter(fact -> fact.dimensions().keySet().equals(Set.of(listed, restriction.dimension(), YEAR)))
                    .filter(fact -> fact.levels().isEmpty() || fact.levels().contains(query.level()))
                    .findFirst()
                    .orElseThrow(() ->
                            new NotAnswerable("there are no data by " + listed + " and " + restriction.dimension()));
            Dimension look = model.dimensions().get(restriction.dimension());
            String dataClass = query.classes().get(0);
            String years = "n." + traded.dimensions().get(YEAR) + " BETWEEN "
                    + query.years().from() + " AND " + query.years().to();
            return "t." + table.dimensions().get(listed) + " NOT IN (SELECT n."
                    + traded.dimensions().get(listed) + " FROM " + traded.of(dataClass, query.level()) + " n JOIN "
                    + look.table().replace("{class}", dataClass) + " np ON np." + look.key() + " = n."
                    + traded.dimensions().get(restriction.dimension()) + " WHERE np." + look.code() + " IN ("
                    + literals(restriction.codes()) + ") AND " + years + " AND n." + column + " > 0)";
        }

        private String codeColumn(String dimension) {
            Dimension look = model.dimensions().get(dimension);
            return look.table().isEmpty()
                    ? "t." + table.dimensions().get(dimension)
                    : join(dimension) + "." + look.code();
        }

        /** Rows whose member lies below one of the codes. */
        private String within(Restriction restriction) {
            Dimension look = model.dimensions().get(restriction.dimension());
            String columns = look.ancestors().stream()
                    .map(ancestor -> join(restriction.dimension()) + "." + ancestor)
                    .collect(Collectors.joining(" OR "));
            String above = " IN (SELECT a." + look.key() + " FROM "
                    + look.table().replace("{class}", query.classes().get(0)) + " a WHERE a." + look.code()
                    + " IN (" + literals(restriction.codes()) + "))";
            return "(" + columns.replace(" OR ", above + " OR ") + above + ")";
        }

        private void selectMeasure(Measure measure) {
            String name = alias(measure);
            switch (measure.form()) {
                case VALUE -> select.add(value(measure, partBeside(measure)) + " AS " + name);
                case AVERAGE -> select.add(average(measure) + " AS " + name);
                case SHARE -> {
                    if (isOfGroup(query, measure)) {
                        if (!query.measures().contains(Measure.of(measure.metric()))) {
                            select.add(value(measure, "") + " AS " + measure.metric());
                        }
                        outerColumns.add(shareOfWhole(measure) + " AS " + name);
                    } else {
                        select.add(share(measure) + " AS " + name);
                    }
                }
                case GROWTH, CHANGE -> selectGrowth(measure);
                case RANK -> {
                    Metric metric = model.metric(measure.metric());
                    String value = value(measure, "");
                    String partition = partition(measure.over());
                    select.add(value + " AS " + measure.metric());
                    select.add("rank() OVER (" + partition + "ORDER BY " + value
                            + (metric.ascending() ? " ASC" : " DESC") + " NULLS LAST) AS " + name);
                    select.add("count(*) OVER (" + (partition.isEmpty() ? "" : partition.strip()) + ") AS ranked");
                    metric.rankFilter().ifPresent(filter -> where.add(filter.replace("{c}", join(measure.over()))));
                    exclude(measure);
                }
            }
            boolean listed = query.where().stream()
                            .noneMatch(r -> r.scope() == Scope.THESE
                                    && (r.dimension().equals("product")
                                            || r.dimension().equals("partner")))
                    && (query.by().contains("product") || query.by().contains("partner"))
                    && query.years().span() == Span.ONE
                    && query.across().isEmpty();
            boolean ranking = (query.limit().isPresent() || listed) && measure.form() == Form.VALUE;
            if (ranking && measure.equals(query.measures().get(0))) {
                exclude(measure);
                if (query.by().contains("country")) {
                    model.metric(measure.metric())
                            .rankFilter()
                            .ifPresent(filter -> where.add(filter.replace("{c}", join("country"))));
                }
            }
        }

        /** Several rows of one year, such as goods and services or the members of a group, are one value of that year. */
        private String average(Measure measure) {
            Metric metric = model.metric(measure.metric());
            boolean additive = metric.sum().filter(sum -> !sum.contains("/")).isPresent();
            if (additive) {
                String member = metric.dimensions().stream()
                        .filter(table.dimensions()::containsKey)
                        .findFirst()
                        .orElse("country");
                String counted = "t." + table.dimensions().get(query.years().span() == Span.TOTAL ? YEAR : member);
                return value(measure, "") + " / nullif(count(DISTINCT " + counted + "), 0)";
            }
            String column = metric.column()
                    .orElseThrow(() -> new NotAnswerable("the mean of " + metric.label() + " is not held"));
            return (metric.scale() == 1.0 ? "" : number(metric.scale()) + " * ") + "avg(t." + column + ")";
        }

        /** A ranking leaves out what has no value, and of flows what is nothing. */
        private void exclude(Measure measure) {
            Metric metric = model.metric(measure.metric());
            boolean flow = metric.unit().equals("USD")
                    && metric.column().isPresent()
                    && metric.sum().equals(Optional.of("sum({" + metric.column().get() + "})"));
            if (flow && table.measures().contains(metric.column().get())) {
                where.add("t." + metric.column().get() + " > 0");
            } else if (!grouped) {
                where.add(value(measure, "") + " IS NOT NULL");
            }
        }

        private String partition(String over) {
            List<String> others = new ArrayList<>();
            for (String by : query.by()) {
                if (!by.equals(over)) {
                    others.add(
                            switch (by) {
                                case YEAR -> "t." + table.dimensions().get(YEAR);
                                case SECTOR -> "t.sector";
                                case GROUP -> "g." + membership().name();
                                    // in a union the product's name comes from within it
                                case "product" -> query.classes().size() > 1 ? "t.product_code" : codeColumn(by);
                                default -> codeColumn(by);
                            });
                }
            }
            return others.isEmpty() ? "" : "PARTITION BY " + String.join(", ", others) + " ";
        }

        /**
         * What a product's trade with partners is a share of: the country's trade of the product with everybody, or its trade of
         * everything with the partner, where a table has it; not every partner and product need be listed.
         */
        private Optional<String> wholeTrade(Measure measure) {
            Metric metric = model.metric(measure.metric());
            boolean single = metric.column().isPresent() && query.classes().size() == 1;
            boolean both = table.dimensions().containsKey("product")
                    && table.dimensions().containsKey("partner");
            if (!single || !both || !Set.of("partner", "product").contains(measure.over())) {
                return Optional.empty();
            }
            Set<String> rest = new LinkedHashSet<>(table.dimensions().keySet());
            rest.remove(measure.over());
            return model.tables().stream()
                    .filter(fact -> fact.dimensions().keySet().equals(rest)
                            && fact.measures().contains(metric.column().get()))
                    .filter(fact -> rest.stream().allMatch(this::isFixed))
                    .findFirst()
                    .map(fact -> {
                        String name = fact.of(query.classes().get(0), query.level());
                        if (joined.add(name)) {
                            joins.add("LEFT JOIN " + name + " w ON " + on(fact, "w"));
                        }
                        return "max(w." + metric.column().get() + ")";
                    });
        }

        private boolean isFixed(String dimension) {
            return query.by().contains(dimension)
                    || dimension.equals(YEAR) && query.years().span() == Span.ONE
                    || query.where().stream().anyMatch(r -> r.dimension().equals(dimension) && r.isSingle());
        }

        private String on(FactTable other, String alias) {
            return other.dimensions().entrySet().stream()
                    .map(entry -> alias + "." + entry.getValue() + " = t."
                            + table.dimensions().get(entry.getKey()))
                    .collect(Collectors.joining(" AND "));
        }

        private static String shareOfWhole(Measure measure) {
            return "100.0 * q." + measure.metric() + " / nullif(w." + measure.metric() + ", 0)";
        }

        private String share(Measure measure) {
            String value = value(measure, "");
            Optional<String> whole = wholeTrade(measure);
            if (query.by().contains(measure.over())) {
                String of = whole.orElseGet(() ->
                        "sum(" + value + ") OVER (" + partition(measure.over()).strip() + ")");
                return "100.0 * " + value + " / nullif(" + of + ", 0)";
            }
            String part = part(measure);
            if (part.isEmpty()) {
                throw new NotAnswerable("a share needs the part it is the share of");
            }
            return "100.0 * " + value(measure, part) + " / nullif(" + whole.orElse(value) + ", 0)";
        }

        /** Beside a share of what is not listed the amount is that of the part, not of the whole. */
        private String partBeside(Measure amount) {
            return query.measures().stream()
                    .filter(m -> m.form() == Form.SHARE && m.metric().equals(amount.metric()))
                    .filter(m -> !query.by().contains(m.over())
                            && !isOfGroup(query, m)
                            && wholeTrade(m).isEmpty())
                    .map(this::part)
                    .findFirst()
                    .orElse("");
        }

        private String part(Measure share) {
            return query.where().stream()
                    .filter(restriction -> restriction.dimension().equals(share.over()))
                    .map(this::condition)
                    .collect(Collectors.joining(" AND "));
        }

        /** Whole numbers divide as such in PostgreSQL; DuckDB's numeric would cut off digits. */
        private String exact() {
            return dialect == Dialect.POSTGRESQL ? "::numeric" : "";
        }

        private void selectGrowth(Measure measure) {
            int from = query.years().from();
            int to = query.years().to();
            String metric = measure.metric();
            String year = "t." + table.dimensions().get(YEAR);
            select.add(value(measure, year + " = " + from) + " AS " + metric + "_" + from);
            select.add(value(measure, year + " = " + to) + " AS " + metric + "_" + to);
            String first = "q." + metric + "_" + from;
            String last = "q." + metric + "_" + to;
            outerColumns.add(last + " - " + first + " AS " + metric + "_change");
            if (additive(measure)) {
                outerColumns.add("100.0 * (" + last + " - " + first + ") / nullif(" + first + ", 0) AS growth_percent");
                outerColumns.add("100.0 * (power(" + last + exact() + " / nullif(" + first + ", 0), 1.0 / "
                        + Math.max(1, to - from) + ") - 1) AS yearly_growth_percent");
            }
            if (query.limit().isPresent()) {
                outerWhere.add(first + " > 0");
                outerWhere.add(last + " IS NOT NULL");
            }
        }

        /** A measure's value, over the rows that meet a condition where there is one. */
        private String value(Measure measure, String condition) {
            Metric metric = model.metric(measure.metric());
            String scale = metric.scale() == 1.0 ? "" : number(metric.scale()) + " * ";
            boolean own = table.measures()
                    .containsAll(metric.columns(summed || metric.column().isEmpty()));
            if (!own) {
                return scale + lookedUp(metric);
            }
            if (!grouped) {
                return scale + "t." + metric.column().orElseThrow();
            }
            if (metric.sum().isEmpty() && summed) {
                throw new NotAnswerable(metric.label() + " has a value for each "
                        + String.join(", ", table.dimensions().keySet())
                        + " and cannot be added up over several");
            }
            String template = summed || metric.column().isEmpty()
                    ? metric.sum().orElseThrow()
                    : "max({" + metric.column().get() + "})";
            String expression = template.replaceAll("\\{(\\w+)}", "t.$1");
            if (!condition.isEmpty()) {
                expression =
                        expression.replaceAll("(sum|max)\\(([^()]*)\\)", "$1($2) FILTER (WHERE " + condition + ")");
            }
            boolean simple = expression.matches("\\w+\\([^()]*\\)( FILTER \\(WHERE .*\\))?");
            return scale + (simple ? expression : "(" + expression + ")");
        }

        /** The value from a table of fewer dimensions, joined on those. */
        private String lookedUp(Metric metric) {
            String column =
                    metric.column().orElseThrow(() -> new NotAnswerable("cannot combine " + metric.label() + " here"));
            FactTable other = model.tables().stream()
                    .filter(fact -> fact.measures().contains(column))
                    .filter(fact -> table.dimensions()
                            .keySet()
                            .containsAll(fact.dimensions().keySet()))
                    .filter(fact -> fact.levels().isEmpty() || fact.levels().contains(query.level()))
                    .findFirst()
                    .orElseThrow(() -> new NotAnswerable("cannot combine " + metric.label() + " with the rest"));
            for (String dimension : other.dimensions().keySet()) {
                if (!isFixed(dimension) || query.classes().size() > 1) {
                    throw new NotAnswerable(metric.label() + " needs one " + dimension + " per row");
                }
            }
            String name = other.of(query.classes().get(0), query.level());
            table.measures().stream()
                    .filter(c -> c.equals("export_value") && lookUps.isEmpty() && !grouped)
                    .forEach(c -> where.add("t." + c + " > 0"));
            String alias = lookUps.computeIfAbsent(name, n -> "l" + lookUps.size());
            if (joined.add(name)) {
                joins.add("LEFT JOIN " + name + " " + alias + " ON " + on(other, alias));
            }
            return grouped ? "max(" + alias + "." + column + ")" : alias + "." + column;
        }
    }

    private static String alias(Measure measure) {
        return switch (measure.form()) {
            case VALUE -> measure.metric();
            case AVERAGE -> measure.metric() + "_average";
            case GROWTH, CHANGE -> "growth_percent";
            case SHARE -> measure.metric() + "_share";
            case RANK -> measure.metric() + "_rank";
        };
    }

    private static String groupPair(String code) {
        int colon = code.indexOf(':');
        return "(" + literal(code.substring(0, colon)) + ", " + literal(code.substring(colon + 1)) + ")";
    }

    private static String literals(List<String> codes) {
        return codes.stream().map(SqlCompiler::literal).collect(Collectors.joining(", "));
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%d", (long) value)
                : Double.toString(value);
    }

    private static String indent(String text) {
        return "  " + text.replace("\n", "\n  ");
    }
}
