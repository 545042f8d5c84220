package dev.caravan.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.reference.Reference.Kind;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferenceReaderTest {
    private final ReferenceReader reader = new ReferenceReader();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            nach § 7 Abs. 1 Satz 2 Nr. 3 AtG gilt | § 7 Abs. 1 Satz 2 Nr. 3 AtG | AtG | 7
            die §§ 5 bis 8 gelten | §§ 5 bis 8 |'' | 5 6 7 8
            auf Grund der §§ 9a bis 9c in einer Anlage | §§ 9a bis 9c |'' | 9a 9b 9c
            Artikel 6 Absatz 1 Buchstabe f der Verordnung (EU) 2016/679 | Artikel 6 Absatz 1 Buchstabe f der Verordnung (EU) 2016/679 | Verordnung (EU) 2016/679 | 6
            siehe Anlage 4 Tabelle 1. | Anlage 4 Tabelle 1 |'' | annex 4
            Anlage XI Teil A zur Strahlenschutzverordnung in der Fassung | Anlage XI Teil A zur Strahlenschutzverordnung | Strahlenschutzverordnung | annex xi
            die §§ 136 bis 138, 139 Absatz 1, 2 und 4 gelten | §§ 136 bis 138, 139 Absatz 1, 2 und 4 |'' | 136 137 138 139
            § 31b Absatz 2, Absatz 3 Satz 1 und 2 und Absatz 4 Satz 1. | § 31b Absatz 2, Absatz 3 Satz 1 und 2 und Absatz 4 Satz 1 |'' | 31b
            §§ 4 Absatz 1 Satz 1, 7 Absatz 2 und 9 des Atomgesetzes | §§ 4 Absatz 1 Satz 1, 7 Absatz 2 und 9 des Atomgesetzes | Atomgesetzes | 4 7
            § 6 Absatz 3 in Verbindung mit Absatz 2 Nummer 4 ist | § 6 Absatz 3 in Verbindung mit Absatz 2 Nummer 4 |'' | 6
            § 9a Absatz 3 Satz 2 zweiter Halbsatz gilt | § 9a Absatz 3 Satz 2 zweiter Halbsatz |'' | 9a
            mit Ausnahme des § 107, 2. Teil 3 Kapitel 2 | § 107 |'' | 107
            der §§ 95 und 95a, 2. der Rechtsverordnungen | §§ 95 und 95a |'' | 95 95a
            § 7 Absatz 2 des Gesetzes über die Umweltverträglichkeitsprüfung bleibt unberührt | § 7 Absatz 2 des Gesetzes über die Umweltverträglichkeitsprüfung | Gesetzes über die Umweltverträglichkeitsprüfung | 7
            Art. 20a GG | Art. 20a GG | GG | 20a
            vgl. §§ 823 ff., 249 Abs. 1 BGB | §§ 823 ff., 249 Abs. 1 BGB | BGB | 823 249
            nach § 30 f. BauGB zulässig | § 30 f. BauGB | BauGB | 30 31
            nach § 7a bis § 7c dieses Gesetzes | § 7a bis § 7c dieses Gesetzes |'' | 7a 7b 7c
            der §§ 12 und 16 SGB X gilt | §§ 12 und 16 SGB X | SGB X | 12 16
            Anlage 1 Nummer 1.1 Spalte 1 gilt | Anlage 1 Nummer 1.1 Spalte 1 |'' | annex 1
            under sections 4, 5 and 7A. | sections 4, 5 and 7A |'' | 4 5 7a
            section 5(1)(a)(iii) applies | section 5(1)(a)(iii) |'' | 5
            § 12 Absatz 1 Nummer 3 dieses Gesetzes fort | § 12 Absatz 1 Nummer 3 dieses Gesetzes |'' | 12
            point (f) of Article 6(1) applies | point (f) of Article 6(1) |'' | 6
            Articles 9(2)(a), 13 and 14 shall apply | Articles 9(2)(a), 13 and 14 |'' | 9 13 14
            Articles 12 to 14 of Regulation (EU) 2016/679 | Articles 12 to 14 of Regulation (EU) 2016/679 | Regulation (EU) 2016/679 | 12 13 14
            section 12(3)(b) of the Radiation Protection Act 2018 | section 12(3)(b) of the Radiation Protection Act 2018 | Radiation Protection Act 2018 | 12
            """)
    void readsSectionsWithTheirPlacesAndTheirLaw(String text, String written, String law, String targets) {
        List<Reference> references = reader.read(text);
        assertThat(references).as(references.toString()).hasSize(1);
        Reference reference = references.get(0);
        assertThat(reference.kind()).isEqualTo(Kind.LEGAL_SECTION);
        assertThat(reference.text()).isEqualTo(written);
        assertThat(reference.law()).isEqualTo(law);
        assertThat(String.join(" ", reference.targets())).startsWith(targets);
        assertThat(text.substring(reference.start(), reference.end())).isEqualTo(written);
    }

    @Test
    void givesTheLawNamedLastToAllThatAreJoinedWithIt() {
        assertThat(laws("nach den §§ 6, 7 oder § 9 des Atomgesetzes")).containsExactly("Atomgesetzes", "Atomgesetzes");
        assertThat(laws("§ 95 Absatz 1 in Verbindung mit Anlage XI Teil A zur Strahlenschutzverordnung"))
                .containsExactly("Strahlenschutzverordnung", "Strahlenschutzverordnung");
    }

    @Test
    void leavesALawToTheReferenceItBelongsTo() {
        assertThat(laws("die nach § 23d zuständigen Behörden sowie die nach § 184 des Strahlenschutzgesetzes"))
                .containsExactly("", "Strahlenschutzgesetzes");
        assertThat(laws("gemäß § 5, auch Artikel 6 der Verordnung (EU) 2016/679"))
                .as("articles and sections are not of one law")
                .containsExactly("", "Verordnung (EU) 2016/679");
    }

    @Test
    void tellsPlacesOfTheSectionAtHand() {
        assertThat(kinds("nach Maßgabe der Absätze 2 und 3 gilt Satz 1; paragraph 1 of this Article"))
                .containsExactly(Kind.OWN_SECTION, Kind.OWN_SECTION, Kind.OWN_SECTION);
    }

    @Test
    void findsDocumentsByNameOrNumber() {
        assertThat(
                        texts(
                                "auf Grund der Verordnung (EG) Nr. 794/2004, der Richtlinie 2013/59/Euratom und des Pariser Übereinkommens"))
                .containsExactly(
                        "Verordnung (EG) Nr. 794/2004", "Richtlinie 2013/59/Euratom", "Pariser Übereinkommens");
        assertThat(texts("eine Rechtsverordnung nach diesem Gesetz, die Zuordnung und der Vertrag"))
                .isEmpty();
    }

    @Test
    void findsCitationsAndAddresses() {
        assertThat(kinds("as shown by Müller et al. (2019) and [12, 13], see https://example.org/a"))
                .containsExactly(Kind.ACADEMIC_SHORTFORM, Kind.ACADEMIC_NUMBERED, Kind.EXTERNAL);
    }

    @Test
    void findsNothingInTextWithoutReferences() {
        assertThat(reader.read(
                        "Der Satz war lang. In Artikeln steht viel, 7 Absätze, 3 Nummern; the article of the section."))
                .isEmpty();
        assertThat(reader.read("")).isEmpty();
    }

    @Test
    void readsLongTextsInProportionToTheirLength() {
        String text = "nach § 7 Absatz 1 in Verbindung mit Absatz 2, ".repeat(20_000);
        assertThat(reader.read(text)).hasSize(20_000);
    }

    private List<String> laws(String text) {
        return reader.read(text).stream().map(Reference::law).toList();
    }

    private List<String> texts(String text) {
        return reader.read(text).stream().map(Reference::text).collect(Collectors.toList());
    }

    private List<Kind> kinds(String text) {
        return reader.read(text).stream().map(Reference::kind).toList();
    }
}
