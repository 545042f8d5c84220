package dev.caravan.graphql;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a question can be taken for; the type fixes the API and the query template. */
public enum QueryType {
    /** No query of the APIs answers it. */
    REJECT(
            Api.EXPLORE,
            "nothing below fits: the question needs sums or comparisons over many countries, partners of one product, conditions on"
                    + " results, or data the Atlas does not hold"),
    /** Profile of a country. */
    COUNTRY_PROFILE(
            Api.COUNTRY_PAGES,
            "a country at a glance, as of now: GDP, population, ranks, income class, diversification grade, strategy, growth"
                    + " projection, peers"),
    /** Growth dynamics over a fixed number of years. */
    COUNTRY_LOOKBACK(
            Api.COUNTRY_PAGES,
            "how exports, GDP per capita, complexity or diversity of a country have grown over the past 3, 5, 10 or 15 years"),
    /** Products begun lately. */
    NEW_PRODUCTS(
            Api.COUNTRY_PAGES, "products a country began to export in recent years, their number, value and weight"),
    /** Basket of a country in a year. */
    TREEMAP_PRODUCTS(
            Api.EXPLORE,
            "which products or services a country trades in a year, or one product's value, share or RCA in it"),
    /** Partners of a country in a year. */
    TREEMAP_PARTNERS(Api.EXPLORE, "which partners a country exports to or imports from in a year"),
    /** Basket between two countries. */
    TREEMAP_BILATERAL(Api.EXPLORE, "which products one country sells to another in a year"),
    /** Products over time. */
    OVERTIME_PRODUCTS(
            Api.EXPLORE,
            "how a country's exports or imports have changed over years, as a whole, by sector or for one product"),
    /** Partners over time. */
    OVERTIME_PARTNERS(Api.EXPLORE, "how a country's trade with its partners has changed over years"),
    /** Share of the world market. */
    MARKETSHARE(Api.EXPLORE, "a country's share of world exports of a product or of each sector, over years"),
    /** Position in the product space. */
    PRODUCT_SPACE(
            Api.EXPLORE,
            "a country's place in the product space: products with comparative advantage and how connected they are"),
    /** Opportunities as a chart. */
    FEASIBILITY(
            Api.EXPLORE,
            "growth opportunities: products a country could move into, by distance, complexity and opportunity gain; also the distance"
                    + " or gain of one product"),
    /** Opportunities as a table. */
    FEASIBILITY_TABLE(Api.EXPLORE, "the same as a ranked table of products"),
    /** Totals of a country. */
    COUNTRY_YEAR(
            Api.EXPLORE,
            "totals of a country by year: exports, imports, GDP, population, ECI, COI; one year or a series"),
    /** A product world-wide. */
    PRODUCT_INFO(Api.EXPLORE, "a product in the world: trade value, growth, complexity (PCI)"),
    /** Flow between two countries. */
    EXPLORE_BILATERAL(Api.EXPLORE, "trade between two countries: totals, balance, or one product"),
    /** A group of countries. */
    EXPLORE_GROUP(Api.EXPLORE, "trade, growth or members of a group: continent, income group, trade bloc"),
    /** The world. */
    GLOBAL_DATUM(Api.COUNTRY_PAGES, "the world as a whole: total exports, growth, how many countries are ranked"),
    /** Coverage. */
    EXPLORE_DATA_AVAILABILITY(Api.EXPLORE, "which years the data cover, by classification");

    private final Api api;
    private final String meaning;

    QueryType(Api api, String meaning) {
        this.api = api;
        this.meaning = meaning;
    }

    /** The API that answers it. */
    public Api api() {
        return api;
    }

    /** What it is for, as the model reads it. */
    public String meaning() {
        return meaning;
    }

    /** The lower-case name used in JSON and in prompts. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The type of that code. */
    public static Optional<QueryType> of(String code) {
        return Arrays.stream(values()).filter(type -> type.code().equals(code)).findFirst();
    }

    /** All types with their meaning, a line each. */
    public static String explained() {
        return Arrays.stream(values())
                .map(type -> "- " + type.code() + ": " + type.meaning())
                .collect(Collectors.joining("\n"));
    }
}
