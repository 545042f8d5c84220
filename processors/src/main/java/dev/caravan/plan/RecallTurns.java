package dev.caravan.plan;

import dev.caravan.evidence.OpenEvidence;
import dev.caravan.memory.Recollection;
import dev.caravan.reader.SaidTime;
import dev.caravan.turn.Answer;
import dev.caravan.turn.BadRequest;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stage recall_memories: what earlier conversations of the person found about something. The plan under way stays as it is. */
public final class RecallTurns {
    private static final Logger LOG = LoggerFactory.getLogger(RecallTurns.class);
    private static final String KIND = "memories";
    private static final int MOST = 5;
    private static final int MOST_OF_A_TIME = 20;
    private static final int SHORT = 200;
    private static final List<String> COLUMNS =
            List.of("asked_at", "question", "answer", "likeness", "thread_id", "turn_id");

    private final Clock clock;

    /** @param clock tells the day that "last week" is told from */
    public RecallTurns(Clock clock) {
        this.clock = clock;
    }

    /** What is sought, in the memory of the turn's owner; without a matter, all turns of the time that is said. */
    public Recollection open(@Body PlanRun run) {
        Optional<SaidTime> time = time(run);
        String about = about(run);
        return new Recollection(
                run.turn().tenant(),
                run.turn().owner(),
                about,
                time.map(SaidTime::from),
                time.map(SaidTime::until),
                0,
                about.isEmpty() ? MOST_OF_A_TIME : MOST);
    }

    /** Whether nothing was asked about a matter in the time that is said, which may also be a part of the matter. */
    public boolean isAnyTimeNeeded(@Body Map<String, Object> found, @Variable("plan") PlanRun run) {
        return time(run).isPresent()
                && !about(run).isEmpty()
                && String.valueOf(found.get("total")).equals("0");
    }

    /** The same at any time, the time being words like others. */
    public Recollection openAnyTime(@Variable("plan") PlanRun run) {
        return new Recollection(run.turn().tenant(), run.turn().owner(), request(run), 0, MOST);
    }

    private static String request(PlanRun run) {
        String request = run.state().intent().request();
        return request.isBlank() ? run.turn().question() : request;
    }

    private Optional<SaidTime> time(PlanRun run) {
        return SaidTime.of(request(run), LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
    }

    private String about(PlanRun run) {
        return time(run).map(SaidTime::rest).orElseGet(() -> request(run));
    }

    /** What is sought, in words: about what, and from which day to which. */
    private String sought(PlanRun run) {
        String when = time(run)
                .map(said -> said.from().equals(said.until().minusDays(1))
                        ? " on " + said.from()
                        : " between " + said.from() + " and " + said.until().minusDays(1))
                .orElse("");
        String about = about(run);
        return (about.isEmpty() ? "" : " about \"" + about + "\"") + when;
    }

    /** The end of the turn with what was found. */
    public PlanRun told(@Body Map<String, Object> found, @Variable("plan") PlanRun run) {
        List<Map<?, ?>> memories = new ArrayList<>();
        if (found.get("memories") instanceof List<?> list) {
            list.forEach(each -> memories.add((Map<?, ?>) each));
        }
        boolean search = !about(run).isEmpty();
        boolean otherwise = search
                && time(run)
                        .filter(said -> memories.stream().noneMatch(memory -> isWithin(memory, said)))
                        .isPresent();
        if (memories.isEmpty()) {
            return run.withEnd(
                    Outcome.NO_DATA,
                    "Nothing" + (search ? "" : " that was asked") + " in your earlier conversations is" + sought(run)
                            + ".");
        }
        String all = String.valueOf(found.get("total"));
        StringBuilder text = new StringBuilder("*Understood as: what earlier conversations "
                + (search ? "found" : "asked")
                + (otherwise ? " about \"" + request(run) + "\"" : sought(run)) + "*\n\n"
                + (otherwise ? "Nothing" + sought(run) + " was asked in that time. At other times: found " : "Found ")
                + all
                + (all.equals("1") ? " answer" : " answers")
                + (search ? ", the most alike first" : ", the last first")
                + (all.equals(String.valueOf(memories.size())) ? "" : "; here are " + memories.size())
                + ". They are as they were given then:\n");
        memories.forEach(memory -> text.append("\n* ")
                .append(String.valueOf(memory.get("asked_at")).substring(0, "2000-01-01".length()))
                .append(", **")
                .append(memory.get("question"))
                .append("**: ")
                .append(cut(String.valueOf(memory.get("answer")))));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("question", request(run));
        members.put("columns", COLUMNS);
        members.put("rows", memories);
        members.put(
                "notes",
                List.of(
                        search
                                ? "Found by the likeness of meaning, which is 1 for the same words."
                                : "All that was asked in that time; days are those of UTC."));
        ToolCall call = ToolCall.asking("memories", "memory", request(run), "");
        OpenEvidence evidence = new OpenEvidence(KIND, members);
        Turn turn = run.turn()
                .withPending(List.of(call))
                .withResult(new ToolResult(call, Status.OK, evidence.text(), Optional.of(evidence)), 0);
        return run.withAnalysis(run.analysis().withTurn(turn).withEnd(Answer.of(Outcome.ANSWERED, text.toString())));
    }

    private static boolean isWithin(Map<?, ?> memory, SaidTime said) {
        LocalDate day = LocalDate.parse(String.valueOf(memory.get("asked_at")).substring(0, "2000-01-01".length()));
        return !day.isBefore(said.from()) && day.isBefore(said.until());
    }

    private static String cut(String answer) {
        return answer.length() <= SHORT ? answer : answer.substring(0, SHORT - 1) + "…";
    }

    /** The end of a turn whose memory could not be read. */
    public PlanRun failed(
            @Variable("plan") PlanRun run, @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception failure) {
        LOG.warn("earlier conversations could not be looked through: {}", failure.toString());
        return run.withEnd(
                Outcome.FAILED,
                failure instanceof BadRequest told
                        ? "This cannot be looked up: " + told.getMessage() + "."
                        : "Earlier conversations could not be looked through just now. Ask again in a moment.");
    }
}
