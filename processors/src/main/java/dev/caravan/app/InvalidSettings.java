package dev.caravan.app;

import java.util.List;

/** The settings cannot be used; lists everything that is wrong with them, each with its place. */
public final class InvalidSettings extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<String> problems;

    /** The problems, one sentence each. */
    public InvalidSettings(List<String> problems) {
        super("the settings cannot be used:\n  " + String.join("\n  ", problems));
        this.problems = List.copyOf(problems);
    }

    /** One sentence for each problem, with file and line or the name of the override. */
    public List<String> problems() {
        return problems;
    }
}
