package dev.caravan.evaluation;

import dev.caravan.catalog.Entity;
import dev.caravan.evaluation.Aspect.Category;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Label;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.evaluation.Report.TurnResult;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.GraphqlRun.Entities;
import dev.caravan.graphql.GraphqlRun.Named;
import dev.caravan.graphql.GraphqlRun.Part;
import dev.caravan.graphql.QueryType;
import dev.caravan.graphql.Resolution;
import dev.caravan.turn.ToolResult.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Holds what a stage made of a question against its label. */
final class StageScoring {
    /** The aspect of the query type. */
    static final String QUERY_TYPE = "query_type";

    private static final Map<Integer, String> LEVELS =
            Map.of(1, "section", 2, "twoDigit", 4, "fourDigit", 6, "sixDigit");

    private StageScoring() {}

    static TurnResult score(Ask ask, Stage stage, GraphqlRun run) {
        Label label = ask.label().orElseThrow();
        List<Aspect> aspects =
                switch (stage) {
                    case CLASSIFICATION -> classified(label, run);
                    case EXTRACTION -> extracted(label, run);
                    case RESOLUTION -> resolved(label, run);
                    case TURN -> throw new IllegalArgumentException("a turn is no stage");
                };
        String said = run.failure()
                .map(GraphqlRun.Failure::message)
                .or(() -> run.classification().map(GraphqlRun.Classification::reasoning))
                .orElse("");
        return new TurnResult(
                ask.question(),
                run.getDecision(),
                aspects,
                List.of(),
                said,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of());
    }

    private static List<Aspect> classified(Label label, GraphqlRun run) {
        List<String> right = label.types().stream().map(QueryType::code).toList();
        String taken =
                run.classification().map(found -> found.queryType().code()).orElse("");
        List<Aspect> aspects = new ArrayList<>();
        aspects.add(
                Aspect.of(QUERY_TYPE, right.contains(taken), String.join(" or ", right), taken, Category.METHODOLOGY));
        if (!taken.equals(QueryType.REJECT.code())) {
            ids(label, run).forEach(aspects::add);
        }
        return aspects;
    }

    /** Ids that a list of others tells by the addresses of pages. */
    private static Stream<Aspect> ids(Label label, GraphqlRun run) {
        List<Aspect> aspects = new ArrayList<>();
        String places = label.fields().get("country_ids");
        if (places != null) {
            Set<String> found = new TreeSet<>();
            run.resolution().flatMap(Resolution::country).ifPresent(country -> found.add(String.valueOf(country.id())));
            run.resolution().flatMap(Resolution::partner).ifPresent(country -> found.add(String.valueOf(country.id())));
            aspects.add(Aspect.of(
                    "country",
                    found.containsAll(List.of(places.split(","))),
                    places,
                    String.join(",", found),
                    Category.WRONG_ENTITY));
        }
        String codes = label.fields().get("product");
        if (codes != null) {
            String found = run.resolution()
                    .flatMap(Resolution::product)
                    .map(Entity.Product::code)
                    .orElse("");
            aspects.add(Aspect.of("product", isOneOf(codes, found), codes, found, Category.WRONG_ENTITY));
        }
        return aspects.stream();
    }

    private static boolean isOneOf(String right, String found) {
        return Set.of(right.split("\\|")).stream().anyMatch(found::equalsIgnoreCase);
    }

    private static List<Aspect> extracted(Label label, GraphqlRun run) {
        if (run.entities().isEmpty()) {
            return List.of(Aspect.wrong("extraction", "entities", "none", Category.MISSING));
        }
        Entities entities = run.entities().get();
        Map<String, Set<String>> found = new TreeMap<>();
        for (Part part : Part.values()) {
            Optional.ofNullable(entities.names().get(part))
                    .ifPresent(named -> found.put(part.code(), names(named, run, part)));
        }
        put(found, "year", entities.year());
        put(found, "min_year", entities.minYear());
        put(found, "max_year", entities.maxYear());
        put(found, "lookback_years", entities.lookback());
        put(found, "product_level", entities.level().map(LEVELS::get));
        put(found, "product_class", entities.productClass());
        if (label.fields().containsKey("direction")) {
            found.put("direction", Set.of(entities.imports() ? "import" : "export"));
        }
        Set<String> fields = new TreeSet<>(label.fields().keySet());
        fields.addAll(found.keySet());
        return fields.stream()
                .map(field -> field(field, label.fields().getOrDefault(field, ""), found.getOrDefault(field, Set.of())))
                .toList();
    }

    private static void put(Map<String, Set<String>> found, String field, Optional<?> value) {
        value.ifPresent(v -> found.put(field, Set.of(v.toString())));
    }

    /** A name as written, the code guessed for it, and what the catalog calls the thing of that code. */
    private static Set<String> names(Named named, GraphqlRun run, Part part) {
        Set<String> names = new HashSet<>(Set.of(named.text(), named.guess()));
        Optional.ofNullable(run.lookUps().get(part))
                .flatMap(GraphqlRun.LookUp::verified)
                .ifPresent(entity -> names.addAll(Set.of(entity.name(), entity.code())));
        return names;
    }

    private static Aspect field(String field, String expected, Set<String> found) {
        boolean right =
                expected.isEmpty() ? found.isEmpty() : found.stream().anyMatch(value -> isOneOf(expected, value));
        Category category = found.isEmpty() ? Category.MISSING : Category.WRONG_ENTITY;
        return Aspect.of(
                field,
                right,
                expected.isEmpty() ? "nothing" : expected,
                found.stream().sorted().collect(Collectors.joining(" = ")),
                category);
    }

    private static List<Aspect> resolved(Label label, GraphqlRun run) {
        List<Aspect> aspects = new ArrayList<>();
        label.fields().forEach((field, right) -> aspects.add(id(field, right, run)));
        return aspects;
    }

    private static Aspect id(String field, String right, GraphqlRun run) {
        if (field.equals("unresolved")) {
            boolean said = run.failure()
                    .filter(failure -> failure.status() == Status.UNRESOLVED)
                    .isPresent();
            return Aspect.of("unknown " + right, said, "said to be unknown", found(right, run), Category.WRONG_ENTITY);
        }
        String found = found(field, run);
        boolean match = Stream.of(found.split(" = ")).anyMatch(value -> isOneOf(right, value));
        return Aspect.of(field, match, right, found, found.isEmpty() ? Category.MISSING : Category.WRONG_ENTITY);
    }

    private static String found(String field, GraphqlRun run) {
        Optional<? extends Entity> entity = run.resolution().flatMap(resolution -> switch (field) {
            case "country" -> resolution.country();
            case "partner" -> resolution.partner();
            case "product" -> resolution.product();
            case "group" -> resolution.group();
            default -> throw new IllegalArgumentException("no id has the name " + field);
        });
        return entity.map(e -> e.code().replaceFirst("^[a-z_]+:", "") + " = " + e.name())
                .orElse("");
    }
}
