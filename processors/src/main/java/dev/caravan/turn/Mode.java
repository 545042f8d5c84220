package dev.caravan.turn;

import java.util.Locale;
import java.util.Optional;

/** Which data tools the agent may use. */
public enum Mode {
    /** Every tool whose source has budget and health. */
    AUTO,
    /** GraphQL and SQL, whatever the state of the gates. */
    GRAPHQL_SQL,
    /** The SQL tool alone. */
    SQL_ONLY,
    /** The GraphQL tool alone, to measure it. */
    GRAPHQL_ONLY;

    /** The lower-case name used in JSON and in application.yaml. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The mode of that code, or empty when there is none. */
    public static Optional<Mode> of(String code) {
        for (Mode mode : values()) {
            if (mode.code().equals(code)) {
                return Optional.of(mode);
            }
        }
        return Optional.empty();
    }
}
