package dev.caravan.plan;

import dev.caravan.plan.Task.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The tasks of a request and the pointer to the one that is next.
 *
 * @param tasks in their order
 * @param currentTaskKey the task that is next; empty when all are done
 * @param originalRequest as the person wrote it
 * @param rewrittenRequest complete in itself
 */
public record TaskList(List<Task> tasks, String currentTaskKey, String originalRequest, String rewrittenRequest) {
    /** No tasks. */
    public static final TaskList NONE = new TaskList(List.of(), "", "", "");

    /** Takes a copy. */
    public TaskList {
        tasks = List.copyOf(tasks);
    }

    /** Fresh tasks; the first is next. */
    public static TaskList of(List<Task> tasks, String originalRequest, String rewrittenRequest) {
        return new TaskList(tasks, tasks.isEmpty() ? "" : tasks.get(0).key(), originalRequest, rewrittenRequest);
    }

    /**
     * The tasks as a person sees them.
     *
     * @param going whether the turn goes on, so that the task that is next is under way
     */
    List<Map<String, Object>> shown(boolean going) {
        return tasks.stream()
                .map(task -> Map.<String, Object>of(
                        "task",
                        task.key(),
                        "description",
                        task.description(),
                        "tool",
                        task.tool(),
                        "state",
                        going && task.key().equals(currentTaskKey)
                                ? Status.RUNNING.code()
                                : task.status().code()))
                .toList();
    }

    /** Whether they look into an earlier result. */
    boolean analyzes() {
        return tasks.stream().anyMatch(task -> task.tool().equals(PlanTodos.TAKE_UP));
    }

    /** The task that is next. */
    public Optional<Task> current() {
        return tasks.stream().filter(task -> task.key().equals(currentTaskKey)).findFirst();
    }

    /** The task that is next in another state; the pointer moves on where it is complete. */
    public TaskList at(Status status) {
        TaskList changed =
                changed(task -> task.key().equals(currentTaskKey) ? task.with(status) : task, currentTaskKey);
        return status == Status.COMPLETE ? changed.next() : changed;
    }

    /**
     * As the person wants it.
     *
     * @param wanted in their order; what is missing is dropped
     */
    TaskList approved(List<Task> wanted) {
        List<Task> all = new ArrayList<>(wanted);
        List<String> keys = wanted.stream().map(Task::key).toList();
        tasks.stream()
                .filter(task -> !keys.contains(task.key()))
                .map(task -> task.with(Status.DROPPED))
                .forEach(all::add);
        return new TaskList(all, keys.get(0), originalRequest, rewrittenRequest);
    }

    /** The tasks that are done or under way. */
    List<Task> begun() {
        return tasks.stream()
                .filter(task -> task.status() != Status.DROPPED && !left().contains(task))
                .toList();
    }

    /** The tasks behind the one that is next which can still be changed. */
    List<Task> left() {
        List<Task> left = new ArrayList<>();
        boolean passed = false;
        for (Task task : tasks) {
            if (passed && task.status() == Status.PENDING) {
                left.add(task);
            }
            passed = passed || task.key().equals(currentTaskKey);
        }
        return left;
    }

    /**
     * With what is left as the person wants it.
     *
     * @param wanted of what is left, in their order; what is missing is dropped
     */
    TaskList going(List<Task> wanted) {
        List<Task> all = new ArrayList<>(begun());
        all.addAll(wanted);
        tasks.stream()
                .filter(task -> !all.contains(task))
                .map(task -> task.with(Status.DROPPED))
                .forEach(all::add);
        return new TaskList(all, currentTaskKey, originalRequest, rewrittenRequest);
    }

    private TaskList next() {
        boolean passed = false;
        for (Task task : tasks) {
            if (passed && task.status() != Status.DROPPED) {
                return changed(UnaryOperator.identity(), task.key());
            }
            passed = passed || task.key().equals(currentTaskKey);
        }
        return changed(UnaryOperator.identity(), "");
    }

    /** Back at the first task of one of these tools, which has to be done again. */
    public TaskList backTo(String... tools) {
        return tasks.stream()
                .filter(task -> List.of(tools).contains(task.tool()))
                .findFirst()
                .map(task -> changed(UnaryOperator.identity(), task.key()))
                .orElse(this);
    }

    /** Given up: what is not complete is dropped. */
    public TaskList dropped() {
        return changed(task -> task.status() == Status.COMPLETE ? task : task.with(Status.DROPPED), "");
    }

    private TaskList changed(UnaryOperator<Task> change, String current) {
        return new TaskList(tasks.stream().map(change).toList(), current, originalRequest, rewrittenRequest);
    }
}
