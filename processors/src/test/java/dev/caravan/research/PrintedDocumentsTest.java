package dev.caravan.research;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.documents.ReadDocument;
import dev.caravan.paper.Paper;
import dev.caravan.paper.PaperFormat;
import dev.caravan.reference.Statute;
import dev.caravan.reference.StatuteFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrintedDocumentsTest {
    @TempDir
    Path folder;

    private final PrintedDocuments printed = new PrintedDocuments(new ReadDocument(10_000_000, 100));

    private void write(PaperFormat format) throws IOException {
        Paper paper = new Paper("Brunnengesetz (BruG)", "de");
        paper.heading(1, "Brunnengesetz (BruG)", "");
        paper.paragraph("§ 1 Anmeldung");
        paper.paragraph("§ 2 Fristen");
        paper.heading(2, "Teil 1 Allgemeines", "");
        paper.heading(3, "§ 1 Anmeldung", "");
        paper.paragraph("(1) Wer einen Brunnen bohrt, meldet ihn nach § 2 an.");
        paper.paragraph("(2) § 2 Absatz 1 gilt für Änderungen");
        paper.heading(3, "§ 2 Fristen", "");
        for (int i = 0; i < 80; i++) {
            paper.paragraph(
                    "(" + (i + 1) + ") Die Frist für den Fall Nummer " + i + " beträgt drei Wochen ab Eingang.");
        }
        Files.write(folder.resolve("brunnen." + format.ending()), format.write(paper));
    }

    @Test
    void readsTheSectionsOfALawInPdfWithTheirPages() throws IOException {
        write(PaperFormat.PDF);
        List<Statute> laws = StatuteFolder.read(folder, printed::markdown);
        assertThat(laws).singleElement().satisfies(law -> {
            assertThat(law.id()).isEqualTo("BruG");
            assertThat(law.names()).contains("Brunnengesetz", "brunnen").doesNotContain("Teil 1 Allgemeines");
            assertThat(law.sections().keySet()).containsExactly("1", "2");
        });
        try (ResearchCollection collection = new ResearchCollection(laws)) {
            assertThat(collection.section("BruG", "1"))
                    .extracting(Passage::text, Passage::page)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(
                                    "(1) Wer einen Brunnen bohrt, meldet ihn nach § 2 an.", 1),
                            org.assertj.core.groups.Tuple.tuple("(2) § 2 Absatz 1 gilt für Änderungen", 1));
            List<Passage> second = collection.section("BruG", "2");
            assertThat(second).hasSize(80);
            assertThat(second.get(79).page()).isGreaterThan(1);
            assertThat(second).noneSatisfy(passage -> assertThat(passage.text()).contains("[["));
        }
    }

    @Test
    void readsDocxAndLeavesOthersAside() throws IOException {
        write(PaperFormat.DOCX);
        Files.writeString(folder.resolve("picture.png"), "no text");
        assertThat(StatuteFolder.read(folder, printed::markdown))
                .singleElement()
                .satisfies(law -> assertThat(law.sections()).containsOnlyKeys("1", "2"));
    }

    @Test
    void namesTheFileThatCannotBeRead() throws IOException {
        Files.writeString(folder.resolve("broken.pdf"), "no PDF");
        assertThatThrownBy(() -> StatuteFolder.read(folder, printed::markdown))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("broken.pdf");
    }
}
