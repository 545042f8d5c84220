package dev.caravan.catalog;

import dev.caravan.text.Spelling;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Everything that has a name and a code, indexed by both. Immutable.
 *
 * <p>Exact look-up is by the stems of a phrase, so that case, accents and plurals do not matter;
 * search also forgives misspelling and missing words.
 */
public final class Catalog {

    /**
     * What a phrase may mean.
     *
     * @param choices the things it may mean, the usual one first
     * @param decided whether the first choice may be taken without asking
     */
    public record Sense(List<Entity> choices, boolean decided) {
        /** Takes a copy. */
        public Sense {
            choices = List.copyOf(choices);
        }

        /**
         * Whether it means all of its choices together: a name such as "clothing" that covers several
         * chapters, none of which is the usual reading.
         */
        public boolean isSeveral() {
            return !decided && choices.stream().allMatch(c -> c instanceof Entity.Product p && p.level() == 2);
        }

        /** The usual meaning. */
        public Entity first() {
            return choices.get(0);
        }
    }

    /**
     * A search hit.
     *
     * @param entity what was found
     * @param score 0 to 1; 1 when every word of both sides agrees
     */
    public record Hit(Entity entity, double score) {}

    private static final int LONGEST_UNION = 5;
    private static final Set<String> COUNTRIES =
            Set.of("country", "state", "economy", "nation", "republic", "group", "region", "bloc", "member");

    private final Map<String, Entity.Country> countriesByCode;
    private final Map<String, Entity.Group> groupsByCode;
    private final Map<Integer, Set<Integer>> members;
    private final Map<ProductClass, Map<String, Entity.Product>> productsByCode = new EnumMap<>(ProductClass.class);
    private final Map<String, Sense> places = new HashMap<>();
    private final Map<ProductClass, Map<String, Sense>> goods = new EnumMap<>(ProductClass.class);
    private final Map<String, List<Entity.Country>> unions = new HashMap<>();
    private final SearchIndex placeSearch;
    private final Map<ProductClass, SearchIndex> goodsSearch = new EnumMap<>(ProductClass.class);

    /**
     * Builds the indexes.
     *
     * @param members country ids by group id
     */
    public Catalog(
            Collection<Entity.Country> countries,
            Collection<Entity.Group> groups,
            Map<Integer, Set<Integer>> members,
            Collection<Entity.Product> products,
            Aliases aliases) {
        this.countriesByCode = byCode(countries);
        this.groupsByCode = byCode(groups);
        this.members = Map.copyOf(members);
        Map<Entity, Set<String>> names = new LinkedHashMap<>();
        for (Entity.Group group : groups) {
            addGroup(group, aliases, names);
        }
        for (Entity.Country country : countries) {
            put(places, country.name(), country, names);
            aliases.countries()
                    .getOrDefault(country.code(), List.of())
                    .forEach(alias -> put(places, alias, country, names));
        }
        aliases.ambiguousCountries().forEach((name, choice) -> choose(places, name, choice, countriesByCode));
        aliases.unions().forEach(union -> union.names().stream()
                .map(Words::key)
                .filter(name -> !places.containsKey(name))
                .forEach(name -> unions.put(name, members(union))));
        this.placeSearch = new SearchIndex(names);
        for (ProductClass productClass : ProductClass.values()) {
            indexGoods(productClass, products, aliases);
        }
    }

    private List<Entity.Country> members(Aliases.Union union) {
        return union.members().stream()
                .filter(countriesByCode::containsKey)
                .map(countriesByCode::get)
                .toList();
    }

    /** The question with its countries listed where it names several by one name: "the Baltic states" are three. */
    public String spelledOut(String question) {
        Words words = Words.of(question);
        for (int start = 0; start < words.size(); start++) {
            for (int end = Math.min(words.size(), start + LONGEST_UNION); end > start; end--) {
                List<Entity.Country> members = unions.getOrDefault(words.key(start, end), List.of());
                if (!members.isEmpty()) {
                    return spelledOut(question, words, start, end, members);
                }
            }
        }
        return question;
    }

