package dev.caravan.sql;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import java.util.Optional;
import org.apache.camel.Exchange;

/** Says in a typed form why the database gave no result. */
public final class TakeDatabaseProblem {

    /** The problem; where no exception was caught, or that of a breaker, the breaker refused the call. */
    public DatabaseProblem take(Exchange exchange) {
        return DatabaseProblem.of(Optional.ofNullable(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class))
                .filter(cause -> !(cause instanceof CallNotPermittedException)));
    }
}
