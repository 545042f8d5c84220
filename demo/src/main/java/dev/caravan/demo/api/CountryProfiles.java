package dev.caravan.demo.api;

import dev.caravan.demo.api.Classifications.Country;
import dev.caravan.demo.api.NewProducts.New;
import dev.caravan.demo.complexity.Terciles;
import dev.caravan.warehouse.TradeClass;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The 46 fields of a country's profile in the last year. ECI and COI are of HS 2012, product fields of HS 1992; ranks are
 * among the ranked countries, totals are goods and services. Grades and recommendations follow published rules where
 * they are known (docs/demo-api.md names each), and otherwise rules of our own over the demo data.
 */
final class CountryProfiles {
    static final int YEAR = TradeClass.HS92.lastYear();

    private static final int DIRECTION_YEARS = 10;
    private static final double STEADY = 0.05;
    private static final String TEXTILES = "0";
    private static final String MACHINES = "7";
    private static final String ELECTRONICS = "8";
    private static final int USUAL_PEERS = 3;
    private static final int TOP_GRADE = 10;

    /** The countries that the Atlas calls technological frontier; generated figures must not contradict its pages. */
    private static final Set<Integer> FRONTIER =
            Set.of(40, 124, 156, 203, 246, 250, 276, 380, 392, 410, 528, 702, 752, 756, 826, 840);

    private final Database database;
    private final Classifications classifications;
    private final PageObjects objects;
    private final NewProducts newProducts;
    private final CountryYears hs92;
    private final CountryYears hs12;
    private final Map<Integer, Double> naturalExports = new HashMap<>();
    private final Map<Integer, Double> naturalImports = new HashMap<>();
    private final Map<Integer, Double> controlledEci;
    private final Map<Integer, String> regions = new HashMap<>();

    CountryProfiles(
            Database database,
            Classifications classifications,
            PageObjects objects,
            NewProducts newProducts,
            CountryYears hs92,
            CountryYears hs12) {
        this.database = database;
        this.classifications = classifications;
        this.objects = objects;
        this.newProducts = newProducts;
        this.hs92 = hs92;
        this.hs12 = hs12;
        readNatural();
        Map<Integer, Double> perCapita = new HashMap<>();
        naturalExports.forEach(
                (country, value) -> perCapita.put(country, value / hs92.value(country, YEAR, Figure.POPULATION)));
        controlledEci = ControlledComplexity.of(
                hs12.ranked(YEAR, Figure.ECI), hs92.ranked(YEAR, Figure.GDP_PER_CAPITA), perCapita);
        classifications.groups().stream()
                .filter(group -> group.type().equals("wdi_region"))
                .forEach(group -> group.members().forEach(member -> regions.put(member, group.name())));
    }

    private void readNatural() {
        database.rows(
                        """
            SELECT country_id, sum(export_value)::float8 AS exports, sum(import_value)::float8 AS imports
            FROM hs92.country_product_year_4 JOIN classification.product_hs92 USING (product_id)
            WHERE year = ? AND natural_resource GROUP BY country_id
            """,
                        YEAR)
                .forEach(row -> {
                    naturalExports.put((Integer) row.get("countryId"), (Double) row.get("exports"));
                    naturalImports.put((Integer) row.get("countryId"), (Double) row.get("imports"));
                });
    }

    /** Every field of type CountryProfile. */
    Map<String, Object> of(Country country, Integer peers) {
        int id = country.id();
        Map<String, Object> fields = new HashMap<>();
        fields.put("location", objects.location(country));
        addSize(fields, id);
        addTrade(fields, id);
        addNewProducts(fields, id);
        addComplexity(fields, id);
        addGrowth(fields, country);
        addSectors(fields, id);
        fields.put("incomeClassification", incomeName(country.income()));
        fields.put(
                "comparisonLocations",
                peers(id, peers == null ? USUAL_PEERS : peers).stream()
                        .map(objects::location)
                        .toList());
        return fields;
    }

