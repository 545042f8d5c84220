package dev.caravan.model.offline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.Member;
import dev.caravan.semantic.Dialect;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import dev.caravan.turn.Turn;
import dev.caravan.turn.Turn.PastTurn;
import dev.caravan.workspace.Workspaces;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How questions are read and planned from nothing but a semantic model and the names in the data. */
class ModelQuestionTest {
    private static final List<Member> MEMBERS = List.of(
            new Member("team", "MIA", "Miami Heat", List.of("Heat", "Miami"), 0),
            new Member("team", "SAS", "San Antonio Spurs", List.of("Spurs", "San Antonio"), 0),
            new Member("team", "LAL", "Los Angeles Lakers", List.of("Lakers", "LA"), 0),
            new Member("team", "LAC", "Los Angeles Clippers", List.of("Clippers", "LA"), 0),
            new Member("position", "G", "G", List.of("guards", "guard"), 1),
            new Member("position", "C", "C", List.of("centers", "center"), 1),
            new Member("conference", "West", "West", List.of("west", "western"), 1),
            new Member("country", "USA", "USA", List.of("united states", "american"), 1),
            new Member("location", "home", "home", List.of("at home", "home games", "home"), 1),
            new Member("player", "Rafe Wexley", "Rafe Wexley", List.of(), 9));

    private final SemanticModel model =
            SemanticModel.read(WorldCatalog.home().resolve("workspaces/nba/semantic-model.yaml"));

    private ModelQuestion read(String question) {
        return new ModelQuestionReader(model).read(question, MEMBERS);
    }

