package dev.caravan.demo.world;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that describe the demo world agree with each other and with the public code lists. */
class WorldContentTest {
    private static final Set<String> SERVICES =
            Set.of("services", "ict", "financial", "transport", "travel", "unspecified");

    private final List<Map<String, String>> countries = Sheet.world("countries.csv");
    private final List<Map<String, String>> hs92 = Sheet.world("hs92.csv");

    @Test
    void ranksTheEconomiesThatTheAtlasRanks() {
        Set<String> ranked = Sheet.reference("atlas-hs92/atlas_eci_rankings_1995_2023.csv").stream()
                .filter(row -> row.get("year").equals("2023")
                        && !row.get("eci_rank_hs92").isBlank())
                .map(row -> row.get("location_code"))
                .collect(toSet());
        assertThat(ours(countries, "iso3", row -> row.get("in_rankings").equals("true")))
                .hasSize(145)
                .containsExactlyInAnyOrderElementsOf(ranked);
    }

    @Test
    void knowsEveryCountryOfTheClassification() {
        Set<String> known = Sheet.reference("classifications/locations_international_atlas.csv").stream()
                .filter(row -> row.get("level").equals("country"))
                .map(row -> row.get("code"))
                .collect(toSet());
        assertThat(ours(countries, "iso3", row -> true)).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void usesTheOfficialNumbersOfCountries() {
        Map<String, Integer> official = Sheet.reference("codes/country-codes.csv").stream()
                .collect(toMap(
                        row -> row.get("ISO3166-1-Alpha-3"), row -> Integer.valueOf(row.get("ISO3166-1-numeric"))));
        assertThat(countries)
                .filteredOn(row -> official.containsKey(row.get("iso3")))
                .hasSizeGreaterThan(230)
                .allSatisfy(row ->
                        assertThat(Integer.valueOf(row.get("country_id"))).isEqualTo(official.get(row.get("iso3"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"country_id", "iso3", "name"})
    void namesNoCountryTwice(String column) {
        assertThat(countries).extracting(row -> row.get(column)).doesNotHaveDuplicates();
    }

    @Test
    void givesFormerCountriesTheirLastYearAndOthersNone() {
        assertThat(countries).allSatisfy(row -> assertThat(row.get("last_year").isEmpty())
                .isEqualTo(row.get("former").equals("false")));
        assertThat(ours(countries, "iso3", row -> row.get("former").equals("true")))
                .contains("SUN", "YUG", "CSK", "DDR", "SCG");
    }

    @Test
    void steersCountriesWithinBounds() {
        Set<String> headings = ours(hs92, "code", row -> row.get("level").equals("4"));
        assertThat(countries).allSatisfy(row -> {
            assertThat(Double.parseDouble(row.get("development"))).isBetween(0.0, 1.0);
            assertThat(Double.parseDouble(row.get("population"))).isNotNegative();
            assertThat(Double.parseDouble(row.get("gdp"))).isNotNegative();
            assertThat(headings).contains(row.get("profile").split(";"));
            assertThat(row.get("profile").split(";")).doesNotHaveDuplicates();
        });
        assertThat(countries)
                .filteredOn(row -> row.get("in_rankings").equals("true"))
                .allSatisfy(row -> assertThat(row.get("profile").split(";")).hasSizeBetween(3, 12));
    }

    @Test
    void givesGroupsExistingMembersAndParents() {
        List<Map<String, String>> groups = Sheet.world("groups.csv");
        Map<String, Map<String, String>> byId = groups.stream().collect(toMap(row -> row.get("group_id"), row -> row));
        assertThat(byId).containsKeys("1", "2", "947").hasSameSizeAs(groups);
        assertThat(groups)
                .filteredOn(row -> !row.get("group_type").equals("world"))
                .allSatisfy(row -> {
                    Map<String, String> parent = byId.get(row.get("parent_id"));
                    assertThat(parent).isNotNull();
                    assertThat(row.get("parent_type")).isEqualTo(parent.get("group_type"));
                    assertThat(row.get("parent_name")).isEqualTo(parent.get("group_name"));
                });
        assertThat(groups)
                .extracting(row -> row.get("group_type") + ":" + row.get("group_name"))
                .doesNotHaveDuplicates();
        Set<String> ids = ours(countries, "country_id", row -> true);
        List<Map<String, String>> members = Sheet.world("group_members.csv");
        assertThat(members).doesNotHaveDuplicates();
        assertThat(members).allSatisfy(row -> assertThat(ids).contains(row.get("country_id")));
        assertThat(members.stream().map(row -> row.get("group_id")).collect(toSet()))
                .isEqualTo(byId.keySet());
    }

    @Test
    void putsEachCountryInOneSubregionOfItsRegion() {
        Map<String, Map<String, String>> groups =
                Sheet.world("groups.csv").stream().collect(toMap(row -> row.get("group_id"), row -> row));
        Map<String, List<Map<String, String>>> memberships =
                Sheet.world("group_members.csv").stream().collect(groupingBy(row -> row.get("country_id")));
        memberships.forEach((country, rows) -> {
            List<Map<String, String>> subregions = rows.stream()
                    .map(row -> groups.get(row.get("group_id")))
                    .filter(group -> group.get("group_type").equals("subregion"))
                    .toList();
            assertThat(subregions).as(country).hasSizeLessThanOrEqualTo(1);
            subregions.forEach(group -> assertThat(rows)
                    .as(country)
                    .extracting(row -> row.get("group_id"))
                    .contains(group.get("parent_id")));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "European Union, 27",
        "G7, 7",
        "OPEC, 12",
        "ASEAN, 10",
        "BRICS, 9",
        "OECD, 38",
        "NAFTA, 3",
        "RCEP, 15",
        "CPTPP, 12",
        "ECOWAS, 15",
        "SADC, 16",
        "COMESA, 21",
        "East African Community, 8"
    })
    void countsTheMembersOfAlliancesAtTheEndOf2024(String group, long members) {
        String id = Sheet.world("groups.csv").stream()
                .filter(row -> row.get("group_name").equals(group))
                .findFirst()
                .orElseThrow()
                .get("group_id");
        assertThat(Sheet.world("group_members.csv"))
                .filteredOn(row -> row.get("group_id").equals(id))
                .hasSize((int) members);
    }

    @Test
    void hasTheHeadingsOfHs1992() {
        Set<String> codes = Sheet.reference("atlas-hs92/hs92_product_year_4.csv.gz").stream()
                .map(row -> row.get("product_hs92_code"))
                .collect(toSet());
        assertThat(ours(hs92, "code", row -> row.get("level").equals("4")))
                .hasSize(1243)
                .containsExactlyInAnyOrderElementsOf(codes);
    }

    @ParameterizedTest
    @CsvSource({"hs92.csv, classifications/hs92_atlas.csv.gz", "sitc.csv, classifications/sitc_rev2.csv"})
    void hasTheProductsOfTheClassificationWithTheirNumbers(String file, String reference) {
        Map<String, String> levels = Map.of("section", "1", "2digit", "2", "4digit", "4");
        Map<String, String> known = Sheet.reference(reference).stream()
                .filter(row -> levels.containsKey(row.get("level")) && !SERVICES.contains(row.get("code")))
                .collect(toMap(row -> levels.get(row.get("level")) + " " + row.get("code"), row -> row.get("")));
        assertThat(Sheet.world(file).stream()
                        .collect(toMap(row -> row.get("level") + " " + row.get("code"), row -> row.get("product_id"))))
                .containsExactlyInAnyOrderEntriesOf(known);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hs92.csv", "sitc.csv", "services.csv"})
    void linksEveryProductToOneUpAndNamesNoneTwice(String file) {
        List<Map<String, String>> products = Sheet.world(file);
        Map<String, String> above = Map.of("2", "1", "4", "2");
        Set<String> known = products.stream()
                .map(row -> row.get("level") + " " + row.get("code"))
                .collect(toSet());
        assertThat(known).hasSameSizeAs(products);
        assertThat(products).allSatisfy(row -> {
            if (row.get("level").equals("1")) {
                assertThat(row.get("parent_code")).isEmpty();
            } else {
                assertThat(known).contains(above.get(row.get("level")) + " " + row.get("parent_code"));
            }
        });
        assertThat(products)
                .extracting(row -> row.get("level") + " " + Sheet.folded(row.get("name")))
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hs92.csv", "sitc.csv"})
    void steersHeadingsWithinBounds(String file) {
        assertThat(Sheet.world(file))
                .filteredOn(row -> row.get("level").equals("4"))
                .allSatisfy(row -> {
                    assertThat(Double.parseDouble(row.get("complexity"))).isBetween(-2.0, 2.0);
                    assertThat(Integer.parseInt(row.get("weight"))).isBetween(1, 1000);
                });
    }

    @ParameterizedTest
    @CsvSource({"hs12_changes.csv, 1224", "hs22_changes.csv, 1228"})
    void turnsThe1241CustomsHeadingsOf1992IntoThoseOfALaterRevision(String file, int headings) {
        Map<String, String> names = hs92.stream()
                .filter(row -> row.get("level").equals("4") && row.get("code").matches("\\d{4}"))
                .filter(row -> !row.get("code").equals("9999"))
                .collect(toMap(row -> row.get("code"), row -> row.get("name")));
        Set<String> former = Set.copyOf(names.keySet());
        List<Map<String, String>> changes = Sheet.world(file);
        assertThat(changes).extracting(row -> row.get("code")).doesNotHaveDuplicates();
        for (Map<String, String> row : changes) {
            String code = row.get("code");
            assertThat(row.get("parent_code")).isEqualTo(code.substring(0, 2));
            assertThat(former.contains(code))
                    .as(code)
                    .isEqualTo(!row.get("change").equals("new"));
            if (row.get("change").equals("gone")) {
                names.remove(code);
            } else {
                assertThat(former).as(code).contains(row.get("from_codes").split(";"));
                names.put(code, row.get("name"));
            }
        }
        assertThat(names).hasSize(headings);
        assertThat(names.values()).extracting(Sheet::folded).doesNotHaveDuplicates();
    }

    @Test
    void hasTheHeadingsOfHs2022() {
        Set<String> revised =
                new TreeSet<>(ours(hs92, "code", row -> row.get("level").equals("4")));
        for (Map<String, String> row : Sheet.world("hs22_changes.csv")) {
            if (row.get("change").equals("gone")) {
                revised.remove(row.get("code"));
            } else {
                revised.add(row.get("code"));
            }
        }
        revised.removeAll(Set.of("9999", "XXXX"));
        Set<String> known = Sheet.reference("codes/harmonized-system.csv.gz").stream()
                .filter(row ->
                        row.get("level").equals("4") && !row.get("hscode").equals("9999"))
                .map(row -> row.get("hscode"))
                .collect(toSet());
        assertThat(revised).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void hasTheFiveServicesAtBothLevels() {
        assertThat(Sheet.world("services.csv").stream().collect(groupingBy(row -> row.get("level"), counting())))
                .isEqualTo(Map.of("1", 1L, "2", 5L, "4", 5L));
    }

    private static Set<String> ours(
            List<Map<String, String>> rows, String column, Predicate<Map<String, String>> where) {
        return rows.stream().filter(where).map(row -> row.get(column)).collect(toSet());
    }
}
