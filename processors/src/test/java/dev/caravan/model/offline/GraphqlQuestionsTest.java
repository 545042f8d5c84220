package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.graphql.ExtractEntities;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.QueryType;
import dev.caravan.graphql.Resolution;
import dev.caravan.graphql.ResolveIds;
import dev.caravan.graphql.YearCoverage;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.turn.ToolCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How often the offline model takes labelled questions for the right query type and finds the right ids. */
class GraphqlQuestionsTest {
    private static final double CERTAIN = 0.65;
    private static final Pattern COUNTRY_URL = Pattern.compile("(?:/countries/|(?:exporter|importer)=country-)(\\d+)");
    private static final Pattern PRODUCT = Pattern.compile("\\((\\d{4})\\b");

    private final Catalog catalog = WorldCatalog.get();
    private final Path workspace = WorldCatalog.home().resolve("workspaces/atlas");
    private final SemanticModel model = SemanticModel.read(workspace.resolve("semantic-model.yaml"));
    private final PromptFolder prompts = new PromptFolder(workspace.resolve("prompts"));
    private final OfflineGraphql offline = new OfflineGraphql(model, new QuestionReader(model));
    private final ClassifyQuery classify = new ClassifyQuery(prompts);
    private final ExtractEntities extract = new ExtractEntities(prompts, () -> catalog);
    private final ResolveIds resolve = new ResolveIds(() -> catalog, Optional::empty, prompts, YearCoverage.of(model));

    /** Hits and tries. */
    private static final class Rate {
        private int hits;
        private int tries;

        void add(boolean hit) {
            tries++;
            hits += hit ? 1 : 0;
        }

        double value() {
            return tries == 0 ? 1 : (double) hits / tries;
        }

        @Override
        public String toString() {
            return String.format(java.util.Locale.ROOT, "%.1f%% (%d of %d)", 100 * value(), hits, tries);
        }
    }

    private GraphqlRun run(String question) {
        GraphqlRun begun = GraphqlRun.begin("t", ToolCall.asking("c", "atlas_graphql", question, ""), Overrides.NONE);
        GraphqlRun classified = classify.accept(begun, Replies.write(offline.classify(begun, catalog)));
        if (classified.getDecision().equals("rejected")) {
            return classified;
        }
        GraphqlRun extracted = extract.accept(classified, Replies.write(offline.extract(classified, catalog)));
        GraphqlRun found = resolve.find(extracted);
        return resolve.accept(found, Replies.write(offline.select(found)));
    }

    @Test
    void reachesTheRatesAskedForOnLabelledQuestions() throws IOException {
        Path file = Path.of(System.getProperty(
                        "caravan.shared",
                        WorldCatalog.home().resolve("../shared").toString()))
                .resolve("questions/atlas-dev.json");
        assumeThat(Files.exists(file)).as("the labelled questions %s", file).isTrue();
        Rate type = new Rate();
        Rate precision = new Rate();
        Rate recall = new Rate();
        Rate countries = new Rate();
        Rate products = new Rate();
        List<String> misses = new ArrayList<>();
        for (JsonNode question : new ObjectMapper().readTree(file.toFile()).path("questions")) {
            if (question.path("confidence").asDouble() < CERTAIN) {
                continue;
            }
            Set<String> accepted =
                    new HashSet<>(Set.of(question.path("expected_query_type").asText()));
            question.path("acceptable_query_types").forEach(other -> accepted.add(other.asText()));
            boolean shouldReject = question.path("expected_query_type").asText().equals("reject");
            GraphqlRun run = run(question.path("text").asText());
            String taken = run.classification().orElseThrow().queryType().code();
            type.add(accepted.contains(taken));
            if (taken.equals("reject")) {
                precision.add(accepted.contains("reject"));
            }
            if (shouldReject) {
                recall.add(taken.equals("reject"));
            }
            if (!accepted.contains(taken)) {
                misses.add(question.path("id") + " " + taken + " not " + accepted + ": "
                        + question.path("text").asText() + " ("
                        + run.classification().orElseThrow().reasoning() + ")");
            }
            if (!taken.equals("reject")) {
                ids(question, run, countries, products, misses);
            }
        }
        if (Boolean.getBoolean("caravan.print")) {
            misses.forEach(System.out::println);
        }
        String summary = "type " + type + ", rejection precision " + precision + ", recall " + recall + ", countries "
                + countries + ", products " + products;
        System.out.println("query types on labelled questions: " + summary);
        assertThat(type.value()).as(summary).isGreaterThanOrEqualTo(0.90);
        assertThat(precision.value()).as(summary).isGreaterThanOrEqualTo(0.85);
        assertThat(recall.value()).as(summary).isGreaterThanOrEqualTo(0.80);
        assertThat(countries.value()).as(summary).isGreaterThanOrEqualTo(0.95);
        assertThat(products.value()).as(summary).isGreaterThanOrEqualTo(0.90);
    }

