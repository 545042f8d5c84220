package dev.caravan.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.documents.CorpusIndex.Hit;
import dev.caravan.documents.CorpusIndex.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every index of passages does. */
abstract class CorpusIndexContract {
    static final Owner OWNER = new Owner("filings", "one");
    private static final Owner OTHER = new Owner("filings", "other");
    private static final Owner ELSEWHERE = new Owner("handbooks", "one");

    /** An index with what was put into it before. */
    abstract CorpusIndex index();

    @AfterEach
    void empty() {
        for (Owner owner : List.of(OWNER, OTHER, ELSEWHERE)) {
            index().versions(owner).keySet().forEach(id -> index().remove(owner, id));
        }
        assertThat(index().size()).isZero();
    }

    static List<Block> blocks(String... texts) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            boolean heading = texts[i].startsWith("# ");
            blocks.add(new Block(
                    i,
                    i / 4 + 1,
                    heading ? Block.Kind.HEADING : Block.Kind.TEXT,
                    texts[i].replaceFirst("^# ", ""),
                    Box.NONE,
                    List.of()));
        }
        return blocks;
    }

    private List<String> found(String question) {
        return index().search(OWNER, question, List.of(), 10).stream()
                .map(Hit::document)
                .toList();
    }

    @Test
    void findsByStemsAndTellsWhere() {
        index().put(
                        OWNER,
                        "LAMPS",
                        "1",
                        blocks("# Lamps", "They are lit.", "At night.", "Each day.", "The wharves were dredged."));
        index().put(OWNER, "ROPES", "1", blocks("# Ropes", "Ropes are tarred."));
        assertThat(index().search(OWNER, "dredging of the wharf", List.of(), 10))
                .singleElement()
                .satisfies(hit -> {
                    assertThat(hit.document()).isEqualTo("LAMPS");
                    assertThat(hit.page()).isEqualTo(2);
                    assertThat(hit.first()).isEqualTo(4);
                    assertThat(hit.last()).isEqualTo(4);
                    assertThat(hit.score()).isPositive();
                });
        assertThat(found("tarred ropes or lamps")).containsExactly("ROPES", "LAMPS", "LAMPS");
        assertThat(found("what is the")).isEmpty();
        assertThat(index().search(OWNER, "lamps ropes", List.of("LAMPS"), 10))
                .extracting(Hit::document)
                .containsOnly("LAMPS");
        assertThat(index().search(OWNER, "lamps ropes", List.of(), 1)).hasSize(1);
    }

    @Test
    void replacesAndForgetsDocumentsAsAWhole() {
        index().put(OWNER, "LAMPS", "1", blocks("Brass lamps.", "b", "c", "d", "Copper lamps."));
        assertThat(index().size()).isEqualTo(2);
        index().put(OWNER, "LAMPS", "2", blocks("Tin lanterns."));
        assertThat(found("brass copper lamps")).isEmpty();
        assertThat(found("lantern")).containsExactly("LAMPS");
        assertThat(index().versions(OWNER)).isEqualTo(Map.of("LAMPS", "2"));
        assertThat(index().size()).isEqualTo(1);
        index().remove(OWNER, "LAMPS");
        index().remove(OWNER, "NEVER");
        assertThat(found("lantern")).isEmpty();
        assertThat(index().versions(OWNER)).isEmpty();
    }

    @Test
    void keepsOwnersApart() {
        index().put(OWNER, "LAMPS", "1", blocks("Brass lamps."));
        index().put(OTHER, "LAMPS", "7", blocks("Silver lamps of Quiet Bay."));
        index().put(ELSEWHERE, "LAMPS", "9", blocks("Golden lamps."));
        assertThat(found("lamps silver golden")).containsExactly("LAMPS");
        assertThat(index().search(OWNER, "silver", List.of("LAMPS"), 10)).isEmpty();
        assertThat(index().holds(OWNER, "Quiet Bay")).isFalse();
        assertThat(index().holds(OTHER, "Quiet Bay")).isTrue();
        index().remove(OWNER, "LAMPS");
        assertThat(index().versions(OTHER)).isEqualTo(Map.of("LAMPS", "7"));
        assertThat(index().versions(ELSEWHERE)).isEqualTo(Map.of("LAMPS", "9"));
    }

    @Test
    void knowsWordsThatStandTogether() {
        index().put(OWNER, "LAMPS", "1", blocks("The company makes lamps for mines and harbours."));
        assertThat(index().holds(OWNER, "Company makes")).isTrue();
        assertThat(index().holds(OWNER, "lamps company")).isFalse();
        assertThat(index().holds(OWNER, "and the")).isTrue();
    }

    @Test
    void takesLongDocuments() {
        String[] texts = new String[2400];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = "Part number" + i + " is oiled each week. " + "Oil. ".repeat(90);
        }
        index().put(OWNER, "LONG", "1", blocks(texts));
        index().put(OWNER, "LONG", "2", blocks(texts));
        assertThat(index().search(OWNER, "number2399", List.of(), 10))
                .singleElement()
                .satisfies(hit -> assertThat(hit.last()).isEqualTo(2399));
        assertThat(index().versions(OWNER)).isEqualTo(Map.of("LONG", "2"));
    }
}