    private void addSize(Map<String, Object> fields, int id) {
        fields.put("latestPopulation", whole(hs92.value(id, YEAR, Figure.POPULATION)));
        fields.put("latestGdp", forYear(hs92.value(id, YEAR, Figure.GDP)));
        fields.put("latestGdpRank", whole(hs92.rank(id, YEAR, Figure.GDP)));
        fields.put("latestGdpPpp", forYear(hs92.value(id, YEAR, Figure.GDP_PPP)));
        fields.put("latestGdpPppRank", whole(hs92.rank(id, YEAR, Figure.GDP_PPP)));
        fields.put("latestGdpPerCapita", whole(hs92.value(id, YEAR, Figure.GDP_PER_CAPITA)));
        fields.put("latestGdpPerCapitaRank", whole(hs92.rank(id, YEAR, Figure.GDP_PER_CAPITA)));
        fields.put("latestGdpPerCapitaPpp", whole(hs92.value(id, YEAR, Figure.GDP_PER_CAPITA_PPP)));
        fields.put("latestGdpPerCapitaPppRank", whole(hs92.rank(id, YEAR, Figure.GDP_PER_CAPITA_PPP)));
        fields.put("currentAccount", forYear(hs92.value(id, YEAR, Figure.CURRENT_ACCOUNT)));
    }

    private void addTrade(Map<String, Object> fields, int id) {
        double exports = naturalExports.getOrDefault(id, 0.0);
        double imports = naturalImports.getOrDefault(id, 0.0);
        fields.put("exportValue", hs92.value(id, YEAR, Figure.EXPORTS));
        fields.put("importValue", hs92.value(id, YEAR, Figure.IMPORTS));
        fields.put("exportValueRank", hs92.rank(id, YEAR, Figure.EXPORTS));
        fields.put("exportValueNatResources", Math.round(exports));
        fields.put("importValueNatResources", Math.round(imports));
        fields.put("netExportValueNatResources", Math.round(exports - imports));
        fields.put("exportValueNonOil", Math.round(hs92.value(id, YEAR, Figure.EXPORTS_WITHOUT_FUELS)));
    }

    private void addNewProducts(Map<String, Object> fields, int id) {
        List<New> added = newProducts.of(id, YEAR);
        double value = added.stream().mapToDouble(New::exports).sum();
        fields.put("newProductExportValue", value);
        fields.put("newProductExportValuePerCapita", Math.round(value / hs92.value(id, YEAR, Figure.POPULATION)));
        fields.put(
                "newProductsIncomeGrowthComments",
                value >= 0.01 * hs92.value(id, YEAR, Figure.GOODS) ? "LargeEnough" : "TooSmall");
        fields.put("newProductsComments", added.size() < 6 ? "TooFew" : "Sufficient");
        double complexity = database.row(
                        "SELECT avg(pci) AS pci FROM hs92.product_year_4 WHERE year = ? AND product_id = ANY (?)",
                        YEAR,
                        added.stream().map(New::product).toList())
                .map(row -> row.get("pci") == null ? 0.0 : (Double) row.get("pci"))
                .orElse(0.0);
        double gap = added.isEmpty() ? 0 : complexity - hs92.value(id, YEAR, Figure.ECI);
        fields.put("newProductsComplexityStatusGrowthPrediction", gap > 0.25 ? "More" : gap < -0.25 ? "Less" : "Same");
        fields.put("diversificationGrade", grade(id));
    }

    private void addComplexity(Map<String, Object> fields, int id) {
        fields.put("latestEci", orNull(hs12.value(id, YEAR, Figure.ECI)));
        fields.put("latestEciRank", hs12.rank(id, YEAR, Figure.ECI));
        fields.put("eciNatResourcesGdpControlled", controlledEci.get(id));
        fields.put("latestCoi", orNull(hs12.value(id, YEAR, Figure.COI)));
        fields.put("latestCoiRank", hs12.rank(id, YEAR, Figure.COI));
        fields.put("coiClassification", List.of("low", "medium", "high").get(third(hs12, id, Figure.COI)));
        fields.put("diversity", (int) hs92.value(id, YEAR, Figure.DIVERSITY));
        fields.put("diversityRank", hs92.rank(id, YEAR, Figure.DIVERSITY));
        fields.put("policyRecommendation", recommendation(id));
    }

