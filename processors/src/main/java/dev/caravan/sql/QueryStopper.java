package dev.caravan.sql;

/** Stops what a turn has running in a database. */
@FunctionalInterface
public interface QueryStopper {

    /** Stops the turn's statements, if any run; must be quick and must not throw. */
    void stop(String turnId);

    /** The comment that marks a statement as a turn's; an id consists of letters, digits and dashes. */
    static String mark(String turnId) {
        return "/* turn " + turnId.replaceAll("[^A-Za-z0-9-]", "") + " */ ";
    }
}
