package dev.caravan.demo.world;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The workspace's other names mean one thing each, or say that they do not. */
class AliasesFileTest {
    /** Endings of the words for "from there", compared without accents. */
    private static final String ADJECTIVE = ".*(an|en|ese|ish|i|ch|ss|abe|ek|ino|gasy|er|yz|ak|ik|ic|ine|tho|kh|ot)";

    private static final Set<String> SMALL_WORDS = Set.of(
            "the", "a", "an", "in", "of", "to", "for", "is", "are", "it", "no", "not", "on", "at", "by", "and", "or",
            "as", "top", "share", "all", "what", "which", "who", "how", "more", "most", "less", "down", "up", "can",
            "may");

    private static Map<String, Map<String, Object>> file;
    private static final Map<String, String> COUNTRY_NAMES = new HashMap<>();
    private static final Map<String, String> HS_NAMES = new HashMap<>();
    private static final Map<String, String> SITC_NAMES = new HashMap<>();

    @BeforeAll
    static void readTheFiles() throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try (var in = Files.newInputStream(Sheet.home().resolve("workspaces/atlas/aliases.yaml"))) {
            file = new Yaml(new SafeConstructor(options)).load(in);
        }
        addNames(COUNTRY_NAMES, "countries.csv", "iso3");
        for (String products : List.of("hs92.csv", "hs12_changes.csv", "hs22_changes.csv")) {
            addNames(HS_NAMES, products, "code");
        }
        addNames(SITC_NAMES, "sitc.csv", "code");
    }

    @Test
    void givesEachRankedEconomyItsAdjectiveFirst() {
        assertThat(names("countries")).containsOnlyKeys(COUNTRY_NAMES.keySet());
        assertThat(Sheet.world("countries.csv"))
                .filteredOn(row -> row.get("in_rankings").equals("true"))
                .allSatisfy(row -> assertThat(Sheet.folded(
                                names("countries").get(row.get("iso3")).get(0)))
                        .matches(ADJECTIVE)
                        .isNotEqualTo(Sheet.folded(row.get("name"))));
    }

    @Test
    void meansOneCountryByEachName() {
        assertThat(shared(names("countries"), COUNTRY_NAMES, code -> ""))
                .isSubsetOf(keys(choices("ambiguous_countries").keySet()));
    }

    @Test
    void meansOneProductOfALevelByEachName() {
        assertThat(shared(names("products"), HS_NAMES, AliasesFileTest::level))
                .isSubsetOf(keys(choices("ambiguous_products").keySet()));
        assertThat(shared(names("sitc"), SITC_NAMES, AliasesFileTest::level)).isEmpty();
        assertThat(shared(names("services"), Map.of(), code -> "")).isEmpty();
    }

    @Test
    void coversTheProductsPeopleAskFor() {
        assertThat(names("products")).hasSizeGreaterThan(450);
        assertThat(names("sitc")).hasSizeGreaterThan(80);
        assertThat(Sheet.world("hs92.csv"))
                .filteredOn(row -> row.get("level").equals("4") && Integer.parseInt(row.get("weight")) >= 15)
                .extracting(row -> row.get("code"))
                .isNotEmpty()
                .allSatisfy(code -> assertThat(names("products")).containsKey(code));
    }

    @Test
    void pointsToExistingCodesOnly() {
        assertThat(HS_NAMES.keySet()).containsAll(names("products").keySet());
        assertThat(SITC_NAMES.keySet()).containsAll(names("sitc").keySet());
        assertThat(names("services"))
                .containsOnlyKeys("services", "ict", "financial", "transport", "travel", "unspecified");
        choices("ambiguous_countries")
                .forEach((name, choice) -> assertPointsInto(name, choice, COUNTRY_NAMES.keySet()));
        choices("ambiguous_products").forEach((name, choice) -> assertPointsInto(name, choice, HS_NAMES.keySet()));
    }

    @Test
    void readsSingularAndPluralOfAnAmbiguousNameAlike() {
        for (String part : List.of("ambiguous_countries", "ambiguous_products")) {
            Map<String, Map<?, ?>> byKey = new HashMap<>();
            choices(part).forEach((name, choice) -> {
                Map<?, ?> other = byKey.putIfAbsent(key(name), choice);
                assertThat(choice).as(name).isEqualTo(other == null ? choice : other);
            });
        }
    }

    @Test
    void namesEveryGroupOnceAndGivesItsUsualType() {
        Set<String> known = Sheet.world("groups.csv").stream()
                .map(row -> row.get("group_type") + ":" + row.get("group_name"))
                .collect(toSet());
        Map<String, Collection<String>> also = new HashMap<>();
        Map<String, String> own = new HashMap<>();
        file.get("groups").forEach((name, entry) -> {
            Map<?, ?> group = (Map<?, ?>) entry;
            assertThat(known).contains(group.get("type") + ":" + name);
            also.put(name, strings(group.get("also")));
            own.put(name, name);
        });
        assertThat(own.keySet())
                .isEqualTo(Sheet.world("groups.csv").stream()
                        .map(row -> row.get("group_name"))
                        .collect(toSet()));
        assertThat(shared(also, own, name -> "")).isEmpty();
    }

    @Test
    void writesNamesInLowerCaseAndNeverAsASmallWordOfAQuestion() {
        for (String part : List.of("countries", "products", "sitc", "services")) {
            names(part).forEach((code, names) -> assertThat(names)
                    .as(code)
                    .isNotEmpty()
                    .allSatisfy(name -> {
                        assertThat(name)
                                .isEqualTo(name.toLowerCase(Locale.ROOT))
                                .isNotBlank();
                        assertThat(SMALL_WORDS).doesNotContain(Sheet.folded(name));
                    }));
        }
    }

    private static void assertPointsInto(String name, Map<?, ?> choice, Set<String> codes) {
        List<String> choices = strings(choice.get("choices"));
        assertThat(codes).as(name).containsAll(choices);
        assertThat(choices).as(name).hasSizeGreaterThan(1).doesNotHaveDuplicates();
        if (choice.containsKey("usual")) {
            assertThat(choices).as(name).contains((String) choice.get("usual"));
        }
    }

    /** The names, as the search compares them, that stand under several codes of one level. */
    private static Set<String> shared(
            Map<String, ? extends Collection<String>> names, Map<String, String> own, UnaryOperator<String> level) {
        Map<String, String> owners = new HashMap<>();
        Set<String> shared = new HashSet<>();
        own.forEach((code, name) -> owners.put(level.apply(code) + " " + key(name), code));
        names.forEach((code, list) -> list.forEach(name -> {
            String owner = owners.putIfAbsent(level.apply(code) + " " + key(name), code);
            if (owner != null && !owner.equals(code)) {
                shared.add(key(name));
            }
        }));
        return shared;
    }

    private static Set<String> keys(Collection<String> names) {
        return names.stream().map(AliasesFileTest::key).collect(toSet());
    }

    /** A name without accents, marks and plain plural endings. */
    private static String key(String name) {
        return Sheet.folded(name)
                .replaceAll("['’]s\\b", "")
                .replaceAll("[^a-z0-9]+", " ")
                .replaceAll("(?<=\\w{3})(?<![sui])s\\b", "")
                .strip();
    }

    private static String level(String code) {
        return String.valueOf(code.length());
    }

    private static Map<String, List<String>> names(String part) {
        Map<String, List<String>> names = new HashMap<>();
        file.get(part).forEach((code, list) -> names.put(code, strings(list)));
        return names;
    }

    private static Map<String, Map<?, ?>> choices(String part) {
        Map<String, Map<?, ?>> choices = new HashMap<>();
        file.get(part).forEach((name, choice) -> choices.put(name, (Map<?, ?>) choice));
        return choices;
    }

    private static List<String> strings(Object list) {
        return ((List<?>) list).stream().map(String.class::cast).toList();
    }

    private static void addNames(Map<String, String> names, String csv, String code) {
        Sheet.world(csv).forEach(row -> names.putIfAbsent(row.get(code), row.get("name")));
    }
}
