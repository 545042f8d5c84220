package dev.caravan.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SameQuestionTest {
    private static boolean same(String one, String other) {
        return SameQuestion.of(one).saysTheSameAs(SameQuestion.of(other));
    }

    @Test
    void forgivesOtherFillersAndOrder() {
        assertThat(same("What were Kenya's top exports in 2020?", "Please show me Kenya's top exports in 2020"))
                .isTrue();
        assertThat(same("In 2020, what were Kenya's top exports?", "What were the top exports of Kenya in 2020?"))
                .isTrue();
    }

    @Test
    void keepsApartWhatDiffersInOneTellingWord() {
        assertThat(same("Kenya's exports in 2020", "Kenya's exports in 2019")).isFalse();
        assertThat(same("Kenya's exports in 2020", "Kenya's imports in 2020")).isFalse();
        assertThat(same("Kenya's exports in 2020", "Uganda's exports in 2020")).isFalse();
        assertThat(same("exports from Kenya to Uganda", "exports from Uganda to Kenya"))
                .isFalse();
        assertThat(same("exports from Kenya to Uganda", "exports to Kenya from Uganda"))
                .isFalse();
        assertThat(same("exports of coffee from Kenya", "exports of tea from Kenya"))
                .isFalse();
        assertThat(same("exports with oil", "exports without oil")).isFalse();
    }
}
