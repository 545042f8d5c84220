package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.DocumentAnswer.Citation;
import dev.caravan.documents.DocumentAnswer.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files become documents, and questions get answers from them. */
class DocumentsTest {
    private static final Owner OWNER = new Owner("filings", "one");
    private static final Owner OTHER = new Owner("filings", "other");

    @TempDir
    private Path folder;

    private final CorpusTerms terms =
            CorpusTerms.read(Path.of(System.getProperty("caravan.home"), "workspaces", "filings"));
    private final DocumentStore store = new StoredInMemory();
    private final ReadDocument reader = new ReadDocument(1_048_576, 10);
    private CorpusIndex index;
    private Corpus corpus;
    private AnswerFromDocuments answers;

    @BeforeEach
    void open() {
        index = new LuceneIndex(folder.resolve("index"));
        corpus = new Corpus(terms, store, index, reader);
        answers = new AnswerFromDocuments(terms, store, index, Optional::empty);
    }

    @AfterEach
    void close() {
        index.close();
    }

    private void addTwoCompanies() throws IOException, UnreadableDocument {
        corpus.add(OWNER, PrintedReport.write(folder, "Lumen Works", 2021, 900));
        corpus.add(OWNER, PrintedReport.write(folder, "Lumen Works", 2022, 1000));
        corpus.add(OWNER, PrintedReport.write(folder, "Harbour Lights", 2022, 4000));
    }

    @Test
    void keepsTheHeadingsOfColumnAndRowWithEachFigure() throws Exception {
        PdfReader.Reading reading = reader.read(PrintedReport.write(folder, "Lumen Works", 2022, 1000));
        assertThat(reading.pages()).isEqualTo(3);
        Block row = reading.blocks().stream()
                .filter(block -> block.text().equals("Operating income"))
                .findFirst()
                .orElseThrow();
        assertThat(row.cells()).containsExactly(new Block.Cell("2022", "150"), new Block.Cell("2021", "(20)"));
        assertThat(row.page()).isEqualTo(2);
        assertThat(row.box().x()).isBetween(59f, 61f);
        assertThat(row.box().right()).isBetween(478f, 482f);
    }

    @Test
    void knowsWhatADocumentIs() throws Exception {
        corpus.add(OWNER, PrintedReport.write(folder, "Lumen Works", 2022, 1000));
        DocumentProfile profile = corpus.documents(OWNER).get(0);
        assertThat(profile.kind()).isEqualTo("10-K");
        assertThat(profile.organisation()).isEqualTo("Lumen Works, Inc.");
        assertThat(profile.years()).contains(2022);
        assertThat(profile.period()).isEqualTo("December 31, 2022");
        assertThat(profile.outline())
                .anyMatch(each -> each.text().equals("Consolidated Balance Sheets") && each.page() == 3);
    }

    @Test
    void readsAFigureOfTheDocumentThatIsMeant() throws Exception {
        addTwoCompanies();
        DocumentAnswer answer = answers.answer(OWNER, "What was the FY2022 revenue of Lumen Works in USD millions?");
        assertThat(answer.kind()).isEqualTo(Kind.FIGURE);
        assertThat(answer.text()).contains("**1,000 million**").contains("[1]");
        assertThat(answer.citations()).singleElement().satisfies(citation -> {
            assertThat(citation.document()).isEqualTo("LUMENWORKS_2022_10K");
            assertThat(citation.page()).isEqualTo(2);
            assertThat(citation.text()).contains("1000");
        });
    }

    @Test
    void worksOutGrowthRatiosAndWhatAQuestionDefines() throws Exception {
        addTwoCompanies();
        assertThat(answers.answer(OWNER, "What is the revenue growth rate of Harbour Lights from FY2021 to FY2022?")
                        .text())
                .contains("**2.6 %**");
        assertThat(answers.answer(OWNER, "What was the gross margin of Lumen Works in FY2022?")
                        .text())
                .contains("**40.0 %**");
        assertThat(answers.answer(OWNER, "What is the FY2022 inventory turnover of Lumen Works?")
                        .text())
                .contains("**5.45**");
        assertThat(answers.answer(
                                OWNER,
                                "What is the FY2022 burn ratio of Lumen Works? Burn ratio is defined as: (average accounts payable"
                                        + " between FY2021 and FY2022) / (FY2022 COGS + change in inventory between FY2021 and FY2022).")
                        .text())
                .contains("**0.15**");
        assertThat(answers.answer(OWNER, "What is the FY2022 operating income % margin of Lumen Works?")
                        .text())
                .contains("**15.0 %**");
        assertThat(answers.answer(OWNER, "Did the operating margin of Lumen Works improve in FY2022?")
                        .text())
                .startsWith("Yes:");
    }

