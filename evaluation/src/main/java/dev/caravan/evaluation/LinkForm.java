package dev.caravan.evaluation;

import java.util.regex.Pattern;

/** Tells addresses that the Atlas site has from others: its pages, the parameters they take, ids without stray prefixes. */
final class LinkForm {
    private static final Pattern COUNTRY_PAGE = Pattern.compile(
            "https://[\\w.-]+/countries/\\d+(/(export-basket|export-complexity|growth-dynamics|market-share|new-products|product-space"
                    + "|paths|strategic-approach|growth-opportunities|product-table|summary))?");
    private static final Pattern EXPLORE_PAGE = Pattern.compile(
            "https://[\\w.-]+/explore/(treemap|geomap|overtime|marketshare|productspace|feasibility|feasibility/table)\\?"
                    + "((year|startYear|endYear)=\\d{4}|(exporter|importer)=(country|group)-\\d+|product=product-(HS92|HS12|HS22|SITC)-\\d+"
                    + "|productClass=(HS92|HS12|HS22|SITC)|productLevel=[246]|view=markets|tradeDirection=imports|&)+");

    private LinkForm() {}

    static boolean isKnown(String url) {
        return COUNTRY_PAGE.matcher(url).matches() || EXPLORE_PAGE.matcher(url).matches();
    }
}
