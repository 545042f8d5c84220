package dev.caravan.warehouse.load;

import dev.caravan.warehouse.TradeClass;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the header of a file says about its rows.
 *
 * @param kind what a row stands for
 * @param trade the classification of its products and totals
 * @param width the number of columns
 * @param year the column of the year; columns count from 0, and -1 stands for none
 * @param country the column of the country
 * @param partner the column of the partner
 * @param product the column of the product's code
 * @param values the columns of the values
 * @param remarks what was assumed, in sentences
 */
record Layout(
        FileKind kind,
        TradeClass trade,
        int width,
        int year,
        Place country,
        Place partner,
        int product,
        Map<Field, Integer> values,
        List<String> remarks) {
    private static final List<String> COUNTRY_CODES =
            List.of("country_iso3_code", "country_code", "location_code", "iso3_code");
    private static final List<String> PARTNER_CODES =
            List.of("partner_iso3_code", "partner_country_iso3_code", "partner_code");
    private static final List<String> PARTNER_IDS = List.of("partner_country_id", "partner_id");
    private static final String UNNAMED_CODES = "product_code";
    private static final Map<String, TradeClass> PRODUCT_CODES = Map.of(
            "product_hs92_code",
            TradeClass.HS92,
            "hs_product_code",
            TradeClass.HS92,
            "product_hs12_code",
            TradeClass.HS12,
            "product_hs22_code",
            TradeClass.HS22,
            "product_sitc_code",
            TradeClass.SITC,
            "sitc_product_code",
            TradeClass.SITC);

    /** The column that names a country, by ISO code or by UN M49 number. */
    record Place(int column, boolean byCode) {
        static final Place NONE = new Place(-1, true);

        boolean given() {
            return column >= 0;
        }
    }

    Layout {
        values = Map.copyOf(values);
        remarks = List.copyOf(remarks);
    }

    /**
     * Recognises a header; empty for that of another kind of file.
     *
     * @throws BadFile when a column is there twice
     */
    static Optional<Layout> of(List<String> header) throws BadFile {
        Map<String, Integer> columns = new HashMap<>();
        for (int i = 0; i < header.size(); i++) {
            String name = header.get(i).strip().toLowerCase(Locale.ROOT);
            // an export of row numbers may leave the name of its column empty
            if (!name.isEmpty() && columns.put(name, i) != null) {
                throw new BadFile("its header has the column " + name + " twice");
            }
        }
        if (!columns.containsKey("year")) {
            return Optional.empty();
        }
        Place country = place(columns, COUNTRY_CODES, List.of("country_id"));
        // rankings of older releases number countries in their own way, and call the ISO code just that
        if (!country.given() && columns.containsKey("location_id") && columns.containsKey("code")) {
            country = new Place(columns.get("code"), true);
        }
        Place partner = place(columns, PARTNER_CODES, PARTNER_IDS);
        String product = PRODUCT_CODES.keySet().stream()
                .filter(columns::containsKey)
                .sorted()
                .findFirst()
                .orElse(columns.containsKey(UNNAMED_CODES) ? UNNAMED_CODES : "");
        Map<Field, Integer> found = new EnumMap<>(Field.class);
        for (Field field : Field.values()) {
            field.names().stream()
                    .filter(columns::containsKey)
                    .findFirst()
                    .ifPresent(name -> found.put(field, columns.get(name)));
        }
        for (FileKind kind : FileKind.values()) {
            if (kind.fits(country.given(), partner.given(), !product.isEmpty(), found.keySet())) {
                found.keySet().retainAll(kind.fields());
                TradeClass trade = PRODUCT_CODES.getOrDefault(product, TradeClass.HS92);
                return Optional.of(new Layout(
                        kind,
                        trade,
                        header.size(),
                        columns.get("year"),
                        country,
                        partner,
                        columns.getOrDefault(product, -1),
                        found,
                        remarks(kind, product, columns, found)));
            }
        }
        return Optional.empty();
    }

    private static Place place(Map<String, Integer> columns, List<String> codes, List<String> ids) {
        return codes.stream()
                .filter(columns::containsKey)
                .findFirst()
                .map(name -> new Place(columns.get(name), true))
                .or(() -> ids.stream()
                        .filter(columns::containsKey)
                        .findFirst()
                        .map(name -> new Place(columns.get(name), false)))
                .orElse(Place.NONE);
    }

    private static List<String> remarks(
            FileKind kind, String product, Map<String, Integer> columns, Map<Field, Integer> found) {
        List<String> remarks = new ArrayList<>();
        if (product.equals(UNNAMED_CODES)) {
            remarks.add("The header does not name the classification of its product_code: taken as HS 1992.");
        }
        if (!kind.product() && found.containsKey(Field.EXPORTS)) {
            remarks.add("Totals without a classification are taken as HS 1992.");
        }
        if (kind.family().equals("country_year") && columns.containsKey("eci")) {
            remarks.add(
                    "Column eci is not loaded: it counts every economy; ECI comes from rankings (eci_hs92, eci_sitc ...).");
        }
        for (Field field : List.of(Field.RCA, Field.PCI)) {
            List<String> others =
                    field.names().stream().filter(columns::containsKey).skip(1).toList();
            if (found.containsKey(field) && !others.isEmpty()) {
                String taken = field.names().stream()
                        .filter(columns::containsKey)
                        .findFirst()
                        .orElseThrow();
                remarks.add("%s comes from column %s, not from %s, which was computed anew."
                        .formatted(field, taken, String.join(", ", others)));
            }
        }
        return remarks;
    }

    /** For people: {@code product-year, HS92}. */
    String label() {
        return kind == FileKind.RANKINGS ? kind.label() : kind.label() + ", " + trade;
    }
}
