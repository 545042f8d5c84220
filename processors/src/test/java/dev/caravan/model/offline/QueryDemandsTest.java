package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.analyst.Member;
import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the language's own words demand of a query is done by it, or asked about. */
class QueryDemandsTest {
    private static final List<Member> MEMBERS = List.of(
            new Member("team", "MIA", "Miami Heat", List.of("Heat", "Miami"), 0),
            new Member("team", "SAS", "San Antonio Spurs", List.of("Spurs", "San Antonio"), 0),
            new Member("conference", "East", "East", List.of("east", "eastern"), 1));

    private final SemanticModel league =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/nba/semantic-model.yaml"));
    private final SemanticModel trade =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));

    private Plan ofLeague(String question) {
        return new ModelQuestionPlanner(league).plan(new ModelQuestionReader(league).read(question, MEMBERS));
    }

    private Plan ofTrade(String question) {
        Reading reading = new QuestionReader(trade).read(question, WorldCatalog.get(), Optional.empty());
        return new QueryPlanner(trade).plan(reading, Overrides.NONE);
    }

    private static String sql(SqlCompiler compiler, Plan plan) {
        assertThat(plan).isInstanceOf(Plan.Query.class);
        return compiler.compile(((Plan.Query) plan).query()).replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Which month did the Heat win the most games in 2012-13?",
                "wins of the Spurs by week in 2015",
                "How many players averaged a double-double in 2018-19?",
                "Which players were in the top 10 in both points and assists in 2017-18?",
                "Which conference won more games against the other in 2015-16?"
            })
    void asksOfALeague(String question) {
        assertThat(ofLeague(question)).isInstanceOf(Plan.Clarify.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Which month does Brazil export the most coffee?",
                "Which two countries trade the most with each other?",
                "Did Italian exports recover to the 2008 level?",
                "In how many years since 2000 did Argentina run a trade deficit?",
                "Which countries import from Germany but export nothing to it?",
                "Which landlocked countries export the most?",
                "How concentrated are Kenya's exports compared with Germany's?"
            })
    void asksOfTrade(String question) {
        assertThat(ofTrade(question)).isInstanceOf(Plan.Clarify.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is the second largest export of Kenya after tea?",
                "Which products make up 80% of Kenya's exports?",
                "What goods does Germany sell to Kenya apart from coffee?"
            })
    void saysWhatOneQueryCannotDo(String question) {
        assertThat(ofTrade(question)).isInstanceOf(Plan.Unanswerable.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Players with more steals than turnovers in 2015-16 | HAVING (round(sum(t.stl * t.games))) > (round(sum(t.tov * t.games)))",
                "Which teams won more games than they lost in 2022-23? | HAVING sum(t.wins) > sum(t.losses)",
                "How many teams lost more games than they won in 2019? | HAVING sum(t.losses) > sum(t.wins)",
                "teams with fewer losses than wins in 2020 | HAVING sum(t.losses) < sum(t.wins)",
                "How many players had a triple double in 2017? | >= 1",
                "How has league scoring changed since 2015? | GROUP BY t.season",
                "Rank the Eastern Conference teams by wins in 2019-20 | ORDER BY wins DESC"
            })
    void doesOfALeague(String question, String part) {
        assertThat(sql(new SqlCompiler(league, Dialect.DUCKDB), ofLeague(question)))
                .contains(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which exports of Ethiopia doubled between 2010 and 2020? | >= 100",
                "Which exports of Kenya tripled from 2005 to 2015? | >= 200",
                "Which exports of Germany halved between 2010 and 2020? | <= -50",
                "When did China overtake the United States in total exports? | GROUP BY",
                "What percentage of world coffee exports comes from Brazil and Vietnam together? | IN ('BRA', 'VNM')",
                "Who are the three biggest buyers of Australian iron ore? | export_value"
            })
    void doesOfTrade(String question, String part) {
        assertThat(sql(new SqlCompiler(trade), ofTrade(question))).contains(part);
    }
}
