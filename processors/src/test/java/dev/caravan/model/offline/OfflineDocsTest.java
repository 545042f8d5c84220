package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.docs.DocsRun;
import dev.caravan.docs.FormatDocs;
import dev.caravan.docs.HybridIndex;
import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.docs.KnowledgeFolder;
import dev.caravan.docs.SelectDocuments;
import dev.caravan.docs.SynthesizeAnswer;
import dev.caravan.evidence.DocsEvidence;
import dev.caravan.model.PromptFolder;
import dev.caravan.model.Replies;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The offline model's part in the documentation pipeline, on the shipped documents. */
class OfflineDocsTest {
    private static final Path WORKSPACE = Path.of(System.getProperty("caravan.home"), "workspaces", "atlas");
    private static final KnowledgeFolder FOLDER = new KnowledgeFolder(WORKSPACE.resolve("knowledge"));
    private static final HybridIndex INDEX = HybridIndex.ofWords(FOLDER);
    private static final PromptFolder PROMPTS = new PromptFolder(WORKSPACE.resolve("prompts"));
    private static final SelectDocuments SELECT = new SelectDocuments(FOLDER, INDEX, PROMPTS);
    private static final SynthesizeAnswer SYNTHESIZE = new SynthesizeAnswer(PROMPTS);
    private static final String SERVICES = "The person asked which services categories tourism belongs to.";
    private static final Pattern CITED = Pattern.compile("\\[(\\d+)]$");

    @AfterAll
    static void close() {
        INDEX.close();
    }

    private static DocsRun selected(String question, String context) {
        DocsRun run = SELECT.find(DocsRun.begin("t", ToolCall.asking("c", "docs_tool", question, context)));
        return SELECT.accept(run, Replies.write(OfflineDocs.select(run)));
    }

    private static DocsRun answered(String question, String context) {
        DocsRun run = selected(question, context);
        return SYNTHESIZE.accept(run, OfflineDocs.synthesize(run));
    }

    @Test
    void selectsByTheQuestion() {
        assertThat(selected("How are CIF and FOB values reconciled?", "").selected())
                .startsWith("trade_methodology")
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void readsAFurtherDocumentWhenTheContextIsAboutSomethingElse() {
        assertThat(selected("What is the Product Complexity Index?", "").selected())
                .doesNotContain("services_trade");
        assertThat(selected("What is the Product Complexity Index?", SERVICES).selected())
                .contains("metrics_glossary", "services_trade");
    }

    @Test
    void saysWhatTheContextIsAbout() {
        assertThat(answered("What is the Product Complexity Index?", SERVICES).cited())
                .extracting(Section::document)
                .contains("services_trade");
        assertThat(answered("What is the Product Complexity Index?", "").cited())
                .extracting(Section::document)
                .doesNotContain("services_trade");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is PCI?",
                "How does the Atlas handle discrepancies between importer and exporter?",
                "Which SQL gives the export basket?",
                "Which years are available?",
                "What is the difference between HS and SITC?"
            })
    void marksEachStatementWithTheSectionItStandsIn(String question) {
        DocsRun run = answered(question, "");
        assertThat(run.cited()).isNotEmpty();
        int statements = 0;
        boolean code = false;
        for (String line : run.synthesis().split("\\n(?=\\n|- )|\\n\\n")) {
            String statement = line.strip();
            boolean fence = statement.contains("```");
            if (statement.isEmpty()
                    || code
                    || fence
                    || statement.startsWith("|")
                    || statement.matches("\\*\\*[^*]+\\*\\*")) {
                code = fence ? !code && statement.indexOf("```") == statement.lastIndexOf("```") : code;
                continue;
            }
            Matcher cited = CITED.matcher(statement);
            assertThat(cited.find()).as(statement).isTrue();
            Section section = run.cited().get(Integer.parseInt(cited.group(1)) - 1);
            String said = words(statement
                    .substring(0, cited.start())
                    .replaceFirst("^- \\*\\*" + Pattern.quote(section.heading()) + "\\*\\*: ", ""));
            assertThat(words(section.text())).as(statement).contains(said);
            statements++;
        }
        assertThat(statements).isGreaterThan(2);
    }

    private static String words(String text) {
        return text.replaceAll("\\s+", " ").replaceAll("^ ?- ", "").strip();
    }

    @Test
    void bringsRelatedMetricsAlong() {
        assertThat(answered("What is PCI?", "").cited())
                .extracting(Section::heading)
                .startsWith("Product Complexity Index (PCI)")
                .contains("Economic Complexity Index (ECI)", "Distance", "Complexity Outlook Gain (COG)");
    }

    @Test
    void leadsWithBothOfTwoThatAreNamed() {
        String synthesis =
                answered("What is the difference between COI and COG?", "").synthesis();
        List<String> bold = Pattern.compile("(?m)^\\*\\*(.+)\\*\\*$")
                .matcher(synthesis)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(bold).contains("Complexity Outlook Index (COI)", "Complexity Outlook Gain (COG)");
    }

    @Test
    void listsTheSourcesInTheResultAndHandsThemOverAsEvidence() {
        ToolResult result = new FormatDocs().format(answered("What is RCA?", ""));
        assertThat(result.text())
                .contains("\n\nSources:\n- [1] Metrics glossary, section \"Revealed comparative advantage (RCA)\"");
        assertThat(((DocsEvidence) result.evidence().orElseThrow())
                        .passages()
                        .get(0)
                        .text())
                .contains("export_rca");
    }

    @Test
    void saysSoWhenNoSectionIsNear() {
        assertThat(SELECT.find(DocsRun.begin("t", ToolCall.asking("c", "docs_tool", "xylophone", "")))
                        .notes())
                .containsExactly(SelectDocuments.NOTHING_NEAR);
    }
}
