package dev.caravan.research;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * The state of one research, kept after every step so that it goes on where it stopped.
 *
 * @param question as asked
 * @param language of the person, {@code de} or {@code en}
 * @param phase what comes next
 * @param round of the conversation before the research, counted from 1
 * @param queries of the last round
 * @param known ids of the passages found so far
 * @param duplicates share of the last round's passages that were known before, 0 to 1
 * @param coverage how much of what is asked for the passages speak of, 0 to 1
 * @param gaps what is not known yet
 * @param dialogue questions put to the person and their replies
 * @param ended why the conversation ended; empty while it goes on
 * @param tasks what is to be researched
 * @param attempts how often the report was written
 * @param focus what a second writing must see to; empty for the first
 */
@RecordBuilder
public record Research(
        String question,
        String language,
        Phase phase,
        int round,
        List<String> queries,
        List<String> known,
        double duplicates,
        double coverage,
        List<Gap> gaps,
        List<Exchange> dialogue,
        String ended,
        List<Task> tasks,
        int attempts,
        String focus)
        implements ResearchBuilder.With {

    /** What comes next. */
    public enum Phase {
        /** Find out with the person what is wanted. */
        CLARIFY,
        /** The person has been asked. */
        ASKED,
        /** Make the list of tasks. */
        PLAN,
        /** The list has been shown. */
        SHOWN,
        /** Work the tasks off. */
        EXECUTE,
        /** Write the report. */
        REPORT,
        /** Nothing is left to do. */
        DONE
    }

    /**
     * Something that is not known yet.
     *
     * @param kind what is missing
     * @param about the word or the section it is about
     */
    public record Gap(Kind kind, String about) {
        /** What is missing. */
        public enum Kind {
            /** A word of the question that no passage has. */
            WORD,
            /** A section that passages refer to and that was not read. */
            SECTION
        }
    }

    /**
     * A question to the person and the reply.
     *
     * @param asked in words
     * @param reply in words
     */
    public record Exchange(String asked, String reply) {}

    /**
     * A task.
     *
     * @param id unique in the list
     * @param query what is searched for
     * @param state of the task
     * @param findings what it brought
     * @param trail references it met
     * @param tokens of the texts it read
     */
    public record Task(String id, String query, State state, List<Finding> findings, List<Trail> trail, int tokens) {
        /** How far a task is. */
        public enum State {
            /** Not begun. */
            PENDING,
            /** Worked off. */
            DONE
        }

        /** Takes copies. */
        public Task {
            findings = List.copyOf(findings);
            trail = List.copyOf(trail);
        }

        /** One that is not begun. */
        public static Task of(int number, String query) {
            return new Task("task_" + number, query, State.PENDING, List.of(), List.of(), 0);
        }
    }

    /** Takes copies. */
    public Research {
        queries = List.copyOf(queries);
        known = List.copyOf(known);
        gaps = List.copyOf(gaps);
        dialogue = List.copyOf(dialogue);
        tasks = List.copyOf(tasks);
    }

    /** One that nothing has happened to. */
    public static Research of(String question) {
        return new Research(
                question,
                TextAnalysis.language(question),
                Phase.CLARIFY,
                0,
                List.of(),
                List.of(),
                0,
                0,
                List.of(),
                List.of(),
                "",
                List.of(),
                0,
                "");
    }

    /** The question with everything the person added to it. */
    public String wanted() {
        StringBuilder wanted = new StringBuilder(question);
        dialogue.forEach(each -> wanted.append(' ').append(each.reply()));
        return wanted.toString();
    }

    /** Whether a task is left to do; the loop of the tasks goes on while this holds. */
    public boolean hasOpenTask() {
        return tasks.stream().anyMatch(task -> task.state() == Task.State.PENDING);
    }
}
