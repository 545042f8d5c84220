package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that no document knows, told from all else that is written with a capital. */
class StrangeNamesTest {
    private static final Set<String> KNOWN = Set.of("Alder Ridge", "Tools", "Supervisory Board", "Adjusted EBITDA");

    private static List<String> strange(String question) {
        return StrangeNames.of(question, KNOWN::contains);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "What is the FY2018 capital expenditure (in USD millions) for Best Buy? | Best Buy",
                "Best Buy revenue 2023 | Best Buy",
                "Does Boeing have an improving gross margin as of FY2022? | Boeing",
                "What was AMD's revenue in Q2 of FY22? | AMD",
                "Using only the balance sheet, how much total assets did Costco have? | Costco",
                "List the subsidiaries of Bank of America. | Bank of America",
                "What was Johnson & Johnson's EPS? | Johnson & Johnson",
                "Is it true that Mr. Wexley resigned in August? | Mr Wexley"
            })
    void namesThatNobodyKnowsAreFound(String question, String name) {
        assertThat(strange(question).stream().map(each -> each.replace(".", "")))
                .contains(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What was the revenue of Alder Ridge in FY2023?",
                "Calculate EBITDA and ROA in USD for Q2.",
                "Give the R&D and SG&A costs. Explain why they rose in March 2023.",
                "Who sits on the Supervisory Board?",
                "what are the revenues of best buy",
                "What Was The Revenue Of The Group In The Year",
                "Revenue in 2022?",
                "Which region had the Highest EBITDAR Contribution during FY2022?",
                "Is Adjusted EBITDA higher? It is, says the report."
            })
    void whatIsOrdinaryOrKnownIsNot(String question) {
        assertThat(strange(question)).isEmpty();
    }

    @Test
    void eachNameOfAComparisonIsLookedAt() {
        assertThat(strange("Compare Boeing's revenue with Alder Ridge and Amcor"))
                .containsExactly("Boeing", "Amcor");
    }

    /** Of questions that others wrote: none of the companies is known to any document. */
    @Test
    void companiesOfRealQuestionsAreFoundWhereNobodyKnowsThem() throws IOException {
        Path home = Path.of(System.getProperty("caravan.home"));
        Path file = home.resolve("../shared/data/documents/questions-dev.jsonl").normalize();
        assumeTrue(Files.exists(file), "there are no questions at " + file);
        CorpusTerms terms = CorpusTerms.read(home.resolve("workspaces/filings"));
        List<String> missed = new ArrayList<>();
        int named = 0;
        for (String line : Files.readAllLines(file)) {
            JsonNode asked = new ObjectMapper().readTree(line);
            String question = asked.path("question").asText();
            String company = asked.path("company").asText();
            String first = company.split("[ .]")[0];
            // names with digits are not told from other figures
            if (first.length() > 2 && !first.matches(".*\\d.*") && question.contains(first)) {
                named++;
                List<String> found = StrangeNames.of(question, name -> terms.knows(Phrase.wordsOf(name)));
                if (found.stream().noneMatch(name -> name.contains(first))) {
                    missed.add(question);
                }
            }
        }
        assertThat(named).isGreaterThan(30);
        assertThat(missed).as("of " + named).hasSizeLessThanOrEqualTo(named / 20);
    }
}
