package dev.caravan.graphql;

import dev.caravan.gate.BudgetGate;
import dev.caravan.turn.ToolResult.Status;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.processor.ThrottlerRejectedExecutionException;

/**
 * Why an API gave no answer.
 *
 * @param kind what kind of problem
 * @param message in words
 */
public record ApiProblem(Kind kind, String message) {

    /** Kinds of problems, which end differently. */
    public enum Kind {
        /** No place is left in the budget; nothing was sent. */
        BUDGET_EXHAUSTED,
        /** The API failed repeatedly and is given a rest; nothing was sent. */
        RESTING,
        /** The API told us to slow down (429). */
        TOO_MANY,
        /** No answer in time. */
        TIMEOUT,
        /** It failed (5xx), cannot be reached, or answered something that is no GraphQL. */
        DOWN,
        /** It refused the query (other 4xx). */
        REFUSED
    }

    static ApiProblem missing() {
        return new ApiProblem(Kind.DOWN, "there was no answer");
    }

    /** Tells the kind of an exception. */
    public static ApiProblem of(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof BudgetGate.Exhausted || cause instanceof ThrottlerRejectedExecutionException) {
                return new ApiProblem(Kind.BUDGET_EXHAUSTED, "budget_exhausted: " + cause.getMessage());
            }
            if (cause instanceof CallNotPermittedException) {
                return new ApiProblem(
                        Kind.RESTING, "it failed repeatedly and is given a rest before it is asked again");
            }
            if (cause instanceof HttpOperationFailedException failed) {
                return ofStatus(failed.getStatusCode(), ErrorText.of(failed.getResponseBody()));
            }
            if (cause instanceof SocketTimeoutException || cause instanceof TimeoutException) {
                return new ApiProblem(Kind.TIMEOUT, "it did not answer in time");
            }
        }
        return new ApiProblem(Kind.DOWN, message(thrown));
    }

    private static String message(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return Optional.ofNullable(cause.getMessage())
                .orElseGet(() -> thrown.getClass().getSimpleName());
    }

    private static ApiProblem ofStatus(int status, String text) {
        String said = "HTTP " + status + (text.isEmpty() ? "" : ", " + text);
        if (status == 429) {
            return new ApiProblem(Kind.TOO_MANY, said);
        }
        return new ApiProblem(status >= 500 || status == 408 ? Kind.DOWN : Kind.REFUSED, said);
    }

    /** Whether the fault may pass by itself: tried again, and counted by the breaker. */
    public static boolean isTransient(Throwable thrown) {
        return switch (of(thrown).kind()) {
            case TOO_MANY, TIMEOUT, DOWN -> true;
            case BUDGET_EXHAUSTED, RESTING, REFUSED -> false;
        };
    }

    /** Ends a run for this reason. */
    GraphqlRun end(GraphqlRun run) {
        String sql = " Please use the query_tool (SQL) instead.";
        return switch (kind) {
            case BUDGET_EXHAUSTED -> run.withFailure(
                    Status.UNAVAILABLE,
                    "The Atlas API was not asked, its budget of calls is spent for the moment (" + message + ")."
                            + sql);
            case RESTING -> run.withFailure(Status.UNAVAILABLE, "The Atlas API was not asked: " + message + "." + sql);
            case TOO_MANY -> run.withFailure(
                    Status.UNAVAILABLE, "The Atlas API has too many requests (" + message + ")." + sql);
            case TIMEOUT -> run.withFailure(Status.UNAVAILABLE, "The Atlas API failed: " + message + "." + sql);
            case DOWN -> run.withFailure(Status.UNAVAILABLE, "The Atlas API failed: " + message + "." + sql);
            case REFUSED -> run.withFailure(
                    Status.REJECTED, "The Atlas API did not accept the query and said: \"" + message + "\"." + sql);
        };
    }
}
