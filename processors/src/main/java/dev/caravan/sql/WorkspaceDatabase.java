package dev.caravan.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** The data of one workspace, which is asked through it and never written to. */
public interface WorkspaceDatabase extends QueryStopper, AutoCloseable {
    /**
     * Runs a statement of a turn.
     *
     * @return at most one row more than the limit, which tells that there are more
     * @throws SQLException with an SQLSTATE that tells what kind of problem it is
     */
    List<Map<String, Object>> run(String sql) throws SQLException;

    /** The product's own reading of a look-up table, whole as long as it has not more rows than given. */
    List<Map<String, Object>> read(String sql, int most) throws SQLException;

    /** Tells one state of the data from another: what was read from them holds as long as this stays the same. */
    String version();

    /**
     * The same data as one tenant may see them; an empty one, and the data themselves, show what is no tenant's.
     *
     * @return not to be closed; the data themselves where they are the same for all
     */
    default WorkspaceDatabase of(String tenant) {
        return this;
    }

    /** Whether the data are there; those of a file may yet have to be made. */
    default boolean isMade() {
        return true;
    }

    @Override
    void close();
}
