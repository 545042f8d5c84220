package dev.caravan.semantic;

import java.util.Locale;
import java.util.Optional;

/** The kinds of SQL that statements are written and checked in. */
public enum Dialect {
    /** PostgreSQL. */
    POSTGRESQL,
    /** DuckDB. */
    DUCKDB,
    /** SQLite. */
    SQLITE,
    /** MySQL and MariaDB. */
    MYSQL;

    /** The lower-case name used in files. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** As its makers write it. */
    public String title() {
        return switch (this) {
            case POSTGRESQL -> "PostgreSQL";
            case DUCKDB -> "DuckDB";
            case SQLITE -> "SQLite";
            case MYSQL -> "MySQL";
        };
    }

    /** The dialect of that name, or empty when there is none. */
    public static Optional<Dialect> of(String code) {
        for (Dialect dialect : values()) {
            if (dialect.code().equals(code)) {
                return Optional.of(dialect);
            }
        }
        return Optional.empty();
    }
}