    private void ids(JsonNode question, GraphqlRun run, Rate countries, Rate products, List<String> misses) {
        Set<Integer> places = new TreeSet<>();
        Matcher url = COUNTRY_URL.matcher(question.path("repo_url")
                .asText(question.path("ground_truth").path("url").asText()));
        while (url.find()) {
            places.add(Integer.parseInt(url.group(1)));
        }
        Set<String> codes = new TreeSet<>();
        question.path("ground_truth").path("data").forEach(row -> {
            Matcher code = PRODUCT.matcher(row.path("product").asText());
            if (code.find()
                    && question.path("text")
                            .asText()
                            .contains(row.path("product").asText().replaceAll("\\s*\\(.*", ""))) {
                codes.add(code.group(1));
            }
        });
        Optional<Resolution> asked = run.resolution();
        if (!places.isEmpty()) {
            Set<Integer> found = new HashSet<>();
            asked.flatMap(Resolution::country).map(Entity.Country::id).ifPresent(found::add);
            asked.flatMap(Resolution::partner).map(Entity.Country::id).ifPresent(found::add);
            countries.add(found.containsAll(places));
            if (!found.containsAll(places)) {
                misses.add(question.path("id") + " countries " + found + " not " + places + ": "
                        + question.path("text").asText() + " " + run.failure());
            }
        }
        if (!codes.isEmpty()) {
            Optional<String> found = asked.flatMap(Resolution::product).map(Entity.Product::code);
            products.add(found.filter(codes::contains).isPresent());
            if (found.filter(codes::contains).isEmpty()) {
                misses.add(question.path("id") + " product " + found + " not " + codes + ": "
                        + question.path("text").asText() + " " + run.failure());
            }
        }
    }

    @Test
    void everyTypeHasAQuestionThatIsTakenForIt() {
        List<String> examples = List.of(
                "reject|Which countries export more than $5 billion of coffee?",
                "country_profile|What is Ghana's diversification grade?",
                "country_lookback|How fast have Ghana's non-oil exports grown over the past 10 years?",
                "new_products|Which new products does Peru export?",
                "treemap_products|What did Ghana export in 2021?",
                "treemap_partners|Where did Ghana's exports go in 2021?",
                "treemap_bilateral|Which products did Ghana export to France in 2021?",
                "overtime_products|How have Ghana's cocoa exports changed since 2005?",
                "overtime_partners|How have Ghana's export destinations changed since 2005?",
                "marketshare|What is Ghana's global market share of cocoa beans since 2005?",
                "product_space|Where does Ghana stand in the product space?",
                "feasibility|What are Ghana's growth opportunities?",
                "feasibility_table|List Ghana's growth opportunities as a table",
                "country_year|What was Ghana's GDP in 2015?",
                "product_info|What is the PCI of cocoa beans?",
                "explore_bilateral|How much did Ghana export to France in 2021?",
                "explore_group|What are the total exports of ASEAN in 2020?",
                "global_datum|What are total world exports?",
                "explore_data_availability|Which years of data are available for SITC?");
        List<String> wrong = new ArrayList<>();
        for (String example : examples) {
            String expected = example.substring(0, example.indexOf('|'));
            QueryType taken = run(example.substring(example.indexOf('|') + 1))
                    .classification()
                    .orElseThrow()
                    .queryType();
            if (!taken.code().equals(expected)) {
                wrong.add(example + " -> " + taken.code());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(examples).hasSize(QueryType.values().length);
    }
}
