package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.analyst.Member;
import dev.caravan.catalog.Overrides;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the language's own words demand of a query is done by it, or asked about. */
class QueryDemandsTest {
    private static final List<Member> MEMBERS = List.of(
            new Member("team", "MIA", "Miami Heat", List.of("Heat", "Miami"), 0),
            new Member("team", "SAS", "San Antonio Spurs", List.of("Spurs", "San Antonio"), 0),
            new Member("position", "G", "G", List.of("guard", "guards"), 0),
            new Member("position", "F", "F", List.of("forward", "forwards"), 0),
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
                "Which conference won more games against the other in 2015-16?",
                "Which teams never won 30 games in a season since 2010?",
                "Which teams won every home game in the 2016 playoffs?",
                "Average points in the games that the Spurs lost in 2014",
                "How many playoff games went over 220 total points in 2019?",
                "Players who averaged a double-double in 2020-21",
                "Which of the top five scorers of 2019-20 were guards?",
                "What percentage of their games did the Spurs lose in 2015-16?",
                "Which players led the league in assists at least twice since 2005?",
                "Which teams won the most games three times?",
                "Has any team won more than 65 games since 2005?",
                "Who led the East in rebounds and who led the West in assists in 2018-19?"
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
                "How concentrated are Kenya's exports compared with Germany's?",
                "Which of Japan's five biggest export products lost value from 2015 to 2020?",
                "Which of the ten largest exports of Brazil fell between 2012 and 2018?",
                "By how many percentage points did France's share of world wine exports change between 2010 and 2020?",
                "Which African country is the most dependent on a single product?",
                "What did Germany sell to France but not to Italy in 2021?",
                "Which country ranks first in ECI, and which ranks last in 2021?",
                "Which Asian countries had a trade deficit in 2015 but a surplus in 2020?",
                "Which partner do the most European countries have as their main supplier in 2020?",
                "In which years did Chile's imports drop compared with the year before?",
                "Which countries are in the top five exporters of both gold and copper in 2021?",
                "What was the ratio of imports to exports for Peru in 2020?",
                "Which countries were net exporters of sugar in 2019?",
                "What is the average number of products exported per country in Asia in 2020?",
                "Which two African countries have the most similar exports?",
                "Which European countries sold more services than goods in 2018?",
                "Which of Kenya's exports were higher in 2015 than in 2020?",
                "Which of Kenya's exports have more than 5 percent of the world market in 2020?",
                "Imports of Nepal from 2017 to 2021, with the change from year to year"
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
                "Rank the Eastern Conference teams by wins in 2019-20 | ORDER BY wins DESC",
                "Who improved his rebounds per game by more than 3 from 2015-16 to 2016-17? | AND q.rebounds_per_game_2017 - q.rebounds_per_game_2016 > 3",
                "What was the biggest win in the 2019 playoffs? | plus_minus",
                "Which power forwards averaged over 20 points in 2018-19? | LIKE '%-F-%'",
                "Average number of assists per game of point guards in 2019-20 | AS assists_per_game FROM",
                "Which team's wins fell the most from 2017-18 to 2018-19? | ORDER BY wins_change ASC",
                "Which team had the biggest drop in wins between 2009-10 and 2010-11? | ORDER BY wins_change ASC",
                "Which player's assists per game rose the most from 2014-15 to 2015-16? | ORDER BY assists_per_game_change DESC",
                "Who led each conference in wins in 2018-19? | te.team AS team"
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
                "Who are the three biggest buyers of Australian iron ore? | export_value",
                "Who are the biggest buyers of Kenya's tea? | export_value",
                "Which African country had the biggest drop in exports between 2019 and 2020? | ORDER BY exports_change ASC",
                "Which countries raised their exports by more than $50 billion between 2015 and 2020? | q.exports_2020 - q.exports_2015 > 50000000000",
                "How much lower were world exports in 2020 than in 2019? | exports_change",
                "How many EU members imported more in 2022 than in 2021? | q.imports_2022 - q.imports_2021 > 0",
                "Which African countries exported less in 2020 than in 2019? | q.exports_2020 - q.exports_2019 < 0",
                "Which products did Kenya export more of in 2015 than in 2020? | q.exports_2020 - q.exports_2015 < 0",
                "How many Asian countries bought less wheat in 2020 than they did in 2015? | q.imports_2020 - q.imports_2015 < 0",
                "Which two OECD members had the largest trade deficits in 2022? | LIMIT 2",
                "Which year was the best for Peru's copper exports, and the worst? | BETWEEN 1995 AND 2024 AND",
                "Who are the biggest importers of Ukrainian wheat in 2020? | export_value"
            })
    void doesOfTrade(String question, String part) {
        assertThat(sql(new SqlCompiler(trade), ofTrade(question))).contains(part);
    }

    /** Each entry of the file is found in its own example. */
    @ParameterizedTest
    @MethodSource("demands")
    void findsItsExample(QueryDemands.Demand demand) {
        assertThat(demand.pattern("games?", "countries|products")
                        .matcher(demand.like())
                        .find())
                .as(demand.toString())
                .isTrue();
    }

    static Stream<QueryDemands.Demand> demands() {
        return QueryDemands.read().stream();
    }
}