    private String spelledOut(String question, Words words, int start, int end, List<Entity.Country> members) {
        int behind =
                end < words.size() && COUNTRIES.contains(words.list().get(end).stem()) ? end + 1 : end;
        boolean article = start > 0 && words.list().get(start - 1).folded().equals("the");
        int from = words.list().get(article ? start - 1 : start).start();
        int to = words.list().get(behind - 1).end();
        List<String> names = members.stream().map(Entity.Country::name).toList();
        String listed = String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.get(names.size() - 1);
        return question.substring(0, from) + listed + question.substring(to);
    }

    private void addGroup(Entity.Group group, Aliases aliases, Map<Entity, Set<String>> names) {
        Aliases.GroupAliases also = aliases.groups().get(group.name());
        boolean usual = also == null || also.type() == null || also.type().equals(group.type());
        if (!usual) {
            return;
        }
        // "high" and "low" by themselves are no names
        if (!group.type().equals("wdi_income_level")) {
            put(places, group.name(), group, names);
        }
        if (also != null && also.also() != null) {
            also.also().forEach(alias -> put(places, alias, group, names));
        }
    }

    private void indexGoods(ProductClass productClass, Collection<Entity.Product> products, Aliases aliases) {
        List<Entity.Product> own = products.stream()
                .filter(product -> product.productClass() == productClass)
                .sorted(Comparator.comparingInt(Entity.Product::level))
                .toList();
        Map<String, Entity.Product> byCode = byCode(own);
        productsByCode.put(productClass, byCode);
        Map<String, List<String>> called =
                switch (productClass) {
                    case HS92, HS12, HS22 -> aliases.products();
                    case SITC -> aliases.sitc();
                    case SERVICES -> aliases.services();
                };
        Map<String, Sense> index = new HashMap<>();
        Map<Entity, Set<String>> names = new LinkedHashMap<>();
        // headings last, so that a name shared by a heading and its chapter means the heading
        for (Entity.Product product : own) {
            put(index, product.name(), product, names);
        }
        for (Entity.Product product : own) {
            called.getOrDefault(product.code(), List.of()).forEach(alias -> put(index, alias, product, names));
        }
        if (productClass != ProductClass.SITC && productClass != ProductClass.SERVICES) {
            aliases.ambiguousProducts().forEach((name, choice) -> choose(index, name, choice, byCode));
        }
        goods.put(productClass, index);
        goodsSearch.put(productClass, new SearchIndex(names));
    }

    private static <T extends Entity> Map<String, T> byCode(Collection<T> entities) {
        return entities.stream()
                .collect(Collectors.toMap(
                        Entity::code, Function.identity(), (first, second) -> second, LinkedHashMap::new));
    }

    private static void put(Map<String, Sense> index, String name, Entity entity, Map<Entity, Set<String>> names) {
        String key = Words.key(name);
        if (!key.isEmpty()) {
            index.put(key, new Sense(List.of(entity), true));
            names.computeIfAbsent(entity, e -> new HashSet<>()).add(key);
        }
    }

    private static <T extends Entity> void choose(
            Map<String, Sense> index, String name, Aliases.Choice choice, Map<String, T> byCode) {
        List<Entity> choices = choice.choices().stream()
                .filter(byCode::containsKey)
                .sorted(Comparator.comparing(code -> !choice.usual().equals(Optional.of(code))))
                .map(code -> (Entity) byCode.get(code))
                .toList();
        if (!choices.isEmpty()) {
            boolean decided = choices.size() == 1 || choice.usual().isPresent();
            index.put(Words.key(name), new Sense(choices, decided));
        }
    }

    /** Every country. */
    public Collection<Entity.Country> countries() {
        return countriesByCode.values();
    }

    /** Every group. */
    public Collection<Entity.Group> groups() {
        return groupsByCode.values();
    }

    /** Every product of a classification, sections first. */
    public Collection<Entity.Product> products(ProductClass productClass) {
        return productsByCode.get(productClass).values();
    }

    /** The country of an ISO alpha-3 code. */
    public Optional<Entity.Country> country(String iso3) {
        return Optional.ofNullable(countriesByCode.get(iso3));
    }

