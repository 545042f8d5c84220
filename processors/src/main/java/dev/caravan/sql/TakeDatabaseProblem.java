package dev.caravan.sql;

import java.util.Optional;
import org.apache.camel.Exchange;

/** Says in a typed form why the database gave no result. */
public final class TakeDatabaseProblem {

  /** The problem; where no exception was caught, the breaker refused the call. */
  public DatabaseProblem take(Exchange exchange) {
    return DatabaseProblem.of(
        Optional.ofNullable(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class)));
  }
}
