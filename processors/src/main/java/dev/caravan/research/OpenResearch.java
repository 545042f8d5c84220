package dev.caravan.research;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import dev.caravan.research.Research.Stage;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Form;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.camel.Variable;

/** Begins a research or goes on with one, and turns it into the answer of its turn: a question to the person, or the report. */
public final class OpenResearch {
    /** The field of a request that brings research queries, so that nothing is asked before the research. */
    public static final String QUERIES = "research_queries";

    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new Jdk8Module())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // what is worked out of a record is none of its components
            .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE);

    private final ResearchDesks desks;
    private final UnaryOperator<Turn> limits;
    private final Function<Turn, ResearchBudget> budgets;

    /**
     * With the desks.
     *
     * @param limits answers a turn that was stopped, is to pause or is over its time
     * @param budgets tells what a turn has cost and may cost
     */
    public OpenResearch(ResearchDesks desks, UnaryOperator<Turn> limits, Function<Turn, ResearchBudget> budgets) {
        this.desks = desks;
        this.limits = limits;
        this.budgets = budgets;
    }

    /** Stage hitl_init: a research to which nothing has happened, or the one that the turn has kept, with the person's reply taken up. */
    public ResearchRun open(Turn turn) {
        String kept = turn.progress().state();
        if (kept.isEmpty()) {
            Research begun = Research.of(turn.question());
            if (AnalyzeQuery.wanted(turn)) {
                begun = begun.at(Stage.ANALYZE);
            }
            return run(
                    turn,
                    given(turn).isEmpty()
                            ? begun
                            : begun.withResearchQueries(given(turn)).at(Stage.LIST));
        }
        Research research = read(kept);
        return run(
                turn,
                switch (research.stage()) {
                    case ASKED -> research.at(Stage.REPLIED);
                    case SHOWN -> research.at(Stage.APPROVED);
                    default -> research;
                });
    }

    private ResearchRun run(Turn turn, Research research) {
        return ResearchRun.of(turn, research)
                .costing(budgets.apply(turn))
                .gone(research, Map.of("language", research.language()));
    }

    private static List<String> given(Turn turn) {
        return turn.progress().reply().get(QUERIES) instanceof List<?> queries
                ? queries.stream()
                        .map(String::valueOf)
                        .filter(query -> !query.isBlank())
                        .toList()
                : List.of();
    }

    /**
     * Whether a research goes on waiting for a place among those that work: until it has one, or has ended meanwhile.
     *
     * @param place rows of the place it was given; null before it asked
     */
    public boolean waitsForPlace(@Variable("placeless") ResearchRun run, @Variable("place") List<?> place) {
        return !hasPlace(place) && limits.apply(run.turn()).answer().isEmpty();
    }

    /** Whether it was given one. */
    public boolean hasPlace(@Variable("place") List<?> place) {
        return place != null && !place.isEmpty();
    }

    /** The research with its turn ended, where it was stopped or is over its time. */
    public ResearchRun check(@Variable("researchRun") ResearchRun run) {
        return run.isGoing() ? run.withTurn(limits.apply(run.turn())).costing(budgets.apply(run.turn())) : run;
    }

    /** The turn with the research noted down, to be stored. */
    public Turn keep(ResearchRun run) {
        return run.turn().withProgress(run.turn().progress().withState(write(run.research())));
    }

    /** The turn as it ends for now: with questions, with the list of tasks, paused, or with the report. */
    public Turn conclude(ResearchRun run) {
        Research research = run.research();
        ResearchTexts texts = ResearchTexts.of(research.language());
        Turn turn = keep(run);
        if (turn.answer().isPresent()) {
            return turn.isWaiting() ? turn.waitingFor(Form.GO_ON, texts.text("paused.wished")) : turn;
        }
        if (!run.failure().isEmpty()) {
            return turn.progress().kept()
                    ? turn.waitingFor(Form.GO_ON, texts.text("paused", run.failure()))
                    : turn.withAnswer(Answer.of(Outcome.FAILED, run.failure()));
        }
        ResearchLimits bounds = desks.of(run).limits();
        return switch (research.stage()) {
            case ASKED -> turn.waitingFor(
                    ResearchDialogue.questions(research),
                    AnalyzeQuery.wanted(turn)
                            ? texts.text("ask.intro.short")
                            : texts.text(
                                    "ask.intro",
                                    research.round(),
                                    research.known().size(),
                                    Math.round(100 * research.coverage())));
            case SHOWN -> turn.waitingFor(
                    ResearchDialogue.tasks(research),
                    texts.text("tasks.intro", research.tasks().size(), bounds.depth(), bounds.tokens(), bounds.tasks())
                            + "\n\n" + budgets.apply(turn).left(texts));
            default -> concluded(turn, research, texts);
        };
    }

    /** The report is evidence as well, so that the page can show it and files can be written of it. */
    private static Turn concluded(Turn turn, Research research, ResearchTexts texts) {
        ResearchReport report = research.report().orElseThrow();
        ToolResult told = new ToolResult(
                ToolCall.asking(turn.id(), ResearchEvidence.KIND, research.question(), ""),
                ToolResult.Status.OK,
                "",
                Optional.of(new ResearchEvidence(report)));
        Turn done = turn.withAnswer(answer(research, texts));
        return report.statements() == 0 ? done : done.withResults(List.of(told));
    }

    private static Answer answer(Research research, ResearchTexts texts) {
        ResearchReport report = research.report().orElseThrow();
        if (report.statements() == 0) {
            return Answer.of(Outcome.NO_DATA, texts.text("report.nothing"));
        }
        long led = report.sources().stream()
                .filter(source -> !source.via().isEmpty())
                .count();
        long followed = report.trail().stream().filter(Trail::followed).count();
        return Answer.of(
                Outcome.ANSWERED,
                texts.text(
                                "report.summary",
                                report.statements(),
                                report.sources().size(),
                                led,
                                research.tasks().size(),
                                followed,
                                report.trail().size() - followed)
                        + "\n\n" + report.markdown());
    }

    private static String write(Research research) {
        try {
            return JSON.writeValueAsString(research);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the research cannot be kept", e);
        }
    }

    private static Research read(String json) {
        try {
            return JSON.readValue(json, Research.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the research that was kept cannot be read: " + e.getOriginalMessage(), e);
        }
    }
}
