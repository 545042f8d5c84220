package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.GraphqlRun.LookUp;
import dev.caravan.graphql.QueryType;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The offline model's answers to the prompts of the GraphQL pipeline. */
final class OfflineGraphql {
    private static final Set<QueryType> BY_HEADING =
            EnumSet.of(QueryType.FEASIBILITY, QueryType.FEASIBILITY_TABLE, QueryType.PRODUCT_SPACE);
    private static final double SIMILAR = 0.55;
    private static final Set<Integer> LOOKBACKS = Set.of(3, 5, 10, 15);
    private static final Pattern SPAN = Pattern.compile("(?i)\\b(\\d+|three|five|ten|fifteen)[- ]years?\\b");

    private static final Pattern EXCLUDED = Pattern.compile(
            "(?i)\\b(non[- ]|outside |besides |beyond |not counting |leaving out |without excluding |except (for )?|other than |apart from )$");

    private final int lastYear;
    private final QuestionReader reader;
    private final QueryTypeReader types;

    OfflineGraphql(SemanticModel model, QuestionReader reader) {
        this(model, reader, LabelledExamples.none());
    }

    /** With examples to compare questions with. */
    OfflineGraphql(SemanticModel model, QuestionReader reader, LabelledExamples examples) {
        this.lastYear = model.lastYear().orElse(0);
        this.reader = reader;
        this.types = new QueryTypeReader(new Scope(model), lastYear, examples);
    }

    private Reading read(GraphqlRun run, Catalog catalog) {
        return reader.read(
                run.call().question(), catalog, run.overrides().schema().flatMap(ProductClass::of));
    }

    /** What the question is taken for. */
    QueryTypeReader.Taken take(String question, Reading reading) {
        return types.read(question, reading);
    }

    Map<String, Object> classify(GraphqlRun run, Catalog catalog) {
        String question = catalog.spelledOut(reader.plain(run.call().question(), catalog));
        QueryTypeReader.Taken taken = take(
                question,
                reader.read(question, catalog, run.overrides().schema().flatMap(ProductClass::of)));
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("reasoning", "By its words: " + taken.reason());
        reply.put("query_type", taken.type().code());
        if (taken.type() == QueryType.REJECT) {
            reply.put("rejection_reason", taken.reason());
        } else {
            reply.put("api_target", taken.type().api().code());
        }
        return reply;
    }

    Map<String, Object> extract(GraphqlRun run, Catalog catalog) {
        Reading reading = read(run, catalog);
        QueryType type = run.classification().orElseThrow().queryType();
        Map<String, Object> reply = new LinkedHashMap<>();
        List<Mention> countries = places(reading, false);
        List<Mention> groups = places(reading, true);
        // the measured country first, whatever its place in the sentence
        countries.stream()
                .filter(m -> m.role() == Role.SUBJECT)
                .findFirst()
                .or(() -> countries.stream().findFirst())
                .ifPresent(main -> {
                    name(reply, "country", main);
                    countries.stream()
                            .filter(m -> !m.entity().equals(main.entity()))
                            .findFirst()
                            .ifPresent(partner -> name(reply, "partner_country", partner));
                });
        groups.stream().findFirst().ifPresent(found -> {
            reply.put("group", found.text());
            reply.put("group_code_guess", found.entity().code());
            reply.put("group_type", ((Entity.Group) found.entity()).type());
        });
        // "oil" in "non-oil exports" is left out, not asked for
        reading.goods().stream()
                .filter(good -> !isExcluded(reading, good))
                .findFirst()
                .ifPresent(good -> {
                    reply.put("product", good.text());
                    reply.put("services", good.kind() == Kind.SERVICE);
                    good.sense()
                            .ifPresent(sense -> reply.put(
                                    "product_code_guess", sense.first().code()));
                });
        if (reading.goods().isEmpty()
                && type == QueryType.PRODUCT_INFO
                && !reading.leftover().isEmpty()) {
            // it has to be said that there is no such product
            reply.put("product", String.join(" ", reading.leftover()));
        }
        if (reading.goods().isEmpty() && reading.has(Signal.SERVICES) && isFlow(type)) {
            reply.put("product", "services");
            reply.put("services", true);
            reply.put("product_code_guess", "services");
        }
        years(reply, reading, type, run.call().question());
        // distance and gain are those of headings; "sectors" is then only a word for what could be made
        reading.level()
                .filter(level -> level > 1 || !BY_HEADING.contains(type))
                .ifPresent(level ->
                        reply.put("product_level", level == 1 ? "section" : level == 2 ? "twoDigit" : "fourDigit"));
        if (reading.classNamed()) {
            reading.productClass().ifPresent(named -> reply.put("product_class", named.name()));
        }
        boolean imports = reading.metrics().stream().anyMatch(metric -> metric.startsWith("imports"))
                && !reading.metrics().contains("exports");
        reply.put("direction", imports ? "import" : "export");
        return reply;
    }

