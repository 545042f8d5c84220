package dev.caravan.warehouse.load;

import java.util.List;

/** A value that a bulk file can give, with the names that its column may have, the preferred one first. */
enum Field {
    EXPORTS("export_value", true, "export_value", "world_export_value"),
    IMPORTS("import_value", true, "import_value"),
    MARKET_SHARE("global_market_share", false, "global_market_share"),
    /** The Atlas's own index comes before one that somebody computed from the values of the file. */
    RCA("export_rca", false, "export_rca", "source_export_rca", "rca"),
    RPOP("export_rpop", false, "export_rpop"),
    COG("cog", false, "cog"),
    DISTANCE("distance", false, "distance"),
    /** As with RCA: the Atlas's own comes first. */
    PCI("pci", false, "source_pci", "pci"),
    /** World exports of the row's product, which give its market share. */
    WORLD_EXPORTS("world_exports", true, "total_world_exports_product"),
    DIVERSITY("diversity", true, "diversity"),
    /** A column {@code eci} without a classification is not read: such files compute it over all economies, small ones too. */
    ECI_HS92("eci_hs92", false, "eci_hs92", "hs_eci"),
    ECI_HS12("eci_hs12", false, "eci_hs12"),
    ECI_SITC("eci_sitc", false, "eci_sitc", "sitc_eci"),
    COI("coi", false, "coi", "coi_hs92", "hs_coi"),
    GROWTH("growth_proj", false, "growth_proj"),
    GDP("gdp", false, "gdp"),
    GDP_PER_CAPITA("gdppc", false, "gdppc"),
    GDP_PPP("gdp_ppp", false, "gdp_ppp"),
    GDP_PER_CAPITA_PPP("gdppc_ppp", false, "gdppc_ppp"),
    GDP_CONSTANT("gdp_const", false, "gdp_const"),
    GDP_PER_CAPITA_CONSTANT("gdppc_const", false, "gdppc_const"),
    GDP_PPP_CONSTANT("gdp_ppp_const", false, "gdp_ppp_const"),
    GDP_PER_CAPITA_PPP_CONSTANT("gdppc_ppp_const", false, "gdppc_ppp_const"),
    POPULATION("population", false, "population"),
    CURRENT_ACCOUNT("current_account", false, "current_account");

    private final String column;
    private final boolean whole;
    private final List<String> names;

    Field(String column, boolean whole, String... names) {
        this.column = column;
        this.whole = whole;
        this.names = List.of(names);
    }

    /** The column of the database. */
    String column() {
        return column;
    }

    /** True for whole numbers that cannot be negative: values in USD and counts. */
    boolean whole() {
        return whole;
    }

    /** What a file may call it. */
    List<String> names() {
        return names;
    }
}
