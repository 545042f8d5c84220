package dev.caravan.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SaidTimeTest {
    // a Monday
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            textBlock =
                    """
        last week                     | 2026-11-23 | 2026-11-30 | ''
        Miami last week               | 2026-11-23 | 2026-11-30 | Miami
        yesterday?                    | 2026-11-29 | 2026-11-30 | ''
        the delays on 3 March 2026    | 2026-03-03 | 2026-03-04 | the delays
        in October 2026 about Miami   | 2026-10-01 | 2026-11-01 | about Miami
        3 days ago                    | 2026-11-27 | 2026-11-28 | ''
        the week before last          | 2026-11-16 | 2026-11-23 | ''
        Miami since 2026-11-20        | 2026-11-20 | 2026-12-01 | Miami
        """)
    void findsTheTimeAndLeavesTheRest(String text, LocalDate from, LocalDate until, String rest) {
        assertThat(SaidTime.of(text, TODAY)).contains(new SaidTime(from, until, rest));
    }

    @Test
    void leavesWhatSaysNoOneTime() {
        assertThat(SaidTime.of("Miami", TODAY)).isEqualTo(Optional.empty());
        assertThat(SaidTime.of("Mondays in Miami", TODAY)).isEmpty();
    }
}