    private static boolean isExcluded(Reading reading, Mention good) {
        int before = reading.words().list().get(good.start()).start();
        return EXCLUDED.matcher(reading.words().text().substring(0, before)).find();
    }

    private static boolean isFlow(QueryType type) {
        return type == QueryType.TREEMAP_PRODUCTS || type == QueryType.OVERTIME_PRODUCTS;
    }

    private static List<Mention> places(Reading reading, boolean groups) {
        return reading.mentions().stream()
                .filter(m ->
                        m.kind() == Kind.PLACE && m.sense().isPresent() && m.entity() instanceof Entity.Group == groups)
                .filter(m -> !(m.entity() instanceof Entity.Group g && g.type().equals("world")))
                .toList();
    }

    private static void name(Map<String, Object> reply, String field, Mention mention) {
        reply.put(field, mention.text());
        reply.put(
                field.replace("_country", "") + "_code_guess", mention.entity().code());
    }

    private void years(Map<String, Object> reply, Reading reading, QueryType type, String question) {
        Optional<Integer> span = reading.lastYears().or(() -> spoken(question)).filter(n -> n > 1);
        if (type == QueryType.COUNTRY_LOOKBACK
                && span.filter(LOOKBACKS::contains).isPresent()) {
            reply.put("lookback_years", span.get());
        } else if (reading.lastYears().isPresent()) {
            reply.put("min_year", lastYear - reading.lastYears().get());
            reply.put("max_year", lastYear);
        } else if (reading.from().isPresent() && reading.from().equals(reading.to())) {
            reply.put("year", reading.from().get());
        } else {
            reading.from().ifPresent(year -> reply.put("min_year", year));
            reading.to().ifPresent(year -> reply.put("max_year", year));
        }
    }

    /** "the 5-year growth rate" */
    private static Optional<Integer> spoken(String question) {
        Matcher matcher = SPAN.matcher(question);
        if (!matcher.find()) {
            return Optional.empty();
        }
        String number = matcher.group(1).toLowerCase(java.util.Locale.ROOT);
        return Grammar.NUMBERS.containsKey(number)
                ? Optional.of(Grammar.NUMBERS.get(number))
                : number.length() < 4 ? Optional.of(Integer.parseInt(number)) : Optional.empty();
    }

    /** Takes an exact name first, then a verified guess, then the best hit if it is close enough. */
    Map<String, Object> select(GraphqlRun run) {
        List<Map<String, Object>> selections = new ArrayList<>();
        run.lookUps().forEach((part, lookUp) -> {
            if (!lookUp.isClear()) {
                selections.add(Map.of(
                        "part",
                        part.code(),
                        "code",
                        chosen(lookUp).map(Entity::code).orElse("")));
            }
        });
        return Map.of("selections", selections);
    }

    private static Optional<Entity> chosen(LookUp lookUp) {
        return lookUp.exact()
                ? Optional.of(lookUp.found().get(0).entity())
                : lookUp.verified().or(() -> lookUp.found().stream()
                        .filter(hit -> hit.score() >= SIMILAR)
                        .findFirst()
                        .map(Catalog.Hit::entity));
    }
}
