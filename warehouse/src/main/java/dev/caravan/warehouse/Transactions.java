package dev.caravan.warehouse;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs work in one transaction of a connection, and leaves the connection in auto-commit mode. */
final class Transactions {
    /** Work that talks to a database. */
    @FunctionalInterface
    interface Work {
        void run() throws SQLException;
    }

    private Transactions() {}

    static void run(Connection connection, Work work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            work.run();
            connection.commit();
        } catch (SQLException | RuntimeException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}
