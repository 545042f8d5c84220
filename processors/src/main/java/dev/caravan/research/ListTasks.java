package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.Replies;
import dev.caravan.research.Research.Stage;
import dev.caravan.research.Research.Task;
import dev.caravan.research.Trail.Reason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stages generate_todo, process_approval and reevaluate_todo: makes the list of tasks, takes it as the person changed it, and adds to it
 * what a task gave rise to. The list never exceeds its limit.
 */
public final class ListTasks extends ModelStage {
    /** Key of the prompt. */
    public static final String KEY = "research_tasks";

    /** The choice by which a program approves without being asked. */
    public static final String APPROVAL = "approval";

    private static final String AUTO = "auto";
    private static final int TOLD = 12;

    private final ResearchDesks desks;

    /** With the desks. */
    public ListTasks(ResearchDesks desks) {
        super(KEY, desks);
        this.desks = desks;
    }

    @Override
    Map<String, String> inputs(ResearchRun run, ResearchDesk desk) {
        Research research = run.research();
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Question", research.question());
        inputs.put("Analysis", research.analysis());
        inputs.put("Research queries", String.join("\n", research.researchQueries()));
        inputs.put(
                "Tasks so far",
                research.tasks().stream()
                        .map(task -> "- " + task.query() + (task.state() == Task.State.DONE ? " (done)" : ""))
                        .collect(Collectors.joining("\n")));
        research.work()
                .ifPresent(work -> inputs.put(
                        "Found by the last task",
                        work.findings().stream()
                                .limit(TOLD)
                                .map(finding ->
                                        finding.passage().section() + ": " + String.join(" ", finding.sentences()))
                                .collect(Collectors.joining("\n"))));
        research.work()
                .ifPresent(work -> inputs.put(
                        "References that were not followed",
                        work.trail().stream()
                                .filter(step -> step.reason() == Reason.DEPTH || step.reason() == Reason.BUDGET)
                                .map(Trail::to)
                                .distinct()
                                .limit(TOLD)
                                .collect(Collectors.joining("\n"))));
        return inputs;
    }

    @Override
    ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply) {
        List<String> proposed = Replies.texts(reply, "tasks").stream()
                .map(String::strip)
                .filter(task -> !task.isEmpty())
                .toList();
        return run.research().work().isPresent() ? closed(run, desk, proposed) : listed(run, desk, proposed);
    }

    private static ResearchRun listed(ResearchRun run, ResearchDesk desk, List<String> proposed) {
        Research research = run.research();
        List<Task> tasks = numbered(
                proposed.isEmpty() ? research.researchQueries() : proposed,
                0,
                desk.limits().tasks());
        boolean auto = run.turn().choice(APPROVAL).filter(AUTO::equals).isPresent();
        return run.gone(
                research.withTasks(tasks).at(auto ? Stage.SEARCH : Stage.SHOWN),
                Map.of("tasks", tasks.stream().map(Task::query).toList(), APPROVAL, auto ? AUTO : "person"));
    }

    private static List<Task> numbered(List<String> queries, int after, int most) {
        List<Task> tasks = new ArrayList<>();
        Set<String> distinct = new LinkedHashSet<>(queries);
        for (String query : distinct) {
            if (tasks.size() < most) {
                tasks.add(Task.of(after + tasks.size() + 1, query));
            }
        }
        return tasks;
    }

    /** Takes the list as the person left it. */
    public ResearchRun approve(ResearchRun run) {
        return approved(run, desks.of(run).limits());
    }

    static ResearchRun approved(ResearchRun run, ResearchLimits limits) {
        List<String> approved = ResearchDialogue.tasks(run.turn().progress().reply())
                .orElseGet(
                        () -> run.research().tasks().stream().map(Task::query).toList());
        List<Task> tasks = numbered(approved, 0, limits.tasks());
        Research research = run.research().withTasks(tasks).at(Stage.SEARCH);
        if (approved.size() > tasks.size()) {
            research = research.noted(
                    ResearchTexts.of(research.language()).text("note.tasks", approved.size(), tasks.size()));
        }
        return run.gone(
                research, Map.of("tasks", tasks.stream().map(Task::query).toList()));
    }

    /** Ends the task under way, and adds the tasks it gave rise to while the list has room. */
    private static ResearchRun closed(ResearchRun run, ResearchDesk desk, List<String> proposed) {
        Research research = run.research();
        Research.Work work = research.work().orElseThrow();
        List<Task> tasks = new ArrayList<>();
        for (Task task : research.tasks()) {
            tasks.add(
                    task.id().equals(work.task())
                            ? new Task(
                                    task.id(),
                                    task.query(),
                                    Task.State.DONE,
                                    work.findings().stream()
                                            .sorted(java.util.Comparator.comparingDouble(Finding::score)
                                                    .reversed())
                                            .toList(),
                                    work.trail(),
                                    work.tokens(),
                                    work.searches(),
                                    work.stopped())
                            : task);
        }
        Set<String> there = research.tasks().stream().map(Task::query).collect(Collectors.toSet());
        List<Task> more = numbered(
                proposed.stream().filter(query -> !there.contains(query)).toList(),
                tasks.size(),
                desk.limits().tasks() - tasks.size());
        tasks.addAll(more);
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("task", work.task());
        told.put("findings", work.findings().size());
        told.put("followed", work.trail().stream().filter(Trail::followed).count());
        told.put("tokens_read", work.tokens());
        if (!work.stopped().isEmpty()) {
            told.put("stopped", work.stopped());
        }
        if (!more.isEmpty()) {
            told.put("new_tasks", more.stream().map(Task::query).toList());
        }
        Research next = research.withTasks(tasks).withWork(java.util.Optional.empty());
        return run.gone(next.at(next.nextTask().isPresent() ? Stage.SEARCH : Stage.WRITE), told);
    }
}
