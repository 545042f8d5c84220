package dev.caravan.plan;

import java.time.Duration;

/**
 * An answered query of the conversation, as its metadata tell of it.
 *
 * @param question the request with its names in full
 * @param queryType the language of the query
 * @param query as it ran
 * @param summary what it gave, such as {@code 7 rows found}
 * @param age how long ago it ran
 */
public record Earlier(String question, String queryType, String query, String summary, Duration age) {
    /** What it gave and when, as the person reads it. */
    String told() {
        return summary + ", " + ago(age);
    }

    /** How long ago, in the largest unit of which there are several. */
    static String ago(Duration age) {
        return age.toDays() > 1
                ? age.toDays() + " days ago"
                : age.toHours() > 1
                        ? age.toHours() + " hours ago"
                        : age.toMinutes() > 1 ? age.toMinutes() + " minutes ago" : "just now";
    }
}
