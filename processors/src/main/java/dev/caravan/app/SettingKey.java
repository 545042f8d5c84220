package dev.caravan.app;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A declared setting.
 *
 * @param name dotted, as in application.yaml; {@code section.*} stands for every key of a section
 * @param secret whether its value must never be shown
 * @param rule what a value has to be
 */
record SettingKey(String name, boolean secret, Rule rule) {
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h)");

    /** Judges a value. */
    @FunctionalInterface
    interface Rule {
        /** What is wrong with the value, as the end of a sentence that begins with it; empty when nothing. */
        Optional<String> objection(String value);
    }

    /** Any text, also an empty one. */
    static SettingKey text(String name) {
        return new SettingKey(name, false, value -> Optional.empty());
    }

    /** A text that must not be empty. */
    static SettingKey filled(String name) {
        return new SettingKey(name, false, value -> unless(!value.isBlank(), "must not be empty"));
    }

    /** A text that is never shown. */
    static SettingKey secret(String name) {
        return new SettingKey(name, true, value -> Optional.empty());
    }

    /** Empty, or the URL of something on the web. */
    static SettingKey httpUrl(String name) {
        return new SettingKey(
                name,
                false,
                value -> unless(
                        value.isEmpty() || value.matches("https?://\\S+"), "does not start with http:// or https://"));
    }

    /** Empty, or the JDBC URL of a PostgreSQL database. */
    static SettingKey jdbcUrl(String name) {
        return new SettingKey(
                name,
                false,
                value -> unless(
                        value.isEmpty() || value.startsWith("jdbc:postgresql:"),
                        "does not start with jdbc:postgresql:"));
    }

    /** A text of a form. */
    static SettingKey matching(String name, String form, String objection) {
        return new SettingKey(name, false, value -> unless(value.matches(form), objection));
    }

    /** A whole number within bounds, both included. */
    static SettingKey number(String name, int least, int most) {
        return new SettingKey(name, false, value -> {
            try {
                int number = Integer.parseInt(value);
                return unless(number >= least && number <= most, "is not within " + least + " to " + most);
            } catch (NumberFormatException e) {
                return Optional.of("is not a whole number");
            }
        });
    }

    /** A number of 0 or more, with or without a fraction. */
    static SettingKey decimal(String name) {
        return new SettingKey(name, false, SettingKey::noDecimal);
    }

    /** The same, or empty. */
    static SettingKey decimalOrEmpty(String name) {
        return new SettingKey(name, false, value -> value.isEmpty() ? Optional.empty() : noDecimal(value));
    }

    private static Optional<String> noDecimal(String value) {
        return unless(DECIMAL.matcher(value).matches(), "is not a number like 0.5");
    }

    /** A duration like 30s within bounds, both included. */
    static SettingKey duration(String name, String least, String most) {
        Duration shortest = durationOf(least).orElseThrow();
        Duration longest = durationOf(most).orElseThrow();
        return new SettingKey(name, false, value -> durationOf(value)
                .map(given -> unless(
                        given.compareTo(shortest) >= 0 && given.compareTo(longest) <= 0,
                        "is not within " + least + " to " + most))
                .orElse(Optional.of("is not a duration like 500ms, 30s, 2m or 1h")));
    }

    /** True or false. */
    static SettingKey flag(String name) {
        return new SettingKey(
                name,
                false,
                value -> unless(value.equals("true") || value.equals("false"), "is neither true nor false"));
    }

    /** One of a few words. */
    static SettingKey choice(String name, String... words) {
        List<String> allowed = List.of(words);
        return new SettingKey(
                name, false, value -> unless(allowed.contains(value), "is not one of " + String.join(", ", allowed)));
    }

    /** Whether this declaration covers the key. */
    boolean covers(String key) {
        return open() ? key.startsWith(section()) && key.length() > section().length() : key.equals(name);
    }

    /** Whether it declares a section whose keys are free. */
    boolean open() {
        return name.endsWith(".*");
    }

    private String section() {
        return name.substring(0, name.length() - 1);
    }

    /** Reads 500ms, 30s, 2m or 1h; empty when the text is none of these. */
    static Optional<Duration> durationOf(String text) {
        Matcher parts = DURATION.matcher(text.strip());
        if (!parts.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(parts.group(1));
        return Optional.of(
                switch (parts.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    default -> Duration.ofHours(amount);
                });
    }

    private static Optional<String> unless(boolean good, String objection) {
        return good ? Optional.empty() : Optional.of(objection);
    }
}
