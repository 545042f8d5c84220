package dev.caravan.warehouse.load;

import static dev.caravan.warehouse.load.Field.COG;
import static dev.caravan.warehouse.load.Field.COI;
import static dev.caravan.warehouse.load.Field.CURRENT_ACCOUNT;
import static dev.caravan.warehouse.load.Field.DISTANCE;
import static dev.caravan.warehouse.load.Field.DIVERSITY;
import static dev.caravan.warehouse.load.Field.ECI_HS12;
import static dev.caravan.warehouse.load.Field.ECI_HS92;
import static dev.caravan.warehouse.load.Field.ECI_SITC;
import static dev.caravan.warehouse.load.Field.EXPORTS;
import static dev.caravan.warehouse.load.Field.GDP;
import static dev.caravan.warehouse.load.Field.GDP_CONSTANT;
import static dev.caravan.warehouse.load.Field.GDP_PER_CAPITA;
import static dev.caravan.warehouse.load.Field.GDP_PER_CAPITA_CONSTANT;
import static dev.caravan.warehouse.load.Field.GDP_PER_CAPITA_PPP;
import static dev.caravan.warehouse.load.Field.GDP_PER_CAPITA_PPP_CONSTANT;
import static dev.caravan.warehouse.load.Field.GDP_PPP;
import static dev.caravan.warehouse.load.Field.GDP_PPP_CONSTANT;
import static dev.caravan.warehouse.load.Field.GROWTH;
import static dev.caravan.warehouse.load.Field.IMPORTS;
import static dev.caravan.warehouse.load.Field.MARKET_SHARE;
import static dev.caravan.warehouse.load.Field.PCI;
import static dev.caravan.warehouse.load.Field.POPULATION;
import static dev.caravan.warehouse.load.Field.RCA;
import static dev.caravan.warehouse.load.Field.RPOP;
import static dev.caravan.warehouse.load.Field.WORLD_EXPORTS;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a row of a bulk file stands for: its key, the family of tables it belongs to, and the values it can have. */
enum FileKind {
    PRODUCT_YEAR(false, false, true, EnumSet.of(EXPORTS, IMPORTS, PCI), EnumSet.of(EXPORTS, PCI)),
    COUNTRY_PRODUCT_YEAR(
            true,
            false,
            true,
            EnumSet.of(EXPORTS, IMPORTS, MARKET_SHARE, RCA, RPOP, COG, DISTANCE, PCI, WORLD_EXPORTS),
            EnumSet.of(EXPORTS)),
    COUNTRY_YEAR(
            true,
            false,
            false,
            EnumSet.of(
                    EXPORTS,
                    IMPORTS,
                    DIVERSITY,
                    ECI_HS92,
                    ECI_HS12,
                    ECI_SITC,
                    COI,
                    GROWTH,
                    GDP,
                    GDP_PER_CAPITA,
                    GDP_PPP,
                    GDP_PER_CAPITA_PPP,
                    GDP_CONSTANT,
                    GDP_PER_CAPITA_CONSTANT,
                    GDP_PPP_CONSTANT,
                    GDP_PER_CAPITA_PPP_CONSTANT,
                    POPULATION,
                    CURRENT_ACCOUNT),
            EnumSet.of(EXPORTS)),
    /** Country and year with the Economic Complexity Index, of one or several classifications. */
    RANKINGS(
            true,
            false,
            false,
            EnumSet.of(ECI_HS92, ECI_HS12, ECI_SITC, COI, GROWTH),
            EnumSet.of(ECI_HS92, ECI_HS12, ECI_SITC)),
    COUNTRY_COUNTRY_YEAR(true, true, false, EnumSet.of(EXPORTS, IMPORTS), EnumSet.of(EXPORTS)),
    COUNTRY_COUNTRY_PRODUCT_YEAR(true, true, true, EnumSet.of(EXPORTS, IMPORTS), EnumSet.of(EXPORTS));

    private final boolean country;
    private final boolean partner;
    private final boolean product;
    private final Set<Field> fields;
    private final Set<Field> needed;

    FileKind(boolean country, boolean partner, boolean product, Set<Field> fields, Set<Field> needed) {
        this.country = country;
        this.partner = partner;
        this.product = product;
        this.fields = fields;
        this.needed = needed;
    }

    /** For people. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The family of tables, such as {@code country_year}. */
    String family() {
        return this == RANKINGS ? COUNTRY_YEAR.family() : name().toLowerCase(Locale.ROOT);
    }

    boolean country() {
        return country;
    }

    boolean partner() {
        return partner;
    }

    boolean product() {
        return product;
    }

    /** The values that such files can give, in the order of the columns they are kept in. */
    Set<Field> fields() {
        return fields;
    }

    /** True when a file with this key and these values is of this kind. */
    boolean fits(boolean hasCountry, boolean hasPartner, boolean hasProduct, Set<Field> values) {
        return country == hasCountry
                && partner == hasPartner
                && product == hasProduct
                && needed.stream().anyMatch(values::contains);
    }
}