    @Test
    void readsWhatAQuestionDefinesByOtherDefinitionsAndByRatios() throws Exception {
        addTwoCompanies();
        assertThat(answers.answer(
                                OWNER,
                                "What is the FY2022 stock supplier cycle (SSC) of Lumen Works? SSC is defined as: DIS - DPS. DIS is"
                                        + " defined as: 365 * (average inventory between FY2021 and FY2022) / (FY2022 COGS). DPS is defined"
                                        + " as: 365 * (average accounts payable between FY2021 and FY2022) / (FY2022 COGS).")
                        .text())
                .startsWith("SSC of 2022: **12.17**");
        assertThat(answers.answer(
                                OWNER,
                                "Define quick share as gross profit / total current assets. What is the FY2022 quick share of Lumen"
                                        + " Works?")
                        .text())
                .contains("**0.80**");
        assertThat(answers.answer(OWNER, "By how much did the revenue of Lumen Works grow from FY2021 to FY2022?")
                        .text())
                .contains("**100 million**");
        assertThat(answers.answer(
                                OWNER,
                                "What is the FY2022 gross profit (gross income from the statement of operations) % margin of Lumen"
                                        + " Works?")
                        .text())
                .contains("**40.0 %**");
    }

    @Test
    void keepsTheColumnsOfATableThatGoesOnBelowLinesOfText() throws Exception {
        addTwoCompanies();
        assertThat(answers.answer(OWNER, "What were the FY2021 retained earnings of Harbour Lights?")
                        .text())
                .contains("**590 million**");
    }

    /** The figure of a year is none of its quarters, nor the other way round. */
    @Test
    void tellsQuartersAndYearsApart() throws Exception {
        corpus.add(OWNER, PrintedReport.write(folder, "Lumen Works", 2022, 1000));
        for (String question : List.of(
                "What was the revenue of Lumen Works in Q2 of FY2022?",
                "What was the inventory of Lumen Works in Q2 of FY2022?")) {
            assertThat(answers.answer(OWNER, question).kind()).as(question).isNotEqualTo(Kind.FIGURE);
        }
        corpus.add(OWNER, PrintedReport.quarter(folder));
        assertThat(answers.answer(OWNER, "What was the gross profit of Lumen Works in Q2 of FY2022?")
                        .text())
                .startsWith("Gross profit of the quarter 2 of 2022: **133 million**");
        assertThat(answers.answer(
                                OWNER,
                                "Did the net income of Lumen Works as a percent of revenue increase in Q2 of FY2023 compared to Q2 of"
                                        + " FY2022?")
                        .text())
                .startsWith("Yes:")
                .contains("7.9 %", "**10.0 %**");
        for (String question : List.of(
                "What was the revenue of Lumen Works in FY2023?",
                "What was the revenue of Lumen Works in Q3 of FY2023?")) {
            assertThat(answers.answer(OWNER, question).kind()).as(question).isNotEqualTo(Kind.FIGURE);
        }
    }

    @Test
    void quotesAndConcludesNothingWhereAWordIsNotUnderstood() throws Exception {
        addTwoCompanies();
        for (String question : List.of(
                "What was the FY2022 revenue of Lumen Works in Portugal?",
                "What drove the gross margin of Lumen Works in FY2022?",
                "What was the FY2019 revenue of Lumen Works?")) {
            DocumentAnswer answer = answers.answer(OWNER, question);
            assertThat(answer.kind()).as(question).isNotEqualTo(Kind.FIGURE);
            assertThat(answer.citations()).as(question).allSatisfy(each -> assertThat(each.document())
                    .startsWith("LUMENWORKS"));
        }
    }

    @Test
    void reachesNoDocumentOfAnotherTenant() throws Exception {
        addTwoCompanies();
        corpus.add(OTHER, PrintedReport.write(folder, "Quiet Bay", 2022, 7777));
        assertThat(answers.answer(OWNER, "What was the FY2022 revenue of Quiet Bay?")
                        .text())
                .doesNotContain("7,777");
        assertThat(index.search(OWNER, "Quiet Bay", List.of("QUIETBAY_2022_10K"), 10))
                .isEmpty();
        assertThat(store.document(OWNER, "QUIETBAY_2022_10K")).isEmpty();
        assertThat(store.blocks(OWNER, "QUIETBAY_2022_10K")).isEmpty();
        assertThat(answers.answer(OTHER, "Give me document LUMENWORKS_2022_10K: what was its FY2022 revenue?")
                        .citations())
                .noneMatch(each -> each.document().startsWith("LUMEN"));
    }