    private String sql(String question) {
        Plan.Query query = (Plan.Query) new ModelQuestionPlanner(model).plan(read(question));
        return new SqlCompiler(model, Dialect.DUCKDB).compile(query.query()).replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "how many players scored more than 2000 points in 2018-19",
                "players with over 2000 points in 2019",
                "who scored 2000 points in 2019?",
                "players with 2000+ points in 2019"
            })
    void aBoundOfTheSizeOfAYearIsNoYear(String question) {
        assertThat(sql(question)).contains("t.season = 2019").containsPattern("total_points >=? 2000");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Top 5 scorers in 2020 who are not centers | %-C-%",
                "best passers of 2019 excluding guards | %-G-%",
                "wins of every team but the Heat in 2018 | NOT (te.abbreviation = 'MIA')",
                "Which teams other than the Spurs and the Lakers won 50 games in 2014? | NOT (te.abbreviation IN (",
                "teams outside the West with at least 45 wins in 2022 | NOT (te.conference = 'West')",
                "top 3 scorers in 2016 not from the United States | NOT (p.country = 'USA')",
                "leading scorers of 2015 apart from American players | NOT (p.country = 'USA')",
                "Which teams did not win more than 30 games in 2017? | q.wins <= 30",
                "players who never averaged at least 5 points in 2017 | q.points_per_game < 5"
            })
    void whatIsLeftOutIsLeftOut(String question, String part) {
        assertThat(sql(question)).contains(part);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Which teams won fewer games than in the previous season?",
                "Which teams have more wins than the Heat in 2022-23?",
                "Who had more assists than Rafe Wexley in 2019?",
                "Which teams scored more than the league average in 2020?",
                "Players with a better field goal percentage than the year before",
                "Which western teams won more often than usual in 2018?"
            })
    void aBoundThatIsNoNumberIsAskedAbout(String question) {
        assertThat(new ModelQuestionPlanner(model).plan(read(question)))
                .isInstanceOfSatisfying(
                        Plan.Clarify.class, ask -> assertThat(ask.message()).contains("than"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Which teams won more games than they lost in 2022-23? | losses",
                "Did the Heat win more games in 2022-23 than in 2021-22? | BETWEEN",
                "Which teams won more than 50 games in 2019? | q.wins > 50",
                "average number of wins of the West's teams in 2020 | AS wins_average",
                "number of wins of the Heat in 2019 | sum(t.wins) AS wins",
                "the number of points of Rafe Wexley in 2019 | total_points"
            })
    void whatCanBeComparedOrCountedIs(String question, String part) {
        assertThat(sql(question)).contains(part).doesNotContain("points_per_game", "number_of");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Which teams neither won 20 games nor lost 60 in 2020?",
                "wins of the Heat in 2020, never mind the not",
                "Which teams except won 50 games in 2020?"
            })
    void aNegationThatNothingTakesUpIsNotDropped(String question) {
        assertThat(read(question).unknown()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Leading scorer of each team in 2021 | PARTITION BY o.team",
                "two best rebounders per conference in 2018 | r.place <= 2",
                "best record in every division in 2013 | PARTITION BY o.division",
                "top passer of every team in 2011 | PARTITION BY o.team",
                "who led the league in scoring each season since 2018 | PARTITION BY o.\"year\"",
                "How many teams in each conference won over 40 games in 2019? | GROUP BY n.conference"
            })
    void eachMemberHasAnOrderOfItsOwn(String question, String part) {
        assertThat(sql(question).replace("o.year", "o.\"year\"")).contains(part);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "How many games did the Heat win over the last five seasons? | BETWEEN 2019 AND 2023",
                "Heat wins in the past three years | BETWEEN 2021 AND 2023",
                "points per game of the Spurs during the last decade | BETWEEN 2014 AND 2023",
                "wins of the Lakers for the most recent 2 seasons | BETWEEN 2022 AND 2023",
                "Rafe Wexley points per game in his last four seasons | BETWEEN 2020 AND 2023"
            })
    void aNumberOfSeasonsIsCountedBackFromTheLatest(String question, String part) {
        assertThat(sql(question)).contains(part);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "top 0 scorers in 2022",
                "best 2.5 rebounders of 2020",
                "top -3 scorers",
                "top 99999999999 scorers",
                "bottom 0 teams by wins"
            })
    void aNumberThatNoListCanHaveIsNoLimit(String question) {
        assertThat(read(question).noLimit()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is pace?",
                "what does net rating mean?",
                "explain true shooting percentage",
                "How is effective field goal percentage calculated?",
                "define offensive rating",
                "and what is a triple double?"
            })
    void aDefinitionIsADefinition(String question) {
        assertThat(Definitions.of(read(question))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "What is the pace of the Heat?",
                "what was the best net rating in 2019?",
                "What is true shooting in 2020 by team?"
            })
    void aFigureIsNoDefinition(String question) {
        assertThat(Definitions.of(read(question))).isEmpty();
    }

    @Test
    void aYearBeforeAMetricStaysAYear() {
        assertThat(sql("2019 points per game leader"))
                .contains("t.season = 2019")
                .doesNotContain(">");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "top 5 ppg at least 60 games 2018-19 | HAVING sum(t.games) >= 60",
                "best free throw shooters min 100 attempts 2019-20 | HAVING (round(sum(t.fta * t.games))) >= 100",
                "Who had the best three-point percentage with at least 200 attempts in 2022-23? | HAVING (round(sum(t.fg3a * t.games))) >= 200",
                "highest three point percentage, minimum 300 attempts, 2021-22 | HAVING (round(sum(t.fg3a * t.games))) >= 300",
                "Who had the highest 3 point percentage on at least 150 attempts in 2020-21? | HAVING (round(sum(t.fg3a * t.games))) >= 150",
                "top 5 by three-point percentage with more than 100 made in 2022-23 | HAVING (round(sum(t.fg3m * t.games))) > 100",
                "Who had the lowest free throw percentage with at least 250 attempts in 2022-23? | HAVING (round(sum(t.fta * t.games))) >= 250",
                "ppg for players under 25 in 2019-20 | HAVING max(t.age) < 25",
                "which teams won at least 60 games in 2009 | q.wins >= 60",
                "youngest team 2019-20 | avg(t.age) AS average_age",
                "second best scorer 2012-13 | LIMIT 1 OFFSET 1",
                "Which team ranked 5th in offensive rating in 2019? | LIMIT 1 OFFSET 4",
                "playoff games between Heat and Spurs in 2014 | te.abbreviation = 'MIA' AND o.abbreviation = 'SAS'",
                "Who won the 2016 championship? | FROM league.team_playoffs t"
            })
    void aConditionIsOnTheFigureThatItNames(String question, String part) {
        assertThat(sql(question)).contains(part);
    }

    @Test
    void anAverageOverAllIsOneFigure() {
        assertThat(sql("average age of players 2020-21"))
                .isEqualTo("SELECT avg(t.age) AS average_age FROM league.player_regular t WHERE t.season = 2021");
    }

    @Test
    void whatIsHeldForOneClassOnlyIsSaidBeforeTheAnswer() {
        Plan.Query query = (Plan.Query) new ModelQuestionPlanner(model).plan(read("home wins of the Spurs in 2018"));
        assertThat(ModelQuestionPlanner.caveat(query.notes())).startsWith("*This is held for the playoffs only.*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lebron ppg 2012 | lebron",
                "Zxcv Qwerty points 2020 | Zxcv Qwerty",
                "Rafe Wexley or Drummond rebounds | Drummond",
                "points of the Spurs within 10 of the lead | 10"
            })
    void aWordThatNothingBearsIsANameNobodyHas(String question, String name) {
        assertThat(UnreadWords.unknownNames(read(question))).contains(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Who led the league in scoring in 2019-20?",
                "What was the effect of Brexit on the wins of the Spurs?",
                "Which team had the craziest pace in 2019?"
            })
    void whatJudgesOrDatesIsNoName(String question) {
        assertThat(UnreadWords.unknownNames(read(question))).isEmpty();
    }

    @Test
    void aNameOfTwoTeamsIsNotClear() {
        assertThat(read("LA team wins 2015").members()).singleElement().satisfies(named -> assertThat(named.clear())
                .isFalse());
    }

    private Map<String, Object> answer(String question, String... before) {
        Domain domain = new Domain(
                Workspaces.read(WorldCatalog.home().resolve("workspaces")).list().stream()
                        .filter(w -> w.name().equals("nba"))
                        .findFirst()
                        .orElseThrow(),
                model,
                () -> MEMBERS,
                null,
                null,
                null);
        List<PastTurn> history = Stream.of(before)
                .map(past -> new PastTurn(past, past, "", List.of()))
                .toList();
        AnalystRun run =
                AnalystRun.begin(Turn.opened("t", "t", before.length == 0, "nba", question, Map.of(), Instant.EPOCH)
                        .withHistory(history));
        OfflineAnalyst analyst = new OfflineAnalyst();
        Map<String, Object> clear = analyst.clarify(run, domain);
        return clear.get("intent").equals("clear") ? analyst.rewrite(run, domain) : clear;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tallest player",
                "rookie of the year",
                "mvp 2016",
                "clutch points leaders",
                "Spurs ppg last 10 games",
                "steals per 36 minutes",
                "what is the salary of Rafe Wexley?",
                "who will win the championship next year?"
            })
    void whatTheDataLackIsRefused(String question) {
        assertThat(answer(question))
                .containsEntry("intent", "refused")
                .hasEntrySatisfying(
                        "message", message -> assertThat(message.toString()).contains("not held here"));
    }

    @Test
    void anotherLanguageIsRefused() {
        assertThat(answer("Quel joueur a marqué le plus de points en 2018?")
                        .get("message")
                        .toString())
                .startsWith("I understand English only.");
    }

    @Test
    void aJudgementIsGivenBackWithChoices() {
        assertThat(answer("Who is the best player?")).containsEntry("intent", "ambiguous");
        assertThat(answer("Who should have been MVP in 2015?")).containsEntry("intent", "ambiguous");
    }

    @Test
    void theYearBeforeIsThatOfTheQuestionBefore() {
        assertThat(answer("the year before?", "Who scored the most points in 2018-19?"))
                .containsEntry("query", "Who scored the most points in 2017-18?");
        assertThat(answer("and the next season?", "Who scored the most points in 2018-19?"))
                .containsEntry("query", "Who scored the most points in 2019-20?");
    }

    @Test
    void aQuestionGoesOnBehindOneThatAskedForTheSql() {
        assertThat(answer("what about rebounds", "Who scored the most points in 2018-19?", "show me the SQL"))
                .containsEntry("query", "Who had the most rebounds in 2018-19?");
    }
}