    /** The group of a code {@code type:name}. */
    public Optional<Entity.Group> group(String code) {
        return Optional.ofNullable(groupsByCode.get(code));
    }

    /** The product of a code. */
    public Optional<Entity.Product> product(ProductClass productClass, String code) {
        return Optional.ofNullable(productsByCode.get(productClass).get(code));
    }

    /** The ids of a group's countries. */
    public Set<Integer> members(Entity.Group group) {
        return members.getOrDefault(group.id(), Set.of());
    }

    /** What a phrase of places means; the phrase as a key of {@link Words}. */
    public Optional<Sense> place(String key) {
        return Optional.ofNullable(places.get(key));
    }

    /** What a phrase means as a product of a classification. */
    public Optional<Sense> good(ProductClass productClass, String key) {
        return Optional.ofNullable(goods.get(productClass).get(key));
    }

    /** Whether a stem stands in the name of a place, a product or a service. */
    public boolean isWord(String stem) {
        return placeSearch.knows(stem) || goodsSearch.values().stream().anyMatch(index -> index.knows(stem));
    }

    /** Places with a similar name, best first. */
    public List<Hit> searchPlaces(String phrase, int limit) {
        return placeSearch.search(phrase, limit);
    }

    /** Products with a similar name, best first. */
    public List<Hit> searchGoods(ProductClass productClass, String phrase, int limit) {
        return goodsSearch.get(productClass).search(phrase, limit);
    }

    /** Finds names by their words, weighing rare words more, forgiving slips of spelling. */
    private static final class SearchIndex {
        private static final Comparator<Hit> BEST_FIRST = Comparator.comparingDouble(Hit::score)
                .reversed()
                .thenComparing(hit -> hit.entity().code());

        private record Name(Entity entity, double weight) {}

        private final List<Name> names = new ArrayList<>();
        private final Map<String, int[]> postings = new HashMap<>();
        private final Map<String, Double> weights = new HashMap<>();
        private final NavigableSet<String> sorted = new TreeSet<>();
        private final Map<Integer, List<Spelt>> byLength = new HashMap<>();

        /** A known word with the set of its letters. */
        private record Spelt(String word, int letters) {}

        SearchIndex(Map<Entity, Set<String>> namesByEntity) {
            Map<String, Integer> frequency = new HashMap<>();
            int count = 0;
            for (Set<String> keys : namesByEntity.values()) {
                for (String key : keys) {
                    distinct(key).forEach(word -> frequency.merge(word, 1, Integer::sum));
                    count++;
                }
            }
            int total = count;
            frequency.forEach((word, n) -> weights.put(word, Math.log(1 + (double) total / n)));
            Map<String, List<Integer>> namesByWord = new HashMap<>();
            namesByEntity.forEach((entity, keys) -> {
                for (String key : keys) {
                    Set<String> words = distinct(key);
                    double weight = words.stream().mapToDouble(weights::get).sum();
                    for (String word : words) {
                        namesByWord
                                .computeIfAbsent(word, w -> new ArrayList<>())
                                .add(names.size());
                    }
                    names.add(new Name(entity, weight));
                }
            });
            namesByWord.forEach((word, list) ->
                    postings.put(word, list.stream().mapToInt(Integer::intValue).toArray()));
            for (String word : postings.keySet()) {
                sorted.add(word);
                byLength.computeIfAbsent(word.length(), length -> new ArrayList<>())
                        .add(new Spelt(word, letters(word)));
            }
        }

        boolean knows(String stem) {
            return postings.containsKey(stem);
        }

        private static Set<String> distinct(String key) {
            return new HashSet<>(List.of(key.split(" ")));
        }

