package dev.caravan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.docs.KnowledgeDocument.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnowledgeFolderTest {
    private static final Path SHIPPED = Path.of(System.getProperty("caravan.home"), "workspaces", "atlas", "knowledge");

    @TempDir
    Path folder;

    @Test
    void readsFrontMatterAndSections() throws IOException {
        KnowledgeDocument document = KnowledgeFolder.parse(
                "a",
                """
            ---
            title: A title
            description: What it is about.
            ---

            ## First

            Text of it.

            ```sql
            ## no heading
            SELECT 1
            ```

            Asked: Which one? And which other?
            Related: Second; Third one

            ## Second
            More.
            """);
        assertThat(document.manifestLine()).isEqualTo("- a: A title. What it is about.");
        assertThat(document.sections()).extracting(Section::heading).containsExactly("First", "Second");
        Section first = document.sections().get(0);
        assertThat(first.text())
                .startsWith("Text of it.")
                .contains("## no heading")
                .doesNotContain("Asked", "Related");
        assertThat(first.asked()).containsExactly("Which one?", "And which other?");
        assertThat(first.related()).containsExactly("Second", "Third one");
        assertThat(first.citation()).isEqualTo("A title, section \"First\"");
    }

    @Test
    void takesHeadingAndFirstParagraphWhereThereIsNoFrontMatter() {
        KnowledgeDocument document = KnowledgeFolder.parse("notes", "# My notes\n\nAbout this and that.\n\nMore.\n");
        assertThat(document.title()).isEqualTo("My notes");
        assertThat(document.description()).isEqualTo("About this and that.");
        assertThat(document.sections())
                .singleElement()
                .extracting(Section::citation)
                .isEqualTo("My notes");
    }

    @Test
    void takesTheFileNameWhereAFileSaysNothingElse() {
        assertThat(KnowledgeFolder.parse("empty", "").title()).isEqualTo("empty");
        assertThat(KnowledgeFolder.parse("odd", "---\n: [\n---\nText.").sections())
                .hasSize(1);
    }

    @Test
    void seesAFileThatComesChangesOrGoes() throws IOException {
        KnowledgeFolder knowledge = new KnowledgeFolder(folder);
        assertThat(knowledge.documents()).isEmpty();
        Files.writeString(folder.resolve("a.md"), "# A\n\nText.");
        Files.writeString(folder.resolve("ignored.txt"), "Text.");
        List<KnowledgeDocument> first = knowledge.documents();
        assertThat(first).extracting(KnowledgeDocument::name).containsExactly("a");
        assertThat(knowledge.documents()).isSameAs(first);
        Files.writeString(folder.resolve("a.md"), "# Another\n\nText.");
        assertThat(knowledge.documents()).extracting(KnowledgeDocument::title).containsExactly("Another");
        Files.delete(folder.resolve("a.md"));
        assertThat(knowledge.documents()).isEmpty();
    }

    @Test
    void isEmptyWhereThereIsNoFolder() {
        assertThat(new KnowledgeFolder(folder.resolve("none")).documents()).isEmpty();
    }

    @Test
    void shipsDocumentsWhoseHeadingsAreUniqueAndWhoseReferencesLead() {
        List<KnowledgeDocument> documents = new KnowledgeFolder(SHIPPED).documents();
        assertThat(documents)
                .extracting(KnowledgeDocument::name)
                .contains(
                        "metrics_glossary",
                        "trade_methodology",
                        "country_page_reproduction",
                        "data_coverage",
                        "classification_systems",
                        "services_trade",
                        "scope_and_limitations");
        assertThat(documents)
                .allSatisfy(document -> assertThat(document.description()).hasSizeBetween(60, 500));
        List<Section> sections = documents.stream()
                .flatMap(document -> document.sections().stream())
                .toList();
        assertThat(sections).extracting(Section::heading).doesNotHaveDuplicates();
        Set<String> headings = sections.stream().map(Section::heading).collect(Collectors.toSet());
        assertThat(sections).allSatisfy(section -> {
            assertThat(headings).as(section.heading()).containsAll(section.related());
            assertThat(section.asked()).as(section.heading()).isNotEmpty();
        });
    }
}
