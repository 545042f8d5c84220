package dev.caravan.warehouse.load;

import dev.caravan.warehouse.TradeClass;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The countries and products that the database knows, by the codes that files use. */
final class Codes {
    /** A product by its internal number and its level in digits. */
    record Product(int id, int level) {}

    private final Map<String, Integer> countries = new HashMap<>();
    private final Map<Integer, String> countryCodes = new HashMap<>();
    private final Map<TradeClass, Map<String, Product>> products = new EnumMap<>(TradeClass.class);
    private final Map<TradeClass, Map<Integer, String>> productCodes = new EnumMap<>(TradeClass.class);

    private Codes() {}

    /** Reads the classification tables. */
    static Codes read(Connection connection) throws SQLException {
        Codes codes = new Codes();
        try (var statement = connection.createStatement()) {
            try (var rows =
                    statement.executeQuery("SELECT country_id, iso3_code FROM classification.location_country")) {
                while (rows.next()) {
                    codes.countries.put(rows.getString(2), rows.getInt(1));
                    codes.countryCodes.put(rows.getInt(1), rows.getString(2));
                }
            }
            for (TradeClass trade : TradeClass.values()) {
                Map<String, Product> byCode = new HashMap<>();
                Map<Integer, String> byId = new HashMap<>();
                if (trade.goods()) {
                    String sql = "SELECT product_id, product_level, code FROM classification.product_" + trade.schema();
                    try (var rows = statement.executeQuery(sql)) {
                        while (rows.next()) {
                            byCode.put(rows.getString(3), new Product(rows.getInt(1), rows.getInt(2)));
                            byId.put(rows.getInt(1), rows.getString(3));
                        }
                    }
                }
                codes.products.put(trade, byCode);
                codes.productCodes.put(trade, byId);
            }
        }
        return codes;
    }

    /** The number of a country by its ISO 3166 code of three letters. */
    Optional<Integer> country(String code) {
        return Optional.ofNullable(countries.get(code));
    }

    /** The code of a country's number. */
    Optional<String> countryCode(int id) {
        return Optional.ofNullable(countryCodes.get(id));
    }

    /** A product by its code. */
    Optional<Product> product(TradeClass trade, String code) {
        return Optional.ofNullable(products.get(trade).get(code));
    }

    /** The code of a product's number. */
    Optional<String> productCode(TradeClass trade, int id) {
        return Optional.ofNullable(productCodes.get(trade).get(id));
    }
}
