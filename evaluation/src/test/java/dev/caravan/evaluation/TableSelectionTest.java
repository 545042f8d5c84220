package dev.caravan.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.analyst.TableIndex;
import dev.caravan.evaluation.QuestionSet.Ask;
import dev.caravan.evaluation.QuestionSet.Case;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.model.MiniLmEncoder;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.text.SentenceEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The search for tables in a schema much larger than the real one: its tables stand among neighbours, of which half have the
 * same columns for another competition and half are about other matters of a league.
 */
class TableSelectionTest {
    private static final Path HOME = Path.of(System.getProperty("caravan.home"));
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final Pattern TABLE = Pattern.compile("league\\.\\w+");

    private static final List<String> COMPETITIONS = List.of(
            "summer league",
            "preseason",
            "development league",
            "college",
            "continental cup",
            "women's league",
            "youth league",
            "all-star weekend",
            "national teams",
            "veterans tournament");

    /** Name, description, measures. */
    private static final List<List<String>> MATTERS = List.of(
            List.of("salaries", "what a player is paid in a season", "salary, bonus, cap_hit"),
                    List.of("contracts", "contracts of players with their terms", "years, guaranteed, option_years"),
            List.of("injuries", "injuries of players and days missed", "days_missed, surgeries"),
                    List.of("transactions", "trades, signings and waivers of players", "fee, players_moved"),
            List.of("draft_workouts", "measurements of players before the draft", "wingspan, vertical_jump, sprint"),
                    List.of("awards", "votes for awards of a season", "first_place_votes, vote_points"),
            List.of("fines", "fines and suspensions of players", "amount, games_suspended"),
                    List.of("endorsements", "advertising deals of players", "deal_value, brands"),
            List.of("social_media", "followers of players and teams on the web", "followers, posts"),
                    List.of("agents", "agents and agencies of players", "clients, commission"),
            List.of("coaches", "coaches of teams by season", "coach_experience, timeouts_called"),
                    List.of("staff", "staff of teams such as doctors and trainers", "staff_count, payroll"),
            List.of("arenas", "arenas with their capacity", "capacity, year_built, suites"),
                    List.of("attendance", "visitors of home games", "visitors, sellouts"),
            List.of("tickets", "prices and sales of tickets", "tickets_sold, average_price"),
                    List.of("merchandise", "sales of shirts and caps", "shirts_sold, merchandise_revenue"),
            List.of("broadcasts", "television broadcasts and their audience", "viewers, rating_share"),
                    List.of("sponsors", "sponsors of teams", "sponsorship_value, sponsor_count"),
            List.of("finances", "revenue and profit of teams", "revenue, profit, debt"),
                    List.of("travel", "travel of teams between games", "miles_flown, time_zones"),
            List.of("officials", "referees and their calls", "calls, technicals"),
                    List.of("replays", "reviews of calls by replay", "reviews, overturned"),
            List.of("shot_locations", "shots by zone of the floor", "shots_left, shots_right, shots_paint"),
                    List.of("tracking", "distance and speed of players on the floor", "distance, top_speed"),
            List.of("lineups", "five players on the floor together", "lineup_minutes, lineup_rating"),
                    List.of("play_by_play", "every event of a game in order", "event_number, clock"),
            List.of("betting", "odds and lines of bookmakers", "spread, moneyline"),
                    List.of("weather", "weather on days of games", "temperature, snow"),
            List.of("schools", "schools and their leagues", "enrolment, titles"),
                    List.of("scouts", "reports of scouts on prospects", "grade, reports"));

    @TempDir
    static Path natives;

    private static SemanticModel large() throws IOException {
        ObjectNode model = (ObjectNode)
                YAML.readTree(HOME.resolve("workspaces/nba/semantic-model.yaml").toFile());
        ArrayNode tables = (ArrayNode) model.get("tables");
        for (String competition : COMPETITIONS) {
            String name = competition.replaceAll("\\W+", "_");
            for (JsonNode real : List.of(tables.get(0), tables.get(1), tables.get(2))) {
                ObjectNode same = real.deepCopy();
                same.put(
                        "name",
                        real.get("name")
                                        .asText()
                                        .replace("playoff_games", "games")
                                        .replace("_{class}", "") + "_" + name);
                same.put(
                        "description",
                        real.get("description").asText().replace("playoff", competition) + " in the " + competition);
                same.putArray("classes").add(COMPETITIONS.indexOf(competition) % 2 == 0 ? "regular" : "playoffs");
                tables.add(same);
            }
        }
        for (List<String> matter : MATTERS) {
            ObjectNode other = tables.addObject();
            other.put("name", "league." + matter.get(0));
            other.put("description", matter.get(1));
            other.putObject("dimensions").put("team", "team_id").put("year", "season");
            ArrayNode measures = other.putArray("measures");
            List.of(matter.get(2).split(", ")).forEach(measures::add);
            other.putArray("classes").add("regular");
        }
        Path file = natives.resolve("large.yaml");
        YAML.writeValue(file.toFile(), model);
        return SemanticModel.read(file);
    }

    private record Need(String question, Set<String> tables) {}

    private static List<Need> needs() throws IOException {
        List<Need> needs = new ArrayList<>();
        for (String file : List.of("nba", "fans")) {
            for (Case one : QuestionFile.read(HOME.resolve("evaluation/nba/" + file + ".yaml"))
                    .get(0)
                    .cases()) {
                Ask ask = one.asks().get(0);
                Set<String> tables = new TreeSet<>();
                ask.expected().gold().stream()
                        .map(Gold::sql)
                        .forEach(sql -> TABLE.matcher(sql).results().forEach(found -> tables.add(found.group())));
                if (!tables.isEmpty()) {
                    needs.add(new Need(ask.question(), tables));
                }
            }
        }
        return needs;
    }

    @Test
    void findsTheTablesOfTheQuestionsAmongMoreThanSixty() throws Exception {
        check(Optional.of(MiniLmEncoder.shared(natives)));
    }

    @Test
    void findsThemByTheirWordsAlone() throws Exception {
        check(Optional.empty());
    }

    private static void check(Optional<SentenceEncoder> encoder) throws IOException {
        TableIndex index = new TableIndex(large(), () -> encoder);
        assertThat(index.columns()).hasSizeGreaterThanOrEqualTo(60);
        int found = 0;
        int needed = 0;
        List<String> missed = new ArrayList<>();
        for (Need need : needs()) {
            List<String> candidates = index.find(need.question(), TableIndex.CANDIDATES);
            needed += need.tables().size();
            for (String table : need.tables()) {
                if (candidates.contains(table)) {
                    found++;
                } else {
                    missed.add(table + " of " + need.question());
                }
            }
        }
        assertThat((double) found / needed).as("missed: " + missed).isGreaterThanOrEqualTo(0.99);
    }
}
