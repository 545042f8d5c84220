package dev.caravan.store;

import dev.caravan.gate.DaySpent;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What {@link TurnWriter} noted down with each turn. While the database does not answer nothing counts as spent: answers do without
 * it, and a turn has limits of its own.
 */
public final class DatabaseSpent implements DaySpent {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseSpent.class);
    private static final String SUMS =
            """
            select coalesce(sum(dollars), 0) as dollars, coalesce(sum(rows), 0) as rows from caravan.spent
            where day = cast(now() at time zone 'utc' as date) and tenant = :tenant""";

    private final JdbcClient database;

    /** In the database of conversations. */
    public DatabaseSpent(DataSource database) {
        this.database = JdbcClient.create(database);
    }

    @Override
    public Sums ofUser(String tenant, String owner) {
        return sums(database.sql(SUMS + " and owner = :owner").param("owner", owner), tenant);
    }

    @Override
    public Sums ofTenant(String tenant) {
        return sums(database.sql(SUMS), tenant);
    }

    private static Sums sums(JdbcClient.StatementSpec statement, String tenant) {
        try {
            return statement
                    .param("tenant", tenant)
                    .query((row, number) -> new Sums(row.getBigDecimal("dollars"), row.getLong("rows")))
                    .single();
        } catch (DataAccessException e) {
            LOG.warn("what was spent today is not known, and no quota of a day holds: {}", e.getMessage());
            return Sums.NOTHING;
        }
    }
}
