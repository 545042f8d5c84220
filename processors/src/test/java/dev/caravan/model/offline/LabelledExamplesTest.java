package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.graphql.QueryType;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.text.SentenceEncoder;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** With an encoder that knows nothing but letters: texts of the same letters are alike. */
class LabelledExamplesTest {
    private static final SentenceEncoder LETTERS = new SentenceEncoder() {
        @Override
        public String name() {
            return "letter-pairs";
        }

        @Override
        public float[] encode(String text) {
            float[] counts = new float[26 * 26];
            String plain = text.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
            for (int i = 1; i < plain.length(); i++) {
                counts[26 * (plain.charAt(i - 1) - 'a') + plain.charAt(i) - 'a']++;
            }
            double length = 0;
            for (float count : counts) {
                length += (double) count * count;
            }
            for (int i = 0; i < counts.length; i++) {
                counts[i] /= (float) Math.sqrt(length);
            }
            return counts;
        }
    };

    private final LabelledExamples examples = new LabelledExamples(() -> Optional.of(LETTERS));

    @Test
    void takesAWordingForTheTypeOfTheExamplesThatAreMostLikeIt() {
        LabelledExamples.Vote vote =
                examples.vote("growth opportunities for COUNTRY").orElseThrow();
        assertThat(vote.type()).isIn(QueryType.FEASIBILITY, QueryType.FEASIBILITY_TABLE);
        assertThat(vote.likeness()).isGreaterThan(0.8);
        assertThat(vote.share()).isBetween(0.3, 1.0);
    }

    @Test
    void saysNothingWithoutAnEncoder() {
        assertThat(LabelledExamples.none().vote("growth opportunities for COUNTRY"))
                .isEmpty();
    }

    @Test
    void decidesOnlyWhereTheWordsLeaveItOpen() {
        SemanticModel model = SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
        QuestionReader reader = new QuestionReader(model);
        OfflineGraphql graphql = new OfflineGraphql(model, reader, new LabelledExamples(() -> {
            throw new AssertionError("the words are clear");
        }));
        String clear = "What was Ghana's GDP in 2015?";
        assertThat(graphql.take(clear, reader.read(clear, WorldCatalog.get(), Optional.empty()))
                        .type())
                .isEqualTo(QueryType.COUNTRY_YEAR);
    }
}
