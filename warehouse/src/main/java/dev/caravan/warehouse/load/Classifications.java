package dev.caravan.warehouse.load;

import java.sql.SQLException;

/** Knows the names and codes of countries, groups and products, which bulk files refer to and do not bring. */
@FunctionalInterface
public interface Classifications {
    /** Fills the classification tables of a database whose tables exist and are empty. */
    void write(Databases databases, String database) throws SQLException;
}
