package dev.caravan.model.offline;

import java.util.Locale;

/** Writes numbers as people read them. */
public final class Figures {
    private Figures() {}

    /**
     * A cell in words.
     *
     * @param cell a number, text or null
     * @param unit of the column
     */
    public static String write(Object cell, String unit) {
        if (cell == null) {
            return "no value";
        }
        if (!(cell instanceof Number number)) {
            return cell.toString();
        }
        double value = number.doubleValue();
        return switch (unit) {
            case "USD" -> dollars(value);
            case "percent" -> decimal(value, Math.abs(value) < 0.1 && value != 0 ? 3 : 1) + "%";
            case "people" -> large(value);
            case "year", "code" -> cell instanceof Long ? cell.toString() : decimal(value, 0);
            case "count" -> String.format(Locale.ROOT, "%,d", Math.round(value));
            case "index" -> decimal(value, Math.abs(value) < 0.1 && value != 0 ? 3 : 2);
            default -> cell instanceof Long ? String.format(Locale.ROOT, "%,d", (Long) cell) : decimal(value, 2);
        };
    }

    /** A number as people write it: whole numbers with separators, others with up to three decimals. */
    /** A small number as a word, others in digits. */
    static String spelled(int number) {
        return Grammar.NUMBERS.entrySet().stream()
                .filter(entry -> entry.getValue() == number && entry.getKey().matches("[a-z]+"))
                .map(java.util.Map.Entry::getKey)
                .min(java.util.Comparator.comparingInt(String::length).reversed())
                .orElse(String.valueOf(number));
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%,d", (long) value)
                : String.format(Locale.ROOT, "%,.3f", value).replaceAll("0+$", "");
    }

    private static String decimal(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value);
    }

    private static String dollars(double value) {
        String sign = value < 0 ? "-" : "";
        return sign + "$" + large(Math.abs(value));
    }

    private static String large(double value) {
        double size = Math.abs(value);
        if (size >= 1e12) {
            return decimal(value / 1e12, 2) + " trillion";
        }
        if (size >= 1e9) {
            return decimal(value / 1e9, 2) + " billion";
        }
        if (size >= 1e6) {
            return decimal(value / 1e6, 2) + " million";
        }
        return decimal(value, size < 100 && value != Math.rint(value) ? 2 : 0);
    }
}
