package dev.caravan.plan;

import dev.caravan.plan.IntentContext.Type;
import dev.caravan.turn.Form;
import dev.caravan.turn.Form.Question;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Body;

/**
 * Shows the person a plan before its first task is done, and takes it as they left it: tasks in another order, dropped, questions of an
 * analysis changed or added. What changes the request itself makes a new plan, which is shown again.
 */
public final class ApprovePlan {
    /** The choice by which a person or a program says whether plans are shown first. */
    public static final String CHOICE = "plan_approval";

    /** Its value that asks. */
    public static final String ASK = "ask";

    private static final String REQUEST = "request";
    private static final String TASKS = "tasks";
    private static final String SHOWN = "This is the plan. It begins when you go on; until then it can be changed.";

    /** A line of the list that the person edits: a task, or one question of it. */
    private record Line(Task task, String text) {}

    private final boolean usual;

    /**
     * With what holds where nobody chose.
     *
     * @param usual whether plans are shown
     */
    public ApprovePlan(boolean usual) {
        this.usual = usual;
    }

    /** The plan, which waits where it is to be approved. */
    public PlanRun show(@Body PlanRun run) {
        return asks(run) && run.isTaskNeeded() ? shown(run, SHOWN) : run;
    }

    private boolean asks(PlanRun run) {
        return run.turn().choice(CHOICE).map(ASK::equals).orElse(usual);
    }

    /** The plan after a task; where that asks the person, and plans are shown, what is left can be changed with the reply. */
    public PlanRun showLeft(@Body PlanRun run) {
        List<Task> left = run.state().tasks().left();
        return run.state()
                .asked()
                .filter(asked -> asks(run) && !asked.about().isEmpty() && !asked.showsTasks() && !left.isEmpty())
                .map(asked -> {
                    List<Question> questions = new ArrayList<>(asked.form().questions());
                    questions.add(new Form.Items(
                            TASKS,
                            "Tasks after this",
                            "Drop or move tasks; a line that you add or change is taken as a change of the request.",
                            true,
                            left.stream()
                                    .map(Task::description)
                                    .map(String::strip)
                                    .toList()));
                    Form form = new Form(questions, Clarification.FIELD);
                    return run.withState(run.state()
                            .withAsked(Optional.of(new Clarification(asked.about(), asked.question(), form))));
                })
                .orElse(run);
    }

    /** The plan that is gone on with, with what is left as the reply says; the question is asked again where that cannot be done. */
    public PlanRun takeLeft(@Body PlanRun run) {
        Optional<Clarification> asked = run.before().asked().filter(Clarification::showsTasks);
        if (!run.isOpen() || asked.isEmpty() || !(run.turn().progress().reply().get(TASKS) instanceof List<?> given)) {
            return run;
        }
        TaskList tasks = run.state().tasks();
        List<Task> open = new ArrayList<>(tasks.left());
        List<Line> lines = open.stream()
                .map(task -> new Line(task, task.description().strip()))
                .toList();
        List<Task> wanted = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        for (Object each : given) {
            String text = String.valueOf(each);
            open.stream()
                    .filter(task -> task.description().strip().equals(text))
                    .findFirst()
                    .ifPresentOrElse(
                            task -> {
                                open.remove(task);
                                wanted.add(task);
                            },
                            () -> changes.add(change(lines, text)));
        }
        if (!changes.isEmpty()) {
            String answer = run.state().intent().answer();
            return run.withState(run.state()
                    .withIntent(new IntentContext(Type.MODIFICATION, answer, String.join(", ", changes), "")));
        }
        List<String> order =
                new ArrayList<>(tasks.begun().stream().map(Task::tool).toList());
        wanted.forEach(task -> order.add(task.tool()));
        Optional<String> fault = PlanTodos.fault(order, tasks.analyzes());
        return run.withState(
                fault.isPresent()
                        ? run.state()
                                .withAsked(asked.map(again -> new Clarification(
                                        again.about(), fault.get() + " " + again.question(), again.form())))
                        : run.state().withTasks(tasks.going(wanted)));
    }

