package dev.caravan.sql;

import dev.caravan.turn.ToolResult.Status;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Why a database gave no result.
 *
 * @param kind what kind of problem
 * @param message in words
 */
public record DatabaseProblem(Kind kind, String message) {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseProblem.class);

    /** Kinds of problems, which end differently. */
    public enum Kind {
        /** The statement is wrong; another one may be right. */
        STATEMENT,
        /** The role may not read what the statement reads. */
        NOT_PERMITTED,
        /** The statement took longer than allowed. */
        TIMEOUT,
        /** The turn was given up by the person. */
        CANCELLED,
        /** Other statements have all connections. */
        BUSY,
        /** This program stumbled over the result; the database is well. */
        FAULT,
        /** The database does not answer, or its breaker is open. */
        DOWN
    }

    /**
     * Tells the kind of an exception, by SQLSTATE.
     *
     * @param cause empty when the breaker refused the call
     */
    public static DatabaseProblem of(Optional<Throwable> cause) {
        if (cause.isEmpty()) {
            return new DatabaseProblem(
                    Kind.DOWN, "the database failed repeatedly and is given a rest before it is asked again");
        }
        Optional<SQLException> sql = sqlException(cause.get());
        if (sql.filter(DatabaseProblem::isTooLarge).isPresent()) {
            return new DatabaseProblem(Kind.STATEMENT, ResultRow.tooLarge().getMessage());
        }
        if (sql.filter(DatabaseProblem::isBusy).isPresent()) {
            return new DatabaseProblem(Kind.BUSY, "all connections to the data are in use");
        }
        if (sql.isEmpty()) {
            LOG.error("a fault in handling a result", cause.get());
            return new DatabaseProblem(Kind.FAULT, "the program met a fault in handling the result");
        }
        String state = sql.map(SQLException::getSQLState).orElse("");
        String message = sql.map(DatabaseProblem::text)
                .orElseGet(() -> String.valueOf(cause.get().getMessage()));
        if (state == null || state.isEmpty() || isDown(state)) {
            return new DatabaseProblem(Kind.DOWN, message);
        }
        // the same state when a person gave the turn up, which only the stage knows
        if (state.equals("57014")) {
            return new DatabaseProblem(Kind.TIMEOUT, message);
        }
        return new DatabaseProblem(state.equals("42501") ? Kind.NOT_PERMITTED : Kind.STATEMENT, message);
    }

    /**
     * Whether an exception says that the database itself is in trouble, which a breaker counts: neither a fault of this
     * program in handling one result, nor that others have all connections.
     */
    public static boolean isDown(Throwable cause) {
        return sqlException(cause)
                .filter(problem -> !isTooLarge(problem) && !isBusy(problem))
                .map(problem -> problem.getSQLState() == null || isDown(problem.getSQLState()))
                .orElse(false);
    }

    /** The pool gave no connection although it could make them: all are in use. */
    private static boolean isBusy(SQLException problem) {
        return problem instanceof SQLTransientConnectionException && problem.getCause() == null;
    }

    /** The driver tells of a result over its limit by the states of a broken connection and of a server out of memory. */
    private static boolean isTooLarge(SQLException problem) {
        String message = String.valueOf(problem.getMessage());
        return message.contains("maxResultBuffer") || message.contains("memory retrieving query results");
    }

    // 08 connection, 53 out of resources, 57P0x shutting down, 58 system error, XX internal error
    private static boolean isDown(String state) {
        return state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("57P")
                || state.startsWith("58")
                || state.startsWith("XX");
    }

    private static Optional<SQLException> sqlException(Throwable cause) {
        for (Throwable t = cause; t != null; t = t.getCause()) {
            if (t instanceof SQLException sql) {
                return Optional.of(sql);
            }
        }
        return Optional.empty();
    }

    private static String text(SQLException e) {
        return e.getMessage()
                .lines()
                .map(String::strip)
                .reduce((a, b) -> a + " " + b)
                .orElse("");
    }

    /** Whether the model may try again. */
    boolean isStatementFault() {
        return kind == Kind.STATEMENT;
    }

    /** The problem of a statement whose turn was given up. */
    DatabaseProblem ofCancelled() {
        return kind == Kind.TIMEOUT ? new DatabaseProblem(Kind.CANCELLED, message) : this;
    }

    /** Ends a run for this reason. */
    SqlRun end(SqlRun run) {
        return switch (kind) {
            case STATEMENT -> run.withFailure(Status.REJECTED, "The query failed: " + message + ".");
            case NOT_PERMITTED -> run.withFailure(
                    Status.NOT_PERMITTED,
                    "The database does not let this account read what the query needs (" + message
                            + "). That is not the same as having no data.");
            case TIMEOUT -> run.withFailure(
                    Status.UNAVAILABLE,
                    "The query took longer than allowed and was stopped. Ask for less: fewer years, or fewer things at once.");
            case CANCELLED -> run.withFailure(
                    Status.UNAVAILABLE, "The query was stopped because the turn was given up.");
            case BUSY -> run.withFailure(
                    Status.UNAVAILABLE,
                    "The query was not run: " + message + " at the moment. Try again in some seconds.");
            case FAULT -> run.withFailure(
                    Status.UNAVAILABLE,
                    "The query was not finished: " + message + ", which is in its log. Ask in other words.");
            case DOWN -> run.withFailure(
                    Status.UNAVAILABLE,
                    "The database is not available: " + message.replaceAll("\\.$", "") + "; try again later.");
        };
    }
}
