package dev.caravan.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.reference.ResolveReference.Resolved;
import dev.caravan.reference.Statute.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatuteFolderTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeLaws() throws IOException {
        Path wells = Files.createDirectories(folder.resolve("b/brug"));
        Files.writeString(
                wells.resolve("index.md"),
                """
                ---
                Title: Gesetz über den Schutz der Brunnen (Brunnengesetz - BruG)
                jurabk: BruG
                ---
                # Gesetz über den Schutz der Brunnen
                ## Erster Abschnitt
                #### § 1 Zweck
                Zweck ist der Schutz. § 2a gilt.

                #### § 2a
                (1) Wer bohrt, meldet es.
                ### Anlage 4 (zu § 2a) Tiefen
                | Tiefe |
                """);
        Files.writeString(
                folder.resolve("wells-order.md"),
                """
                # Well Protection Ordinance (WPO)
                ### Article 6 Duties
                Keep it clean.
                """);
        Files.writeString(folder.resolve("README.md"), "# What this is\nNothing with sections.");
    }

    @Test
    void readsLawsWithTheirNamesAndSections() throws IOException {
        List<Statute> statutes = StatuteFolder.read(folder);
        assertThat(statutes).extracting(Statute::id).containsExactly("BruG", "WPO");
        Statute wells = statutes.get(0);
        assertThat(wells.names()).contains("Gesetz über den Schutz der Brunnen", "Brunnengesetz", "BruG", "brug");
        assertThat(wells.sections().keySet()).containsExactly("1", "2a", "annex 4");
        assertThat(wells.section("§ 1")).contains(new Section("1", "§ 1", "Zweck", "Zweck ist der Schutz. § 2a gilt."));
        assertThat(wells.section("§ 99")).isEmpty();
    }

    @Test
    void leadsAReferenceToItsSections() throws IOException {
        ResolveReference resolver = new ResolveReference(new DocumentRegistry(StatuteFolder.read(folder)));
        ReferenceReader reader = new ReferenceReader();
        Resolved own = resolver.resolve(reader.read("§ 2a gilt").get(0), "BruG", "1");
        assertThat(own.sections()).extracting(Section::number).containsExactly("§ 2a");
        Resolved other = resolver.resolve(
                reader.read("nach Anlage 4 des Brunnengesetzes").get(0), "WPO", "6");
        assertThat(other.law()).isEqualTo("BruG");
        assertThat(other.sections()).extracting(Section::number).containsExactly("Anlage 4");
        Resolved missing = resolver.resolve(reader.read("§ 77 BruG").get(0), "BruG", "1");
        assertThat(missing.known()).isTrue();
        assertThat(missing.sections()).isEmpty();
        Resolved foreign =
                resolver.resolve(reader.read("§ 3 des Baugesetzbuchs").get(0), "BruG", "1");
        assertThat(foreign.known()).isFalse();
        Resolved place = resolver.resolve(reader.read("nach Absatz 2").get(0), "BruG", "1");
        assertThat(place.sections()).extracting(Section::number).containsExactly("§ 1");
    }

    @Test
    void knowsADocumentByInflectedMisspeltAndPartialNames() throws IOException {
        DocumentRegistry registry = new DocumentRegistry(StatuteFolder.read(folder));
        for (String name :
                List.of("des Brunnengesetzes", "Brunengesetz", "brug", "Gesetzes über den Schutz der Brunnen")) {
            assertThat(registry.find(name)).as(name).map(Statute::id).contains("BruG");
        }
        for (String name : List.of("Wassergesetz", "BruV", "Brunnenverordnung", "Gesetz", "")) {
            assertThat(registry.find(name)).as(name).isEmpty();
        }
    }

    @Test
    void refusesAFolderWithoutLaws() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));
        assertThatThrownBy(() -> StatuteFolder.read(empty)).hasMessageContaining("no law was found in");
        assertThatThrownBy(() -> StatuteFolder.read(folder.resolve("nowhere"))).hasMessageContaining("is no folder");
    }
}
