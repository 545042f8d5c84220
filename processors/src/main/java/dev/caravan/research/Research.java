package dev.caravan.research;

import dev.caravan.reference.Reference;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of one research, kept after every step so that it goes on where it stopped.
 *
 * @param question as asked
 * @param language of the person, {@code de} or {@code en}
 * @param stage what comes next
 * @param round of the conversation before the research, counted from 1
 * @param queries of the last round
 * @param known ids of the passages found so far
 * @param duplicates share of the last round's passages that were known before, 0 to 1
 * @param coverage how much of what is asked for the passages speak of, 0 to 1
 * @param gaps what is not known yet
 * @param asked questions that the person was asked last
 * @param dialogue questions put to the person and their replies
 * @param ended why the conversation ended; empty while it goes on
 * @param analysis what is wanted, in a sentence or two
 * @param researchQueries what the tasks are made of
 * @param tasks what is to be researched
 * @param work on the task that is under way
 * @param report as written last
 * @param attempts how often the report was written
 * @param focus what a second writing must see to; empty for the first
 * @param notes what the person should know of how it went
 */
@RecordBuilder
public record Research(
        String question,
        String language,
        Stage stage,
        int round,
        List<String> queries,
        List<String> known,
        double duplicates,
        double coverage,
        List<Gap> gaps,
        List<Asked> asked,
        List<Exchange> dialogue,
        String ended,
        String analysis,
        List<String> researchQueries,
        List<Task> tasks,
        Optional<Work> work,
        Optional<ResearchReport> report,
        int attempts,
        String focus,
        List<String> notes)
        implements ResearchBuilder.With {

    /** What comes next, and in which phase. */
    public enum Stage {
        /** See whether the question has to be clarified; the short form begins with it. */
        ANALYZE("clarify"),
        /** Make the queries of a round. */
        QUERIES("clarify"),
        /** Search by them. */
        RETRIEVE("clarify"),
        /** See what is covered and what is missing. */
        GAPS("clarify"),
        /** Think of questions for the person. */
        QUESTIONS("clarify"),
        /** The person has been asked. */
        ASKED("waiting"),
        /** The person has replied. */
        REPLIED("clarify"),
        /** Conclude from the conversation what is to be researched. */
        CONCLUDE("clarify"),
        /** Make the list of tasks. */
        LIST("plan"),
        /** The list has been shown. */
        SHOWN("waiting"),
        /** The person has replied to the list. */
        APPROVED("plan"),
        /** Search for the next task. */
        SEARCH("execute"),
        /** Extract what bears on the task from passages. */
        READ("execute"),
        /** Decide which references to follow. */
        JUDGE("execute"),
        /** Look on the web for what the collection lacks. */
        WEB("execute"),
        /** End the task, and see whether it gave rise to others. */
        CLOSE("execute"),
        /** Write the report. */
        WRITE("report"),
        /** Judge it. */
        ASSESS("report"),
        /** Hold every statement against its source. */
        ATTRIBUTE("report"),
        /** Nothing is left to do. */
        DONE("done");

        private final String phase;

        Stage(String phase) {
            this.phase = phase;
        }

        /** One of clarify, plan, execute, report; waiting and done, where nothing is to be done now. */
        public String phase() {
            return phase;
        }
    }

    /**
     * Something that is not known yet.
     *
     * @param kind what is missing
     * @param about the word, the section or the matter it is about
     */
    public record Gap(Kind kind, String about) {
        /** What is missing. */
        public enum Kind {
            /** A word of the question that no passage has. */
            WORD,
            /** A section that passages refer to and that was not read. */
            SECTION,
            /** A matter, in words. */
            MATTER
        }
    }

    /**
     * A question for the person.
     *
     * @param question in words
     * @param options replies to choose from; may be empty
     */
    public record Asked(String question, List<String> options) {
        /** Takes a copy. */
        public Asked {
            options = List.copyOf(options);
        }
    }

    /**
     * Questions to the person and what they replied.
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
     * @param searches it made
     * @param stopped the limit that ended it; empty where nothing was left to do
     */
    public record Task(
            String id,
            String query,
            State state,
            List<Finding> findings,
            List<Trail> trail,
            int tokens,
            int searches,
            String stopped) {
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
            return new Task("task_" + number, query, State.PENDING, List.of(), List.of(), 0, 0, "");
        }
    }

    /**
     * How far the task under way has come.
     *
     * @param task its id
     * @param query of the task
     * @param searches made
     * @param leads passages to be read, next first
     * @param open references of what was read last, to be judged
     * @param findings so far
     * @param trail references judged so far
     * @param visited sections that references were followed to
     * @param seen how often each section came up
     * @param best relevance of the best passage that a search found; what the others are measured by
     * @param tokens of the texts read
     * @param stopped the limit that was reached; empty while none was
     */
    @RecordBuilder
    public record Work(
            String task,
            String query,
            int searches,
            List<Lead> leads,
            List<Open> open,
            List<Finding> findings,
            List<Trail> trail,
            List<String> visited,
            Map<String, Integer> seen,
            double best,
            int tokens,
            String stopped)
            implements ResearchWorkBuilder.With {
        /** Takes copies. */
        public Work {
            leads = List.copyOf(leads);
            open = List.copyOf(open);
            findings = List.copyOf(findings);
            trail = List.copyOf(trail);
            visited = List.copyOf(visited);
            seen = Collections.unmodifiableMap(new LinkedHashMap<>(seen));
        }

        /** On a task that nothing has been done for. */
        static Work on(Task task) {
            return new Work(
                    task.id(),
                    task.query(),
                    0,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    Map.of(),
                    0,
                    0,
                    "");
        }
    }

    /**
     * Passages to be read together: those of a search, or those that one reference leads to.
     *
     * @param passages their ids
     * @param via the section whose reference led here; empty for a search
     * @param depth how many references deep
     * @param relevance of the sentence that referred to them, 0 to 1
     */
    public record Lead(List<String> passages, String via, int depth, double relevance) {
        /** Takes a copy. */
        public Lead {
            passages = List.copyOf(passages);
        }
    }

    /**
     * A reference to be judged.
     *
     * @param reference as it was read
     * @param passage id of the passage it stands in
     * @param sentence it stands in
     * @param relevance of that sentence, 0 to 1
     * @param depth how many references deep the passage is
     */
    public record Open(Reference reference, String passage, String sentence, double relevance, int depth) {}

    /** Takes copies. */
    public Research {
        queries = List.copyOf(queries);
        known = List.copyOf(known);
        gaps = List.copyOf(gaps);
        asked = List.copyOf(asked);
        dialogue = List.copyOf(dialogue);
        researchQueries = List.copyOf(researchQueries);
        tasks = List.copyOf(tasks);
        notes = List.copyOf(notes);
    }

    /** One that nothing has happened to. */
    public static Research of(String question) {
        return new Research(
                question,
                TextAnalysis.language(question),
                Stage.QUERIES,
                0,
                List.of(),
                List.of(),
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                "",
                "",
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                0,
                "",
                List.of());
    }

    /** The question with everything the person added to it. */
    public String wanted() {
        StringBuilder wanted = new StringBuilder(question);
        dialogue.stream().map(Exchange::reply).filter(reply -> !reply.isBlank()).forEach(reply -> wanted.append(' ')
                .append(reply));
        return wanted.toString();
    }

    /** The next task that is not worked off. */
    public Optional<Task> nextTask() {
        return tasks.stream().filter(task -> task.state() == Task.State.PENDING).findFirst();
    }

    /** The task under way; only where one is. */
    public Task task() {
        String id = work.orElseThrow().task();
        return tasks.stream().filter(task -> task.id().equals(id)).findFirst().orElseThrow();
    }

    /** At another stage. */
    Research at(Stage next) {
        return withStage(next);
    }

    /** With a note, once. */
    Research noted(String note) {
        return notes.contains(note)
                ? this
                : withNotes(java.util.stream.Stream.concat(notes.stream(), java.util.stream.Stream.of(note))
                        .toList());
    }

    /** Whether the person speaks German. */
    boolean german() {
        return language.equals("de");
    }
}
