package dev.caravan.demo.world;

import java.util.List;

/**
 * An economy as the world's author describes it; the figures steer the generator and are no statistics.
 *
 * @param id UN M49 number
 * @param iso2 empty where there is none
 * @param income high, upper middle, lower middle, low or empty
 * @param lastYear last year of a former country, 0 for others
 * @param population millions, 2020 or the last year
 * @param gdp billions of USD, 2020 or the last year; 0 for a place without an economy
 * @param development 0 to 1, how sophisticated its production is
 * @param profile HS 1992 headings it is known for, the best known first
 */
record Country(
        int id,
        String iso3,
        String iso2,
        String name,
        boolean thePrefix,
        String income,
        boolean ranked,
        boolean former,
        int lastYear,
        double population,
        double gdp,
        double development,
        List<String> profile) {
    Country {
        profile = List.copyOf(profile);
    }

    static Country of(CsvFile.Row row) {
        return new Country(
                row.number("country_id", 0),
                row.text("iso3"),
                row.text("iso2"),
                row.text("name"),
                row.flag("the_prefix"),
                row.text("income"),
                row.flag("in_rankings"),
                row.flag("former"),
                row.number("last_year", 0),
                row.real("population", 0),
                row.real("gdp", 0),
                row.real("development", 0),
                row.list("profile"));
    }
}
