package dev.caravan.demo.world;

import dev.caravan.warehouse.BulkWriter;
import java.sql.SQLException;

/** A row of {@code country_year}, the same in goods and services. */
final class CountryYearRow {
    private CountryYearRow() {}

    /** Writes the row; NaN becomes NULL, and so does a negative diversity. */
    static void write(
            BulkWriter writer,
            Economies economies,
            int c,
            int year,
            long exports,
            long imports,
            double eci,
            double coi,
            int diversity)
            throws SQLException {
        double people = economies.population(c, year);
        double gdp = economies.gdp(c, year);
        double ppp = gdp * economies.purchasingPower(c, year);
        double prices = economies.prices(year);
        writer.number(economies.countries().get(c).id())
                .number(year)
                .text("country")
                .number(exports)
                .number(imports);
        writer.real(eci).real(coi);
        if (diversity < 0) {
            writer.none();
        } else {
            writer.number(diversity);
        }
        writer.real(ppp / people).real(ppp).real(gdp / people).real(gdp).real(people);
        // goods only: what services and incomes add to the balance of a real economy is not modelled
        writer.real(0.5 * (exports - imports));
        writer.real(gdp / prices).real(ppp / prices).real(gdp / prices / people).real(ppp / prices / people);
        writer.real(economies.projectedGrowth(c, year)).endRow();
    }
}