        List<Hit> search(String phrase, int limit) {
            double[] matched = new double[names.size()];
            BitSet touched = new BitSet(names.size());
            double asked = 0;
            for (String word : distinct(Words.key(phrase))) {
                Map<String, Double> alike = alike(word);
                asked += alike.isEmpty() ? Math.log(1 + names.size()) : weightOfClosest(alike);
                addBest(alike, matched, touched);
            }
            PriorityQueue<Hit> found = new PriorityQueue<>(BEST_FIRST.reversed());
            int n = touched.nextSetBit(0);
            while (n >= 0) {
                Entity entity = names.get(n).entity();
                double score = 0;
                // the names of one entity follow each other
                for (; n >= 0 && names.get(n).entity() == entity; n = touched.nextSetBit(n + 1)) {
                    double weight = matched[n];
                    score = Math.max(
                            score,
                            Math.min(
                                    1,
                                    0.65 * weight / asked
                                            + 0.35 * weight / names.get(n).weight()));
                }
                found.add(new Hit(entity, score));
                if (found.size() > limit) {
                    found.remove();
                }
            }
            return found.stream().sorted(BEST_FIRST).toList();
        }

        /** Adds to each name the weight of the closest of its words. */
        private void addBest(Map<String, Double> alike, double[] matched, BitSet touched) {
            double[] best = alike.size() < 2 ? matched : new double[matched.length];
            BitSet own = new BitSet(matched.length);
            alike.forEach((known, closeness) -> {
                double weight = weights.get(known) * closeness;
                for (int n : postings.get(known)) {
                    best[n] = best == matched ? best[n] + weight : Math.max(best[n], weight);
                    own.set(n);
                }
            });
            for (int n = best == matched ? -1 : own.nextSetBit(0); n >= 0; n = own.nextSetBit(n + 1)) {
                matched[n] += best[n];
            }
            touched.or(own);
        }

        private double weightOfClosest(Map<String, Double> alike) {
            double closest = alike.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
            return alike.entrySet().stream()
                    .filter(entry -> entry.getValue() == closest)
                    .mapToDouble(entry -> weights.get(entry.getKey()))
                    .max()
                    .orElse(0);
        }

        private Map<String, Double> alike(String word) {
            if (postings.containsKey(word)) {
                return Map.of(word, 1.0);
            }
            int tolerance = Spelling.tolerance(word);
            Map<String, Double> found = new HashMap<>();
            if (tolerance == 0) {
                return found;
            }
            // known words that begin with this one, and beginnings of it that are known
            for (String known : sorted.tailSet(word)) {
                if (!known.startsWith(word)) {
                    break;
                }
                found.put(known, 0.7);
            }
            for (int length = 5; length < word.length(); length++) {
                if (postings.containsKey(word.substring(0, length))) {
                    found.put(word.substring(0, length), 0.7);
                }
            }
            int letters = letters(word);
            for (int length = Math.max(4, word.length() - tolerance); length <= word.length() + tolerance; length++) {
                for (Spelt known : byLength.getOrDefault(length, List.of())) {
                    // a slip changes two letters of the set at most: most words are told apart without counting slips
                    if (Integer.bitCount(known.letters() ^ letters) <= 2 * tolerance) {
                        int distance = Spelling.distance(word, known.word(), tolerance);
                        if (distance <= tolerance) {
                            // a slip in the first letter is rare: such a word is more likely another one ("getting",
                            // "netting")
                            found.put(
                                    known.word(),
                                    1
                                            - 0.15 * distance
                                            - (soundsAlike(
                                                            word.charAt(0),
                                                            known.word().charAt(0))
                                                    ? 0
                                                    : 0.1));
                        }
                    }
                }
            }
            return found;
        }

        private static boolean soundsAlike(char a, char b) {
            return a == b
                    || "ckq".indexOf(a) >= 0 && "ckq".indexOf(b) >= 0
                    || "fp".indexOf(a) >= 0 && "fp".indexOf(b) >= 0
                    || "sz".indexOf(a) >= 0 && "sz".indexOf(b) >= 0
                    || "iyej".indexOf(a) >= 0 && "iyej".indexOf(b) >= 0;
        }

        /** The letters of a word as bits. */
        private static int letters(String word) {
            int bits = 0;
            for (int i = 0; i < word.length(); i++) {
                bits |= 1 << (word.charAt(i) & 31);
            }
            return bits;
        }
    }
}
