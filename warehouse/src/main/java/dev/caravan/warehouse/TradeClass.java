package dev.caravan.warehouse;

import java.util.List;

/** A trade classification; each has a database schema of its own with the same families of tables. */
public enum TradeClass {
    HS92("hs92", true, 1995, 2024, List.of(1, 2, 4, 6)),
    HS12("hs12", true, 2012, 2024, List.of(1, 2, 4, 6)),
    HS22("hs22", true, 2022, 2024, List.of(1, 2, 4, 6)),
    SITC("sitc", true, 1962, 2024, List.of(1, 2, 4)),
    SERVICES_UNILATERAL("services_unilateral", false, 1980, 2024, List.of(1, 2, 4, 6)),
    /** Exists in the public release without rows. */
    SERVICES_BILATERAL("services_bilateral", false, 1980, 2024, List.of(1, 2, 4, 6));

    private final String schema;
    private final boolean goods;
    private final int firstYear;
    private final int lastYear;
    private final List<Integer> levels;

    TradeClass(String schema, boolean goods, int firstYear, int lastYear, List<Integer> levels) {
        this.schema = schema;
        this.goods = goods;
        this.firstYear = firstYear;
        this.lastYear = lastYear;
        this.levels = levels;
    }

    /** The name of the database schema. */
    public String schema() {
        return schema;
    }

    /** True for goods, false for services. */
    public boolean goods() {
        return goods;
    }

    /** First year of the public release. */
    public int firstYear() {
        return firstYear;
    }

    /** Last year of the public release. */
    public int lastYear() {
        return lastYear;
    }

    /** The levels of product detail in digits, coarse first. */
    public List<Integer> levels() {
        return levels;
    }

    /** The full name of a table of this class, such as {@code hs92.country_year}. */
    public String table(String name) {
        return schema + "." + name;
    }
}