    @Test
    void leavesWhatIsThereAloneAndTakesOverWhatChanged() throws Exception {
        Path file = PrintedReport.write(folder, "Lumen Works", 2022, 1000);
        assertThat(corpus.add(OWNER, file).fate()).isEqualTo(Corpus.Fate.ADDED);
        assertThat(corpus.add(OWNER, file).fate()).isEqualTo(Corpus.Fate.UNCHANGED);
        PrintedReport.write(folder, "Lumen Works", 2022, 1234);
        assertThat(corpus.add(OWNER, file).fate()).isEqualTo(Corpus.Fate.ADDED);
        assertThat(answers.answer(OWNER, "What was the FY2022 revenue of Lumen Works?")
                        .text())
                .contains("1,234 million");
        assertThat(index.search(OWNER, "sales", List.of(), 10)).hasSize(1);
        assertThat(corpus.remove(OWNER, "LUMENWORKS_2022_10K")).isTrue();
        assertThat(answers.answer(OWNER, "What was the FY2022 revenue of Lumen Works?")
                        .kind())
                .isEqualTo(Kind.NOTHING);
    }

    @Test
    void repairsAnIndexThatEndedBehindTheStore() throws Exception {
        addTwoCompanies();
        index.remove(OWNER, "LUMENWORKS_2022_10K");
        index.put(OWNER, "GONE", "1", List.of(new Block(0, 1, Block.Kind.TEXT, "gone", Box.NONE, List.of())));
        assertThat(corpus.repair(OWNER)).isEqualTo(2);
        assertThat(index.versions(OWNER)).isEqualTo(store.versions(OWNER));
        assertThat(corpus.repair(OWNER)).isZero();
    }

    @Test
    void saysWhatIsWrongWithAFileAndKeepsNothingOfIt() throws Exception {
        refuses(PrintedReport.encrypted(folder), "is encrypted and needs a password");
        refuses(PrintedReport.scanned(folder), "it was scanned");
        refuses(Files.writeString(folder.resolve("broken.pdf"), "%PDF-1.7 and nothing else"), "broken");
        refuses(Files.writeString(folder.resolve("empty.pdf"), ""), "is empty");
        refuses(Files.write(folder.resolve("large.pdf"), new byte[1_048_577]), "at most 1 are taken");
        refuses(Files.writeString(folder.resolve("program.exe"), "MZ"), "of a kind that is not read");
        assertThat(corpus.documents(OWNER)).isEmpty();
        assertThat(index.size()).isZero();
    }

    private void refuses(Path file, String reason) {
        assertThatThrownBy(() -> corpus.add(OWNER, file))
                .isInstanceOf(UnreadableDocument.class)
                .hasMessageContaining(reason);
    }

    @Test
    void acceptsTheCitationsOfItsOwnAnswers() throws Exception {
        addTwoCompanies();
        CheckCitations check = new CheckCitations(Optional::empty);
        for (String question : List.of(
                "What was the FY2022 revenue of Lumen Works?",
                "What is the FY2022 inventory turnover of Lumen Works?",
                "Did the operating margin of Harbour Lights improve in FY2022?",
                "Where did Lumen Works open a works in 2022?")) {
            DocumentAnswer answer = answers.answer(OWNER, question);
            assertThat(answer.citations()).as(question).isNotEmpty();
            assertThat(check.faults(answer.text(), answer.citations()))
                    .as(question)
                    .isEmpty();
        }
    }

    @Test
    void catchesPlantedFalseCitations() throws Exception {
        addTwoCompanies();
        CheckCitations check = new CheckCitations(Optional::empty);
        List<Block> rows = store.blocks(OWNER, "LUMENWORKS_2022_10K").stream()
                .filter(block -> block.kind() == Block.Kind.ROW)
                .toList();
        DocumentProfile lumen =
                store.document(OWNER, "LUMENWORKS_2022_10K").orElseThrow().profile();
        DocumentProfile harbour =
                store.document(OWNER, "HARBOURLIGHTS_2022_10K").orElseThrow().profile();
        List<Block> prose = store.blocks(OWNER, "LUMENWORKS_2022_10K").stream()
                .filter(block -> block.page() == 1)
                .toList();
        int planted = 0;
        int caught = 0;
        int lost = 0;
        for (Block row : rows) {
            String name = row.text();
            String figure = row.cells().get(0).text();
            String sentence = name + " of Lumen Works was " + figure + " million in 2022 [1].";
            Citation right = Citation.of(1, lumen, row);
            lost += check.faults(sentence, List.of(right)).size();
            List<List<Object>> plants = List.of(
                    List.of(sentence.replace(figure, "7" + figure.replaceAll("\\D", "")), right),
                    List.of(sentence, Citation.of(1, lumen, prose.get(prose.size() - 1))),
                    List.of(sentence.replace("Lumen Works", "Harbour Lights"), right),
                    List.of(sentence.replace("2022", "2019"), right));
            for (List<Object> plant : plants) {
                planted++;
                caught += check.faults((String) plant.get(0), List.of((Citation) plant.get(1)))
                                .isEmpty()
                        ? 0
                        : 1;
            }
        }
        assertThat(harbour.organisation()).isEqualTo("Harbour Lights, Inc.");
        assertThat(planted).isGreaterThanOrEqualTo(40);
        assertThat(caught).isGreaterThanOrEqualTo((int) Math.ceil(0.95 * planted));
        assertThat(lost).isZero();
    }
}