    private void addGrowth(Map<String, Object> fields, Country country) {
        int id = country.id();
        double growth = hs92.value(id, YEAR, Figure.GROWTH_PROJECTION);
        int rank = hs92.rank(id, YEAR, Figure.GROWTH_PROJECTION);
        fields.put("growthProjection", growth);
        fields.put("growthProjectionRank", rank);
        fields.put(
                "growthProjectionClassification",
                List.of("slow", "moderate", "rapid").get(third(hs92, id, Figure.GROWTH_PROJECTION)));
        double usual = hs92.ranked(YEAR, Figure.GROWTH_PROJECTION).entrySet().stream()
                .filter(other ->
                        classifications.countries().get(other.getKey()).income().equals(country.income()))
                .mapToDouble(Map.Entry::getValue)
                .average()
                .orElse(growth);
        fields.put("growthProjectionRelativeToIncome", relative(growth - usual));
        double place = (double) rank / hs92.ranks(YEAR, Figure.GROWTH_PROJECTION);
        fields.put(
                "growthProjectionPercentileClassification",
                place <= 0.1 ? "TopDecile" : place <= 0.25 ? "TopQuartile" : place <= 0.5 ? "TopHalf" : "BottomHalf");
    }

    /** A quarter of a percentage point is the same, more than three quarters is a lot. */
    private static String relative(double difference) {
        String direction = difference > 0 ? "More" : "Less";
        double size = Math.abs(difference);
        return size <= 0.0025 ? "Same" : size <= 0.0075 ? "Moderately" + direction : direction;
    }

    private void addSectors(Map<String, Object> fields, int id) {
        Map<String, Sector> now = sectors(id, YEAR);
        Map<String, Sector> before = sectors(id, YEAR - DIRECTION_YEARS);
        Sector main = now.values().stream()
                .max(Comparator.comparingDouble(Sector::exports))
                .orElseThrow();
        double mainChange = change(main, before);
        fields.put("marketShareMainSector", objects.product(TradeClass.HS92, main.product()));
        fields.put(
                "marketShareMainSectorDirection",
                mainChange > STEADY ? "rising" : mainChange < -STEADY ? "falling" : "stagnant");
        fields.put(
                "marketShareMainSectorPositiveGrowth",
                main.exports() > before.getOrDefault(main.code(), Sector.NONE).exports());
        boolean textiles = now.getOrDefault(TEXTILES, Sector.NONE).strong();
        boolean electronics = now.getOrDefault(ELECTRONICS, Sector.NONE).strong();
        boolean machines = now.getOrDefault(MACHINES, Sector.NONE).strong();
        fields.put(
                "structuralTransformationStep",
                electronics && machines
                        ? "Completed"
                        : machines
                                ? "MachineryOnly"
                                : electronics ? "ElectronicsOnly" : textiles ? "TextilesOnly" : "NotStarted");
        now.values().stream()
                .filter(sector -> Set.of(TEXTILES, ELECTRONICS, MACHINES).contains(sector.code()))
                .max(Comparator.comparingDouble(Sector::share))
                .ifPresent(sector -> {
                    double sectorChange = change(sector, before);
                    fields.put("structuralTransformationSector", objects.product(TradeClass.HS92, sector.product()));
                    fields.put(
                            "structuralTransformationDirection",
                            sectorChange > STEADY ? "risen" : sectorChange < -STEADY ? "fallen" : "stagnated");
                });
    }

    private record Sector(String code, int product, double exports, double share, double rca, double perHead) {
        static final Sector NONE = new Sector("", 0, 0, 0, 0, 0);

        /** The country sells more of it than the world on average: as a share of its exports, or for each inhabitant. */
        boolean strong() {
            return rca >= 1 || perHead >= 1;
        }
    }

