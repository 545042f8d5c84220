package dev.caravan.model.offline;

import dev.caravan.turn.Turn;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/** Which data tools of the trade workspace a turn has: the choice called mode, as its workspace declares it. */
public enum Mode {
    /** Every tool whose source has budget and health. */
    AUTO,
    /** GraphQL and SQL, whatever the state of the gates. */
    GRAPHQL_SQL,
    /** The SQL tool alone. */
    SQL_ONLY,
    /** The GraphQL tool alone, to measure it. */
    GRAPHQL_ONLY;

    /** The name of the choice. */
    public static final String CHOICE = "mode";

    /** The lower-case name used in JSON and in application.yaml. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** That of a turn; automatic where it says nothing. */
    public static Mode of(Turn turn) {
        return Arrays.stream(values())
                .filter(mode -> turn.choice(CHOICE).filter(mode.code()::equals).isPresent())
                .findFirst()
                .orElse(AUTO);
    }

    /** As the choices of a turn. */
    public Map<String, String> choice() {
        return Map.of(CHOICE, code());
    }
}
