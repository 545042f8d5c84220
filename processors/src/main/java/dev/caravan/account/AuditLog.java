package dev.caravan.account;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Notes down who did what with which outcome; never what was asked or answered. */
public final class AuditLog {
    /** The largest page. */
    public static final int MOST = 500;

    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    private final JdbcClient database;

    /** In the database of conversations. */
    public AuditLog(DataSource database) {
        this.database = JdbcClient.create(database);
    }

    /**
     * Something that was done or tried.
     *
     * @param account who did it; of a login whose name was given
     * @param action in a word or two
     * @param object the path it was done to
     * @param status of HTTP, with which it ended
     * @param address it came from
     */
    public record Entry(Account account, String action, String object, int status, String address) {}

    /** Keeps an entry; where the database does not take it, the log has it. */
    public void note(Entry entry) {
        try {
            database.sql(
                            """
                            insert into caravan.audit (tenant, user_id, name, via, action, object, status, address)
                            values (:tenant, :user, :name, :via, :action, :object, :status, :address)""")
                    .param("tenant", entry.account().tenant())
                    .param("user", entry.account().id())
                    .param("name", entry.account().name())
                    .param("via", entry.account().via())
                    .param("action", entry.action())
                    .param("object", entry.object().replace("\0", ""))
                    .param("status", entry.status())
                    .param("address", entry.address())
                    .update();
        } catch (DataAccessException e) {
            LOG.error("not in the audit log: {}", entry, e);
        }
    }

    /** A page of entries of all tenants, the newest first. */
    public List<Map<String, Object>> entries(int page, int size) {
        return database.sql("select * from caravan.audit order by at desc, id desc limit :size offset :offset")
                .param("size", size)
                .param("offset", (long) page * size)
                .query(AuditLog::told)
                .list();
    }

    private static Map<String, Object> told(ResultSet row, int number) throws SQLException {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("at", row.getTimestamp("at").toInstant());
        for (String column : List.of("tenant", "name", "via", "action", "object")) {
            entry.put(column, row.getString(column));
        }
        entry.put("status", row.getInt("status"));
        entry.put("address", row.getString("address"));
        return entry;
    }
}
