package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Condition;
import dev.caravan.evaluation.QuestionSet.Expected;
import dev.caravan.evaluation.QuestionSet.Stage;
import dev.caravan.evaluation.Report.CaseResult;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import dev.caravan.warehouse.Progress;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whole evaluations of an answerer that says what it was told to say. */
class RunsTest {
    private static final QuestionSet SET = new QuestionSet(
            "set",
            "",
            Stage.TURN,
            List.of(new Case(
                    "tea",
                    "kind",
                    Condition.NORMAL,
                    List.of(new Ask("Who exports tea?", answered(), Optional.empty())))));

    private static Expected answered() {
        return new Expected(
                Set.of(Outcome.ANSWERED),
                false,
                Optional.empty(),
                Set.of(),
                Set.of(),
                Set.of(),
                List.of(),
                List.of(),
                List.of());
    }

    /** There is no database to tell where the data come from. */
    private static Connection none() {
        return (Connection) Proxy.newProxyInstance(
                RunsTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    throw new SQLException("no database");
                });
    }

    private static Turn turn(String question, Outcome outcome) {
        Turn turn = Turn.opened("t", "thread", true, "atlas", question, Map.of(), Instant.EPOCH);
        return turn.withAnswer(new Answer(outcome, "Kenya does.", List.of(), List.of()));
    }

    private static CaseResult run(List<Outcome> outcomes, Optional<Judge> judge) throws SQLException {
        List<Outcome> left = new ArrayList<>(outcomes);
        Answerer answerer = (thread, first, question) -> turn(question, left.remove(0));
        return new Evaluation(answerer, none(), outcomes.size(), judge)
                .run(List.of(SET), Pattern.compile(""), Progress.silent())
                .sets()
                .get(0)
                .cases()
                .get(0);
    }

    @Test
    void aCaseThatIsRightTwoTimesOfThreeDoesNotPass() throws SQLException {
        CaseResult flaky = run(List.of(Outcome.ANSWERED, Outcome.NO_DATA, Outcome.ANSWERED), Optional.empty());

        assertThat(flaky.passed()).isFalse();
        assertThat(flaky.turns().get(0).right())
                .as("the run that is shown is the one that went wrong")
                .isFalse();
        assertThat(run(List.of(Outcome.ANSWERED, Outcome.ANSWERED), Optional.empty())
                        .passed())
                .isTrue();
    }

    @Test
    void aJudgeGivesItsFiveMarksAndDecidesNothing() throws SQLException {
        List<String> asked = new ArrayList<>();
        ChatModel scripted = new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                asked.add(request.messages().toString());
                return ChatResponse.builder()
                        .aiMessage(
                                AiMessage.from(
                                        "{\"factual_correctness\": 0, \"data_accuracy\": 0.4, \"completeness\": 1, \"reasoning_quality\": 0.5, \"data_source_appropriateness\": 0}"))
                        .build();
            }
        };

        CaseResult judged = run(List.of(Outcome.ANSWERED), Optional.of(new Judge(scripted)));

        assertThat(judged.turns().get(0).judgement()).hasSize(6);
        assertThat(judged.turns().get(0).judgement().get("total"))
                .isEqualTo(0.30 * 0 + 0.25 * 0.4 + 0.15 * 1 + 0.15 * 0.5 + 0.15 * 0, within(1e-9));
        assertThat(judged.passed()).as("an answer that was right stays right").isTrue();
        assertThat(asked).singleElement().asString().contains("Who exports tea?", "Kenya does.");
    }
}
