package dev.caravan.warehouse.load;

import java.sql.Connection;
import java.sql.SQLException;

/** A PostgreSQL server whose databases may be created and filled. */
@FunctionalInterface
public interface Databases {
    /** A new connection of a superuser to a database; the caller closes it. */
    Connection open(String database) throws SQLException;
}
