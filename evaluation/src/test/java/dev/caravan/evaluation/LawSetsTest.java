package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.reference.StatuteFolder;
import dev.caravan.research.ResearchLimits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LawSetsTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home", "."));
    private static final Path SECTIONS = HOME.resolve("../shared/data/legal/sections.jsonl.gz");

    @TempDir
    Path folder;

    @Test
    void findsAndResolvesTheReferencesOfRealLawsLabelledByHand() throws IOException {
        assumeTrue(Files.isRegularFile(SECTIONS), "there are no laws at " + SECTIONS);
        writeLaws();
        ReferenceSet.Score score =
                ReferenceSet.read(HOME.resolve("evaluation/references.jsonl")).score(StatuteFolder.read(folder));
        assertThat(score.missing()).isZero();
        assertThat(score.labelled()).isGreaterThan(200);
        assertThat(score.precision()).isGreaterThanOrEqualTo(0.95);
        assertThat(score.recall()).isGreaterThanOrEqualTo(0.9);
        assertThat(score.resolution()).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void citesTheSectionsThatReferencesLeadToWithSupportForEveryStatement() throws IOException {
        assumeTrue(Files.isRegularFile(SECTIONS), "there are no laws at " + SECTIONS);
        writeLaws();
        ResearchSet set = ResearchSet.read(HOME.resolve("evaluation/research.jsonl"));
        ResearchSet.Score followed = set.score(StatuteFolder.read(folder), ResearchLimits.DEFAULT);
        ResearchSet.Score without = set.score(StatuteFolder.read(folder), ResearchLimits.DEFAULT.withoutFollowing());
        assertThat(followed.faults()).as("sections not cited").hasSizeLessThanOrEqualTo(8);
        assertThat(followed.found()).isGreaterThanOrEqualTo(0.85).isGreaterThan(without.found());
        assertThat(followed.support()).isGreaterThanOrEqualTo(0.95);
    }

    private void writeLaws() throws IOException {
        ObjectMapper json = new ObjectMapper();
        Map<String, StringBuilder> laws = new LinkedHashMap<>();
        Map<String, String> titles = Map.of(
                "AtG",
                "Atomgesetz",
                "StrlSchG",
                "Strahlenschutzgesetz",
                "AtVfV",
                "Atomrechtliche Verfahrensverordnung");
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(SECTIONS)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode section = json.readTree(line);
                String law = section.path("law").asText();
                String text = section.path("text").asText();
                laws.computeIfAbsent(
                                law,
                                name -> new StringBuilder("---\nTitle: " + titles.get(name) + " (" + titles.get(name)
                                        + " - " + name + ")\n---\n"))
                        .append("\n#### ")
                        .append(section.path("number").asText())
                        .append(' ')
                        .append(section.path("heading").asText())
                        .append("\n\n")
                        .append(text.replaceFirst("^# .*\\n+", ""))
                        .append('\n');
            }
        }
        for (Map.Entry<String, StringBuilder> law : laws.entrySet()) {
            Files.writeString(folder.resolve(law.getKey() + ".md"), law.getValue());
        }
    }
}
