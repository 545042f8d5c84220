package dev.caravan.demo.api;

/** What is known of a country in a year; the tables are those of the query in {@link CountryYears}. */
enum Figure {
    /** Goods and services, in current USD. */
    EXPORTS("t.export_value + coalesce(s.export_value, 0)"),
    /** Goods and services, in current USD. */
    IMPORTS("t.import_value + coalesce(s.import_value, 0)"),
    /** Exports of goods, in current USD. */
    GOODS("t.export_value"),
    /** Exports of goods and services without HS 1992 chapter 27, in current USD. */
    EXPORTS_WITHOUT_FUELS("t.export_value + coalesce(s.export_value, 0) - coalesce(f.export_value, 0)"),
    ECI("t.eci"),
    COI("t.coi"),
    /** Goods of four digits with an RCA of at least 1. */
    DIVERSITY("t.diversity"),
    POPULATION("t.population"),
    GDP("t.gdp"),
    GDP_PPP("t.gdp_ppp"),
    GDP_PER_CAPITA("t.gdppc"),
    GDP_PER_CAPITA_PPP("t.gdppc_ppp"),
    /** In prices of the last year, like the next. */
    GDP_CONST("t.gdp_const"),
    GDP_PER_CAPITA_CONST("t.gdppc_const"),
    CURRENT_ACCOUNT("t.current_account"),
    /** Projected growth a year, 0.03 for 3 percent. */
    GROWTH_PROJECTION("t.growth_proj");

    private final String sql;

    Figure(String sql) {
        this.sql = sql;
    }

    /** How the figure is computed. */
    String sql() {
        return sql;
    }
}