    private static PlanRun shown(PlanRun run, String text) {
        TaskList tasks = run.state().tasks();
        List<Question> questions = new ArrayList<>();
        if (!run.state().tasks().analyzes()) {
            questions.add(new Form.Text(REQUEST, "What was understood", "", true, tasks.rewrittenRequest()));
        }
        questions.add(new Form.Items(
                TASKS,
                "Tasks",
                run.state().tasks().analyzes()
                        ? "Drop, move, change or add questions."
                        : "Drop or move tasks; a line that you add or change is taken as a change of the request.",
                false,
                lines(tasks).stream().map(Line::text).toList()));
        return run.withState(run.state().withAsked(Optional.of(new Clarification("", text, new Form(questions)))));
    }

    private static List<Line> lines(TaskList tasks) {
        List<Line> lines = new ArrayList<>();
        for (Task task : tasks.tasks()) {
            List<String> texts = task.questions().isEmpty() ? List.of(task.description()) : task.questions();
            texts.forEach(text -> lines.add(new Line(task, text.strip())));
        }
        return lines;
    }

    /** The plan as the person left it: begun, made anew, or shown again where it cannot be done so. */
    public PlanRun take(@Body PlanRun run) {
        Map<String, Object> reply = run.turn().progress().reply();
        String request = String.valueOf(reply.getOrDefault(REQUEST, "")).strip();
        if (!request.isEmpty() && !request.equals(run.state().tasks().rewrittenRequest())) {
            return planned(run, Type.NEW_REQUEST, request);
        }
        List<String> texts = reply.get(TASKS) instanceof List<?> given
                ? given.stream().map(String::valueOf).toList()
                : List.of();
        List<Line> open = lines(run.state().tasks());
        Map<Task, List<String>> wanted = new LinkedHashMap<>();
        List<String> changes = new ArrayList<>();
        for (String text : texts) {
            Optional<Line> line = open.stream()
                    .filter(each -> each.text().equals(text))
                    .findFirst()
                    .or(() -> run.state().tasks().analyzes() ? question(open, wanted, text) : Optional.empty());
            line.ifPresentOrElse(
                    each -> {
                        open.remove(each);
                        wanted.computeIfAbsent(each.task(), task -> new ArrayList<>())
                                .add(text);
                    },
                    () -> changes.add(change(open, text)));
        }
        return changes.isEmpty() ? approved(run, wanted) : planned(run, Type.MODIFICATION, String.join(", ", changes));
    }

    /** The task to which a question that was changed or added belongs: the one before it in the list, else the first that asks. */
    private static Optional<Line> question(List<Line> open, Map<Task, List<String>> wanted, String text) {
        List<Task> asking = new ArrayList<>(wanted.keySet());
        asking.addAll(open.stream().map(Line::task).toList());
        asking.removeIf(task -> task.questions().isEmpty());
        List<Task> begun =
                asking.stream().filter(wanted::containsKey).distinct().toList();
        Optional<Task> task = begun.isEmpty() ? asking.stream().findFirst() : Optional.of(begun.get(begun.size() - 1));
        return task.map(each -> new Line(each, text));
    }

    /** What a line asks for beyond the task that it begins with. */
    private static String change(List<Line> open, String text) {
        return open.stream()
                .map(Line::text)
                .filter(text::startsWith)
                .findFirst()
                .map(begun -> text.substring(begun.length()).strip())
                .orElse(text);
    }

    private static PlanRun planned(PlanRun run, Type type, String request) {
        return run.withState(run.state().with(next -> next.intent(new IntentContext(type, "", request, ""))
                .asked(Optional.empty())));
    }

    private static PlanRun approved(PlanRun run, Map<Task, List<String>> wanted) {
        Optional<String> fault = PlanTodos.fault(
                wanted.keySet().stream().map(Task::tool).toList(),
                run.state().tasks().analyzes());
        if (fault.isPresent()) {
            return shown(run, fault.get() + " " + SHOWN);
        }
        List<Task> tasks = new ArrayList<>();
        wanted.forEach((task, texts) -> tasks.add(task.questions().isEmpty() ? task : task.asking(List.copyOf(texts))));
        return run.withState(
                run.state().with(next -> next.tasks(run.state().tasks().approved(tasks))
                        .intent(run.state().intent().going())
                        .asked(Optional.empty())));
    }
}
