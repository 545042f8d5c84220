package dev.caravan.graphql;

import dev.caravan.catalog.ProductClass;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the two APIs write ids, classes and levels. Arguments: Explore takes bare numbers, Country Pages
 * prefixed texts. Answers: both give prefixed texts, and bare ones are understood as well.
 */
public final class IdFormats {
    private static final Pattern ID = Pattern.compile("(?:[A-Za-z][A-Za-z0-9]*-)*(\\d+)");

    private IdFormats() {}

    /** The number of an id, prefixed ("country-404", "product-HS92-726") or bare; empty when there is none. */
    public static OptionalInt number(String id) {
        Matcher matcher = ID.matcher(id.strip());
        return matcher.matches() && matcher.group(1).length() < 10
                ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
                : OptionalInt.empty();
    }

    /** A country as an argument. */
    public static Object country(Api api, int id) {
        return switch (api) {
            case EXPLORE -> id;
            case COUNTRY_PAGES -> "location-" + id;
        };
    }

    /** A product as an argument. */
    public static Object product(Api api, ProductClass productClass, int id) {
        return switch (api) {
            case EXPLORE -> id;
            case COUNTRY_PAGES -> "product-" + productClass(api, productClass) + "-" + id;
        };
    }

    /**
     * A classification as an argument.
     *
     * @throws IllegalArgumentException for services, which are no goods class, and for a class the API lacks
     */
    public static String productClass(Api api, ProductClass productClass) {
        return switch (api) {
            case EXPLORE -> switch (productClass) {
                case HS92, HS12, HS22, SITC -> productClass.name();
                case SERVICES -> throw new IllegalArgumentException("services are no product class of the API");
            };
            case COUNTRY_PAGES -> switch (productClass) {
                case HS92 -> "HS";
                case SITC -> "SITC";
                case HS12, HS22, SERVICES -> throw new IllegalArgumentException(
                        productClass + " is not on the Country Pages");
            };
        };
    }

    /** A number of digits as an argument. */
    public static Object level(Api api, int digits) {
        return switch (api) {
            case EXPLORE -> digits;
            case COUNTRY_PAGES -> switch (digits) {
                case 1 -> "section";
                case 2 -> "twoDigit";
                default -> "fourDigit";
            };
        };
    }

    /** A look-back as an argument. */
    public static String lookback(int years) {
        return switch (years) {
            case 3 -> "ThreeYears";
            case 5 -> "FiveYears";
            case 10 -> "TenYears";
            case 15 -> "FifteenYears";
            default -> throw new IllegalArgumentException("no look-back of " + years + " years");
        };
    }
}
