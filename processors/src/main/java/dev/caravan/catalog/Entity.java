package dev.caravan.catalog;

/** A thing that questions are about and that has a code. */
public sealed interface Entity {
    /** The code used in filters: ISO alpha-3, group name, product code. */
    String code();

    /** The name shown to people. */
    String name();

    /** What kind of thing it is: country, group, product or service. */
    String kind();

    /**
     * A country or territory.
     *
     * @param id internal id, the UN M49 code
     * @param code ISO 3166-1 alpha-3
     * @param name short English name
     * @param article whether it is said with "the"
     * @param former whether it no longer exists
     */
    record Country(int id, String code, String name, boolean article, boolean former) implements Entity {
        @Override
        public String kind() {
            return "country";
        }
    }

    /**
     * A group of countries.
     *
     * @param id internal id
     * @param type continent, subregion, trade, wdi_income_level …
     * @param name as stored, unique within a type
     */
    record Group(int id, String type, String name) implements Entity {
        @Override
        public String code() {
            return type + ":" + name;
        }

        @Override
        public String kind() {
            return "group";
        }
    }

    /**
     * A product or a service category of one classification.
     *
     * @param id internal id, different in each classification
     * @param productClass the classification
     * @param level 1 section, 2 chapter, 4 heading
     * @param code as text with leading zeros
     * @param name short English name
     */
    record Product(int id, ProductClass productClass, int level, String code, String name) implements Entity {
        @Override
        public String kind() {
            return productClass == ProductClass.SERVICES ? "service" : "product";
        }
    }
}
