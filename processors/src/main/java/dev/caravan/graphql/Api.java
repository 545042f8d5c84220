package dev.caravan.graphql;

import java.util.Locale;

/** The two GraphQL APIs of the Atlas, which share one rate limit. */
public enum Api {
    /** Trade data: flows, time series, relatedness. */
    EXPLORE,
    /** Derived country profiles: grades, growth dynamics, new products. */
    COUNTRY_PAGES;

    /** The lower-case name used in JSON. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
