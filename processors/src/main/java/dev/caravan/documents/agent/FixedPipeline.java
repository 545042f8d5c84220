package dev.caravan.documents.agent;

import dev.caravan.documents.AnswerFromDocuments.Found;
import dev.caravan.documents.DocumentAnswer;
import dev.caravan.documents.DocumentAnswer.Kind;
import dev.caravan.turn.Answer;
import dev.caravan.turn.Outcome;
import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Answers in fixed stages without a model that chooses: where the agent is switched off, or failed. Its methods are local, so
 * that it works while no model does.
 */
public final class FixedPipeline {
    private static final int FETCHED = 20;
    private static final int SIMPLE = 1;
    private static final int CONCISE = 5;
    private static final int DETAILED = 15;
    private static final Pattern DETAIL = Pattern.compile(
            "(?i)\\b(in detail|detailed|comprehensive|thorough|everything|all (?:documents|filings|reports|companies))\\b");

    private final Libraries libraries;

    /** Over the documents of all workspaces. */
    public FixedPipeline(Libraries libraries) {
        this.libraries = libraries;
    }

    /** The question in full, as the choice of the way left it. */
    public PipelineRun rewrite(Turn turn) {
        String question = turn.asked().isEmpty() ? turn.question() : turn.asked();
        return new PipelineRun(turn, question, List.of(), CONCISE, Optional.empty());
    }

    /** Documents that may hold the answer. */
    public PipelineRun search(PipelineRun run) {
        Library library = libraries.of(run.turn());
        library.corpus().repair(Libraries.owner(run.turn()));
        List<Found> found = library.answers().find(Libraries.owner(run.turn()), run.question(), FETCHED);
        long near = found.stream().filter(Found::near).count();
        int most = DETAIL.matcher(run.question()).find() ? DETAILED : near == 1 ? SIMPLE : CONCISE;
        return new PipelineRun(
                run.turn(),
                run.question(),
                found.stream().map(each -> each.document().id()).toList(),
                most,
                Optional.empty());
    }

    /** Of many documents, those that fit nearly as well as the best. */
    public PipelineRun clarify(PipelineRun run) {
        List<String> near =
                libraries.of(run.turn()).answers().find(Libraries.owner(run.turn()), run.question(), FETCHED).stream()
                        .filter(Found::near)
                        .map(each -> each.document().id())
                        .toList();
        return near.isEmpty() ? run : run.withFound(near);
    }

    /** Reads as many as the detail wants, and answers from them. */
    public PipelineRun process(PipelineRun run) {
        List<String> read = run.found().stream().limit(run.most()).toList();
        DocumentAnswer answer = read.isEmpty()
                ? new DocumentAnswer(Kind.NOTHING, "No document here is about that.", List.of(), List.of(), List.of())
                : libraries.of(run.turn()).answers().answer(Libraries.owner(run.turn()), run.question(), read);
        return run.withFound(read).withAnswer(answer);
    }

    /** The turn with what came of it, each statement with the id of its block. */
    public Turn summarize(PipelineRun run) {
        return answered(run.turn(), run.answer().orElseThrow());
    }

    static Turn answered(Turn turn, DocumentAnswer answer) {
        return turn.withAnswer(Answer.of(
                answer.kind() == Kind.NOTHING ? Outcome.NO_DATA : Outcome.ANSWERED, AnswerTools.withBlocks(answer)));
    }
}