    private Map<String, Sector> sectors(int country, int year) {
        Map<String, Sector> found = new HashMap<>();
        database.rows(
                        """
            SELECT p.code, t.product_id, t.export_value::float8 AS exports, coalesce(t.global_market_share, 0) AS share,
              coalesce(t.export_rca, 0) AS rca, coalesce(t.export_rpop, 0) AS per_head
            FROM hs92.country_product_year_1 t JOIN classification.product_hs92 p USING (product_id)
            WHERE t.country_id = ? AND t.year = ?
            """,
                        country,
                        year)
                .forEach(row -> found.put(
                        (String) row.get("code"),
                        new Sector(
                                (String) row.get("code"),
                                (Integer) row.get("productId"),
                                (Double) row.get("exports"),
                                (Double) row.get("share"),
                                (Double) row.get("rca"),
                                (Double) row.get("perHead"))));
        return found;
    }

    /** The relative change of the market share. */
    private static double change(Sector sector, Map<String, Sector> before) {
        double share = before.getOrDefault(sector.code(), Sector.NONE).share();
        return share > 0 ? sector.share() / share - 1 : 1;
    }

    /** By the number of new products; the ten countries with the most have the best grade. */
    String grade(int country) {
        int count = newProducts.of(country, YEAR).size();
        Map<Integer, List<New>> all = newProducts.all(YEAR);
        long more = hs92.ranked(YEAR, Figure.GDP).keySet().stream()
                .filter(other -> all.getOrDefault(other, List.of()).size() > count)
                .count();
        if (more < TOP_GRADE) {
            return "APlus";
        }
        return count >= 30 ? "A" : count >= 13 ? "B" : count >= 6 ? "C" : count >= 3 ? "D" : "DMinus";
    }

    /** ECI beyond income and natural resources; null for a country without. */
    Double controlledEci(int country) {
        return controlledEci.get(country);
    }

    /** The strategy that suits a country: by COI, of which the lower half is low, and by the controlled ECI. */
    String recommendation(int country) {
        if (FRONTIER.contains(country)) {
            return "TechFrontier";
        }
        boolean low = hs12.rank(country, YEAR, Figure.COI) > hs12.ranks(YEAR, Figure.COI) / 2;
        return low
                ? "StrategicBets"
                : controlledEci.getOrDefault(country, 0.0) >= 0 ? "LightTouch" : "ParsimoniousIndustrial";
    }

    /** Ranked countries of the same World Bank region first, then by how alike income and population are (logarithms). */
    List<Integer> peers(int country, int quantity) {
        Map<Integer, Double> income = hs92.ranked(YEAR, Figure.GDP_PER_CAPITA);
        Map<Integer, Double> people = hs92.ranked(YEAR, Figure.POPULATION);
        String region = regions.get(country);
        List<Integer> others = new ArrayList<>(income.keySet());
        others.remove((Integer) country);
        Comparator<Integer> near =
                Comparator.comparing(other -> !regions.get(other).equals(region));
        others.sort(near.thenComparingDouble(other -> Math.abs(Math.log(income.get(other) / income.get(country)))
                + Math.abs(Math.log(people.get(other) / people.get(country)))));
        return others.subList(0, Math.max(0, Math.min(quantity, others.size())));
    }

    private static int third(CountryYears years, int country, Figure figure) {
        double[] all = years.ranked(YEAR, figure).values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return Terciles.of(all).third(years.value(country, YEAR, figure));
    }

    private static String incomeName(String income) {
        return switch (income) {
            case "high" -> "High";
            case "upper_middle" -> "UpperMiddle";
            case "lower_middle" -> "LowerMiddle";
            case "low" -> "Low";
            default -> null;
        };
    }

    private static Map<String, Object> whole(double quantity) {
        return Map.of("quantity", Math.round(quantity), "year", YEAR);
    }

    private static Map<String, Object> forYear(double quantity) {
        return Map.of("quantity", quantity, "year", YEAR);
    }

    static Double orNull(double value) {
        return Double.isNaN(value) ? null : value;
    }
}
