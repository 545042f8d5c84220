package dev.caravan.research;

import dev.caravan.research.Research.Asked;
import dev.caravan.research.Research.Task;
import dev.caravan.turn.Form;
import dev.caravan.turn.Form.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The forms by which a research asks the person, and what the replies to them say. */
final class ResearchDialogue {
    private static final String QUESTION = "question_";
    private static final String MORE = "more";
    private static final String TASKS = "tasks";

    private ResearchDialogue() {}

    /** The questions of a round, and room for words of one's own, which a message in plain words fills. */
    static Form questions(Research research) {
        ResearchTexts texts = ResearchTexts.of(research.language());
        List<Question> questions = new ArrayList<>();
        for (Asked asked : research.asked()) {
            String id = QUESTION + (questions.size() + 1);
            questions.add(
                    asked.options().isEmpty()
                            ? new Form.Text(id, asked.question(), "", true, "")
                            : new Form.Choice(
                                    id,
                                    asked.question(),
                                    "",
                                    true,
                                    true,
                                    true,
                                    asked.options().stream()
                                            .map(option -> new Form.Option(option, option, ""))
                                            .toList()));
        }
        questions.add(new Form.Text(MORE, texts.text("ask.more"), texts.text("ask.more.hint"), true, ""));
        return new Form(questions, MORE);
    }

    /** The list of tasks. */
    static Form tasks(Research research) {
        ResearchTexts texts = ResearchTexts.of(research.language());
        return new Form(List.of(new Form.Items(
                TASKS,
                texts.text("tasks.label"),
                texts.text("tasks.hint"),
                false,
                research.tasks().stream().map(Task::query).toList())));
    }

    /** What a reply to the questions says, in the order of the form. */
    static List<String> replies(Map<String, Object> reply) {
        List<String> texts = new ArrayList<>();
        reply.values().forEach(value -> {
            if (value instanceof List<?> several) {
                several.forEach(each -> texts.add(String.valueOf(each)));
            } else {
                texts.add(String.valueOf(value));
            }
        });
        return texts;
    }

    /** The list of tasks that a reply gives; empty where it gives none. */
    static Optional<List<String>> tasks(Map<String, Object> reply) {
        return reply.get(TASKS) instanceof List<?> given
                ? Optional.of(given.stream().map(String::valueOf).toList())
                : Optional.empty();
    }
}
