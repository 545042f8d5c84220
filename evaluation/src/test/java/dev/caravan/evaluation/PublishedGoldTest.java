package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublishedGoldTest {

    @Test
    void semicolonsSeparateAnswersThatAreEquallyRight() {
        assertThat(PublishedGold.statements("SELECT a FROM t; SELECT b FROM t;"))
                .containsExactly("SELECT a FROM t", "SELECT b FROM t");
        assertThat(PublishedGold.statements("SELECT ';' AS mark FROM t"))
                .as("not in a text")
                .containsExactly("SELECT ';' AS mark FROM t");
    }

    @Test
    void ofColumnsInBracesAnyButAtLeastOneIsSelected() {
        assertThat(PublishedGold.statements("SELECT {t.id, t.name}, t.size FROM t"))
                .containsExactlyInAnyOrder(
                        "SELECT t.id, t.size FROM t",
                        "SELECT t.name, t.size FROM t",
                        "SELECT t.id, t.name, t.size FROM t");
        assertThat(PublishedGold.statements("SELECT {a, b, c} FROM t")).hasSize(7);
        assertThat(PublishedGold.statements("SELECT '{a, b}' FROM t"))
                .as("not in a text")
                .containsExactly("SELECT '{a, b}' FROM t");
    }

    @Test
    void emptyBracesStandForTheColumnsThatWereSelected() {
        assertThat(PublishedGold.statements("SELECT {t.id, t.name AS who}, count(*) FROM t GROUP BY {}"))
                .containsExactlyInAnyOrder(
                        "SELECT t.id, count(*) FROM t GROUP BY t.id",
                        "SELECT t.name AS who, count(*) FROM t GROUP BY t.name",
                        "SELECT t.id, t.name AS who, count(*) FROM t GROUP BY t.id, t.name");
    }

    @Test
    void columnsAreNotCutInsideAFunction() {
        assertThat(PublishedGold.statements("SELECT {coalesce(a, b), c} FROM t"))
                .containsExactlyInAnyOrder(
                        "SELECT coalesce(a, b) FROM t", "SELECT c FROM t", "SELECT coalesce(a, b), c FROM t");
    }
}
