package dev.caravan.catalog;

import java.util.Locale;
import java.util.Optional;

/** A product classification of the Atlas database; its code is the schema's name. */
public enum ProductClass {
    /** Harmonized System 1992. */
    HS92("HS 1992"),
    /** Harmonized System 2012. */
    HS12("HS 2012"),
    /** Harmonized System 2022. */
    HS22("HS 2022"),
    /** Standard International Trade Classification, revision 2. */
    SITC("SITC rev. 2"),
    /** Services, country to world. */
    SERVICES("services");

    private final String label;

    ProductClass(String label) {
        this.label = label;
    }

    /** The name shown to people. */
    public String label() {
        return label;
    }

    /** The schema of its trade tables. */
    public String schema() {
        return this == SERVICES ? "services_unilateral" : name().toLowerCase(Locale.ROOT);
    }

    /** The class of that schema or short code, or empty when there is none. */
    public static Optional<ProductClass> of(String code) {
        String lower = code.toLowerCase(Locale.ROOT);
        for (ProductClass value : values()) {
            if (value.schema().equals(lower)
                    || value.name().toLowerCase(Locale.ROOT).equals(lower)) {
                return Optional.of(value);
            }
        }
        return Optional.empty();
    }
}
