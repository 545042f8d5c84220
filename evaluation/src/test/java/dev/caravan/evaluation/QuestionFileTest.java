package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.turn.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionFileTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", ".."));

    @TempDir
    Path folder;

    private QuestionSet read(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.writeString(file, text);
        return QuestionFile.read(file).get(0);
    }

    @Test
    void readsAQuestionWithItsGold() throws IOException {
        QuestionSet set = read(
                "tea.yaml",
                """
            description: about tea
            cases:
              - id: one
                kind: total
                question: Tea?
                source_method: sql_gold
                gold: {ordered: true, columns: [v], percent: v, decimals: {v: 2}, sql: select 1 as v}
            """);
        Case one = set.cases().get(0);
        assertThat(set.name()).isEqualTo("tea");
        assertThat(one.asks().get(0).expected().outcomes()).containsExactly(Outcome.ANSWERED);
        assertThat(one.asks().get(0).expected().gold().get(0).decimals()).containsEntry("v", 2);
        assertThat(one.asks().get(0).expected().gold().get(0).percent()).containsExactly("v");
    }

    @Test
    void namesTheCaseThatIsWrittenWrongly() {
        String unknownKey = "cases:\n  - {id: a, question: b, expct: refused}\n";
        String noMethod = "cases:\n  - {id: a, question: b, gold: {sql: select 1}}\n";
        String twice = "source_method: written_label\ncases:\n  - {id: a, question: b}\n  - {id: a, question: c}\n";
        assertThatThrownBy(() -> read("x.yaml", unknownKey))
                .hasMessageContaining("case a")
                .hasMessageContaining("expct");
        assertThatThrownBy(() -> read("x.yaml", noMethod)).hasMessageContaining("source_method");
        assertThatThrownBy(() -> read("x.yaml", twice)).hasMessageContaining("no id of its own");
    }

    @Test
    void makesSetsOfAnAnnotatedListAndKeepsTheUnsureQuestionsApart() throws IOException {
        Path file = folder.resolve("list.json");
        Files.writeString(
                file,
                """
        {"questions": [
          {"id": 1, "text": "A?", "expected_tool": "sql", "behaviour_class": "answer_with_data", "confidence": 0.9,
           "expected_query_type": "reject", "acceptable_query_types": []},
          {"id": 2, "text": "B?", "expected_tool": "graphql", "acceptable_tools": ["sql"], "behaviour_class": "explain_limit",
           "confidence": 0.9, "expected_query_type": "country_year", "acceptable_query_types": ["country_profile"],
           "ground_truth": {"url": "https://x/countries/404"}},
          {"id": 3, "text": "C?", "expected_tool": "docs", "behaviour_class": "answer_from_documentation", "confidence": 0.5,
           "expected_query_type": "reject"}]}
        """);
        List<QuestionSet> sets = QuestionFile.read(file);
        assertThat(sets).extracting(QuestionSet::name).containsExactly("list-types", "list", "list-unsure");
        assertThat(sets.get(0).cases()).extracting(Case::id).containsExactly("1", "2");
        assertThat(sets.get(0)
                        .cases()
                        .get(1)
                        .asks()
                        .get(0)
                        .label()
                        .orElseThrow()
                        .fields())
                .containsEntry("country_ids", "404");
        assertThat(sets.get(1).cases().get(1).asks().get(0).expected().lastTools())
                .containsExactlyInAnyOrder("atlas_graphql", "query_tool");
        assertThat(sets.get(1).cases().get(1).asks().get(0).expected().outcomes())
                .isEqualTo(Set.of(Outcome.NO_DATA, Outcome.REFUSED));
        assertThat(sets.get(2).cases()).extracting(Case::id).containsExactly("3");
    }

    @Test
    void keepsTheQuestionsOfTheSetsOutOfTheProduct() throws IOException {
        StringBuilder product = new StringBuilder();
        for (String place : List.of("processors/src/main", "workspaces", "routes", "application.yaml")) {
            try (Stream<Path> files = Files.walk(HOME.resolve(place))) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(file -> !file.toString().contains("/target/"))
                        .toList()) {
                    product.append(plain(Files.readString(file))).append('\n');
                }
            }
        }
        List<String> found = new ArrayList<>();
        for (Path file : sets()) {
            for (Case one : QuestionFile.read(file).get(0).cases()) {
                // a short follow-up such as "and imports?" is ordinary English
                one.asks().stream()
                        .map(Ask::question)
                        .filter(q -> q.split("\\s+").length > 4 && product.indexOf(plain(q)) >= 0)
                        .forEach(found::add);
            }
        }
        assertThat(found).isEmpty();
    }

    private static List<Path> sets() throws IOException {
        try (Stream<Path> files = Files.list(HOME.resolve("evaluation"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    /** Words alone, so that a line break, a quote or a capital letter hides nothing. */
    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\d]+", " ").strip();
    }
}
