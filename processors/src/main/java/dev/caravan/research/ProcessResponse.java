package dev.caravan.research;

import dev.caravan.research.Research.Asked;
import dev.caravan.research.Research.Exchange;
import dev.caravan.research.Research.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Stage process_response: takes what the person replied; {@code /end} ends the conversation. */
public final class ProcessResponse {
    /** Reason for the end: the person said so. */
    public static final String USER_END = "user_end";

    /** Reason for the end: as many rounds as are allowed. */
    public static final String MAX_ITERATIONS = "max_iterations";

    private static final String END = "/end";

    private final ResearchDesks desks;

    /** With the desks. */
    public ProcessResponse(ResearchDesks desks) {
        this.desks = desks;
    }

    /** Goes on with the reply of the turn, or concludes the conversation. */
    public ResearchRun take(ResearchRun run) {
        return taken(
                run,
                ResearchDialogue.replies(run.turn().progress().reply()),
                desks.of(run).limits());
    }

    /** The same with the texts of a reply. */
    static ResearchRun taken(ResearchRun run, List<String> replies, ResearchLimits limits) {
        boolean end = replies.stream().anyMatch(reply -> reply.strip().equalsIgnoreCase(END));
        String reply = replies.stream()
                .map(String::strip)
                .filter(each -> !each.equalsIgnoreCase(END))
                .collect(Collectors.joining("; "));
        Research research = run.research();
        List<Exchange> dialogue = new ArrayList<>(research.dialogue());
        dialogue.add(
                new Exchange(research.asked().stream().map(Asked::question).collect(Collectors.joining(" ")), reply));
        boolean last = AnalyzeQuery.wanted(run.turn()) || research.round() >= limits.rounds();
        String ended = end ? USER_END : last ? MAX_ITERATIONS : "";
        return run.gone(
                research.withDialogue(dialogue)
                        .withAsked(List.of())
                        .withEnded(ended)
                        .at(ended.isEmpty() ? Stage.QUERIES : Stage.CONCLUDE),
                ended.isEmpty() ? Map.of("reply", reply) : Map.of("reply", reply, "ended", ended));
    }
}
