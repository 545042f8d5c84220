package dev.caravan.account;

import dev.caravan.turn.BadRequest;
import java.time.Duration;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Locks a name for a while after some wrong passwords, whether there is such a user or not. Attempts are counted before the
 * password is looked at, so that many at once are no way around it.
 */
final class LoginGuard {
    private final JdbcClient database;
    private final int failures;
    private final Duration lock;

    LoginGuard(JdbcClient database, int failures, Duration lock) {
        this.database = database;
        this.failures = failures;
        this.lock = lock;
    }

    /**
     * Counts an attempt as failed until {@link #succeeded} is told.
     *
     * @throws BadRequest 429 while the name is locked
     */
    void attempt(String name) {
        database.sql("delete from caravan.login_failures where last_at < now() - interval '1 day'")
                .update();
        Optional<Integer> counted = database.sql(
                        """
                        insert into caravan.login_failures (name, failures, locked_until, last_at) values (:name, 1, now(), now())
                        on conflict (name) do update set last_at = now(),
                          failures = case when login_failures.failures >= :most then 1 else login_failures.failures + 1 end,
                          locked_until = case when login_failures.failures + 1 = :most then now() + make_interval(secs => :seconds)
                            else login_failures.locked_until end
                        where login_failures.locked_until <= now()
                        returning failures""")
                .param("name", name)
                .param("most", failures)
                .param("seconds", lock.toSeconds())
                .query(Integer.class)
                .optional();
        if (counted.isEmpty()) {
            throw new BadRequest(
                    429,
                    "name",
                    "there were " + failures + " wrong passwords for this name; it is locked for up to "
                            + Math.max(1, lock.toMinutes()) + " min");
        }
    }

    /** Forgets what failed before. */
    void succeeded(String name) {
        database.sql("delete from caravan.login_failures where name = :name")
                .param("name", name)
                .update();
    }
}
