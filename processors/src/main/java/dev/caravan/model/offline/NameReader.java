package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.text.EnglishWords;
import dev.caravan.text.Words.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads what has a name: places, products, services and metrics, by code, by name and by likeness. */
final class NameReader {
    private static final Pattern NEIGHBOUR =
            Pattern.compile("(?i)['’]s? (\\w+ )?(neighbou?r|ally|rival|competitor|counterpart),? ");
    private static final Pattern FORMERLY = Pattern.compile(
            "(?i)\\s*[(,]?\\s*(ex|former|formerly|previously|once|aka|also|that is|i\\.?e\\.?|or)?[ -]*(known as|called)?\\s*");
    private static final int LONGEST_NAME = 9;
    private static final double SIMILAR_GOOD = 0.6;
    private static final double SIMILAR_WORD = 0.849;
    private static final double SIMILAR_PLACE = 0.8;
    private static final double ONE_SLIP = 0.84;
    private static final double TWO_SLIPS = 0.69;
    private static final int LONG_WORD = 7;
    private static final int SHORT_NAME = 5;
    private static final int LONG_NAME = 8;
    // short words that are also everyday English or everyday abbreviations of something else
    private static final Set<String> CAPITALS_ONLY = Set.of(
            "us", "it", "in", "is", "as", "all", "can", "per", "and", "are", "no", "to", "be", "at", "so", "do", "my",
            "me", "am", "by", "or", "an", "he", "la", "de", "et");

    private final Draft draft;
    private final ProductClass lookUp;
    private final Map<String, String> metricNames;
    private final Set<Mention> within = new HashSet<>();

    /** Looks for products in one classification of goods, and for metrics by the keys of their names. */
    NameReader(Draft draft, ProductClass lookUp, Map<String, String> metricNames) {
        this.draft = draft;
        this.lookUp = lookUp;
        this.metricNames = metricNames;
    }

    /** Reads all names; mentions come in the order of the question. */
    void read() {
        readCodes();
        passOverVerbs();
        readNames();
        dropEvents();
        readWithin();
        readSimilarNames();
        draft.mentions.sort(Comparator.comparingInt(Mention::start));
        joinGoods();
        readAppositions();
        dropNeighbours();
    }

    /** "Fertilizers (HS 3105)" is one product, which the code says exactly; "Eswatini (ex Swaziland)" is one country. */
    private void readAppositions() {
        for (int n = draft.mentions.size() - 1; n > 0; n--) {
            Mention named = draft.mentions.get(n - 1);
            Mention code = draft.mentions.get(n);
            boolean goods = named.kind() == Kind.PRODUCT
                    && code.kind() == Kind.PRODUCT
                    && code.text().matches("\\d[\\d.]*")
                    && !named.text().matches("\\d[\\d.]*");
            if (goods
                    && draft.gap(named, code)
                            .matches("(?i)\\s*[(\\[,]\\s*+((hs|sitc|code|heading|chapter)\\w*+[ -]*+)*+")) {
                draft.mentions.remove(named.entity().equals(code.entity()) ? code : named);
            }
            boolean places = named.kind() == Kind.PLACE
                    && code.kind() == Kind.PLACE
                    && named.sense().isPresent()
                    && code.sense().isPresent();
            if (places
                    && named.entity().equals(code.entity())
                    && FORMERLY.matcher(draft.gap(named, code)).matches()) {
                draft.mentions.remove(code);
                Arrays.fill(draft.instruction, named.end(), code.end(), true);
            }
        }
    }

    /** Puts the groups that trade is within on the other side too, once the roles are known. */
    void addWithin() {
        within.stream()
                .filter(draft.mentions::contains)
                .map(mention -> mention.withRole(Role.PARTNER))
                .toList()
                .forEach(draft.mentions::add);
    }

    private void readCodes() {
        for (int i = 0; i < draft.words.size(); i++) {
            Word word = draft.word(i);
            if (draft.taken[i]
                    || !Character.isDigit(word.raw().charAt(0))
                    || word.raw().contains(",")) {
                continue;
            }
            Set<String> before =
                    Set.of("hs", "code", "chapter", "heading", "sitc", "product", "hs92", "hs12", "hs22", "codes");
            boolean called = before.contains(draft.folded(i - 1))
                    || before.contains(draft.folded(i - 2))
                            && Set.of("code", "and", "to").contains(draft.folded(i - 1))
                    || word.isDigits() && word.raw().length() >= 4 && !isCounted(i)
                    || word.raw().matches("\\d{4}\\.\\d{2}(\\.\\d+)?");
            if (!called) {
                continue;
            }
            String digits = word.raw().replace(".", "");
            // the data go to four digits; what a longer code is a part of is said
            Optional<Entity.Product> product = draft.catalog
                    .product(lookUp, word.raw())
                    .or(() -> digits.length() > 4
                            ? draft.catalog.product(lookUp, digits.substring(0, 4))
                            : draft.catalog.product(lookUp, digits));
            if (product.isPresent()) {
                draft.addMention(i, i + 1, Kind.PRODUCT, Optional.of(Draft.sense(product.get())), "", true);
            } else {
                draft.leftover.add(word.raw());
                draft.take(i, i + 1);
            }
        }
    }

    private boolean isCounted(int i) {
        String next = i + 1 < draft.words.size() ? draft.word(i + 1).stem() : "";
        return Grammar.LARGEST.contains(draft.folded(i - 1))
                || Grammar.SMALLEST.contains(draft.folded(i - 1))
                || "$€£".contains(draft.folded(i - 1)) && i > 0
                || Grammar.LISTED.contains(next)
                || Grammar.MAGNITUDES.containsKey(next)
                || Set.of("dollar", "usd", "people", "inhabitant", "%").contains(next);
    }

    /**
     * A word that acts on something has not the place of a product: "book me a list", "paper over the details", "what makes up
     * most of it". Its words are taken, so that they name nothing.
     */
    private void passOverVerbs() {
        for (int start = 0; start < draft.words.size(); start++) {
            for (int end = start + 1; end <= Math.min(draft.words.size(), start + 3); end++) {
                if (draft.isFree(start, end)
                        && isActing(start, end)
                        && draft.catalog
                                .good(lookUp, draft.words.key(start, end))
                                .isPresent()) {
                    draft.take(start, end);
                }
            }
        }
    }

    private boolean isActing(int start, int end) {
        String before = draft.folded(start - 1);
        String after = draft.folded(end);
        // words that stand for others, such as the years of an event, keep the place of what was said
        boolean apart = end >= draft.words.size()
                || draft.word(end).start() < draft.word(end - 1).end()
                || !draft.words
                        .text()
                        .substring(draft.word(end - 1).end(), draft.word(end).start())
                        .isBlank();
        if (isFigureOfSpeech(start, end)) {
            return true;
        }
        boolean joined = draft.words.text().startsWith("-", draft.word(start).end());
        if (end - start == 2 && PARTICLES.contains(draft.folded(end - 1)) && !joined && end >= draft.words.size()) {
            return true; // "what do they make up?"
        }
        if (BEFORE_GOODS.contains(before) || apart) {
            return false;
        }
        if (end - start == 2 && PARTICLES.contains(draft.folded(end - 1))) {
            return !joined;
        }
        boolean addressed = start == 0 || ADDRESSED.contains(before);
        boolean ranked = Grammar.LARGEST.contains(draft.folded(end + 1))
                || Grammar.SMALLEST.contains(draft.folded(end + 1))
                || Grammar.LISTED.contains(
                        end + 1 < draft.words.size() ? draft.word(end + 1).stem() : "");
        boolean acts = ACTED_ON.contains(after) && !(after.equals("the") && ranked && start == 0 && !addressedBy(end))
                || after.equals("over")
                        && Set.of("the", "it", "this", "that").contains(draft.folded(end + 1))
                        && !TIMES.contains(draft.folded(end + 2));
        return end - start == 1 && addressed && acts;
    }

    /**
     * "The make-up of Peru's exports" and "the nuts and bolts of its trade" are no goods; "targets that suit Kenya" is a verb;
     * "steel yourself", "cotton on to this".
     */
    private boolean isFigureOfSpeech(int start, int end) {
        String before = draft.folded(start - 1);
        String after = draft.folded(end);
        if (start == 0
                && (after.endsWith("self")
                        || after.endsWith("selves")
                        || after.equals("on") && draft.folded(end + 1).equals("to"))) {
            return true;
        }
        boolean ofAll = false;
        for (int i = end + 1; after.equals("of") && i <= Math.min(draft.words.size() - 1, end + 5); i++) {
            ofAll |= Set.of("export", "import", "trade", "economy", "basket")
                    .contains(draft.word(i).stem());
        }
        if (ofAll && Set.of("the", "a", "is", "whats", "s").contains(before)) {
            return true;
        }
        boolean verb = end - start == 1
                && (MODALS.contains(before)
                        || start > 0
                                && Grammar.LISTED.contains(draft.word(start - 1).stem())
                        || before.equals("targets"));
        return verb && end < draft.words.size() && !before.matches("(ex|im)ports?") && isPlace(end);
    }

    private boolean isPlace(int at) {
        int start = draft.folded(at).equals("the") ? at + 1 : at;
        for (int end = start + 1; end <= Math.min(draft.words.size(), start + 4); end++) {
            if (draft.catalog.place(draft.words.key(start, end)).isPresent()) {
                return !draft.words.text().startsWith("'s", draft.word(end - 1).end());
            }
        }
        return false;
    }

    private static final Set<String> MODALS =
            Set.of("that", "which", "would", "could", "might", "may", "can", "will", "to", "best", "what", "and");

    /** "Map the exports of": what is traded is acted on, who trades is not. */
    private boolean addressedBy(int end) {
        return end + 1 < draft.words.size()
                && Set.of("export", "import", "trade")
                        .contains(draft.word(end + 1).stem())
                && !draft.folded(end + 1).matches("(ex|im)porters?");
    }

    private record Found(int start, int end, Kind kind, Optional<Catalog.Sense> sense, String metric, int priority) {}

    private static final Set<String> BEFORE_GOODS = Set.of(
            "of",
            "in",
            "for",
            "with",
            "export",
            "exports",
            "exported",
            "exporting",
            "import",
            "imports",
            "imported",
            "importing",
            "sell",
            "sells",
            "sold",
            "buy",
            "buys",
            "bought",
            "trade",
            "much",
            "many",
            "more",
            "less",
            "from",
            "and",
            "or",
            "world",
            "global");

    private static final Set<String> PARTICLES = Set.of("up", "out", "over", "off", "down");
    private static final Set<String> ADDRESSED = Set.of(
            "you", "please", "to", "i", "we", "let", "lets", "could", "would", "can", "us", "me", "just", "now",
            "then");
    private static final Set<String> ACTED_ON = Set.of(
            "the", "a", "an", "me", "us", "this", "these", "those", "out", "up", "down", "off", "my", "our", "it",
            "them", "some");
    private static final Set<String> TIMES =
            Set.of("last", "past", "previous", "years", "year", "period", "decade", "decades", "same", "next");

    /** Longest names first; of two as long, the more telling kind. */
    private void readNames() {
        List<Found> found = new ArrayList<>();
        for (int start = 0; start < draft.words.size(); start++) {
            int longest = Math.min(draft.words.size(), start + LONGEST_NAME);
            for (int end = start + 1; end <= longest && draft.isFree(start, end); end++) {
                findNames(start, end, found);
            }
        }
        found.sort(Comparator.comparingInt((Found f) -> f.start() - f.end())
                .thenComparingInt(Found::priority)
                .thenComparingInt(Found::start));
        for (Found f : found) {
            if (draft.isFree(f.start(), f.end())) {
                draft.addMention(f.start(), f.end(), f.kind(), f.sense(), f.metric(), true);
            }
        }
    }

    private void findNames(int start, int end, List<Found> found) {
        String key = draft.words.key(start, end);
        boolean single = end == start + 1;
        Word word = draft.word(start);
        if (!(single
                && CAPITALS_ONLY.contains(word.folded())
                && !word.isUpperCase()
                && !word.raw().contains("."))) {
            draft.catalog
                    .place(key)
                    .ifPresent(s -> found.add(new Found(start, end, Kind.PLACE, Optional.of(s), "", 0)));
        }
        if (single && word.raw().length() == 3 && word.isUpperCase()) {
            draft.catalog
                    .country(word.raw())
                    .filter(country -> !metricNames.containsKey(key))
                    .ifPresent(c -> found.add(new Found(start, end, Kind.PLACE, Optional.of(Draft.sense(c)), "", 0)));
        }
        String metric = metricNames.get(key);
        // "exports of ships" are about vessels
        boolean noun =
                single && draft.folded(start - 1).equals("of") && word.folded().equals("ships");
        if (metric != null && !noun) {
            found.add(new Found(start, end, Kind.METRIC, Optional.empty(), metric, 1));
        }
        boolean idle = single
                && (Grammar.IDLE.contains(word.folded())
                        || isBasketOfTrade(start)
                        || word.folded().length() < 3 && !word.isUpperCase());
        if (idle) {
            return;
        }
        draft.catalog
                .good(lookUp, key)
                .ifPresent(s -> found.add(new Found(start, end, Kind.PRODUCT, Optional.of(s), "", 2)));
        draft.catalog
                .good(ProductClass.SERVICES, key)
                .filter(s -> !s.first().code().equals("services"))
                .ifPresent(s -> found.add(new Found(start, end, Kind.SERVICE, Optional.of(s), "", 3)));
    }

    /** "Export baskets" are not made of wicker. */
    private boolean isBasketOfTrade(int i) {
        return draft.word(i).stem().equals("basket")
                && i > 0
                && Set.of("export", "import", "trade", "product", "production", "goods")
                        .contains(draft.folded(i - 1));
    }

    /** "Since EU accession in 2004", "after joining the WTO": the group only dates what is asked of somebody else. */
    private void dropEvents() {
        Set<String> events = Set.of("accession", "enlargement", "referendum", "crisis", "exit", "entry");
        Set<String> steps = Set.of("joining", "joined", "entering", "entered", "leaving", "left");
        List<Mention> dating = draft.mentions.stream()
                .filter(mention -> mention.kind() == Kind.PLACE && mention.entity() instanceof Entity.Group)
                .filter(mention -> events.contains(draft.folded(mention.end()))
                        || UnreadWords.ACTS.contains(draft.folded(mention.end()))
                                && Set.of("has", "have", "did", "does").contains(draft.folded(mention.start() - 1))
                        || steps.contains(draft.folded(mention.start()
                                - (draft.folded(mention.start() - 1).equals("the") ? 2 : 1))))
                .toList();
        if (draft.mentions.stream().anyMatch(mention -> mention.kind() == Kind.PLACE && !dating.contains(mention))) {
            draft.mentions.removeAll(dating);
        }
    }

    /** "Intra-African trade", "exports within the EU": the group stands on both sides. */
    private void readWithin() {
        for (Mention mention : draft.mentions) {
            boolean group =
                    mention.kind() == Kind.PLACE && mention.entity() instanceof Entity.Group && !Draft.isWorld(mention);
            int at = mention.start() - 1 - (draft.folded(mention.start() - 1).equals("the") ? 1 : 0);
            boolean inside = Set.of("within", "among", "amongst", "inside").contains(draft.folded(at))
                    && at > 0
                    && Set.of("trade", "export", "import", "commerce")
                            .contains(draft.word(at - 1).stem());
            if (group && (draft.folded(at).equals("intra") || inside)) {
                draft.take(at, at + 1);
                within.add(mention);
            }
        }
    }

    /** Runs of words that are left over: a misspelt place, or a product under another name. */
    private void readSimilarNames() {
        int start = 0;
        while (start < draft.words.size()) {
            if (!draft.isContent(start)) {
                start++;
                continue;
            }
            int end = start + 1;
            while (end < draft.words.size()
                    && (draft.isContent(end)
                            || !draft.taken[end]
                                    && Set.of("and", "of", "for", "or", "other", "not")
                                            .contains(draft.folded(end))
                                    && end + 1 < draft.words.size()
                                    && draft.isContent(end + 1))) {
                end++;
            }
            readRun(start, end);
            start = end;
        }
    }

    private Optional<Catalog.Hit> closest(int start, int end, double enough) {
        return draft.catalog.searchPlaces(draft.words.slice(start, end), 1).stream()
                .filter(hit -> hit.score() >= enough)
                .findFirst();
    }

    private void readRun(int start, int end) {
        for (int i = start; i < end; i++) {
            // without a capital letter that tells, the likeness has to: one slip in a long word
            boolean name = draft.word(i).isCapitalised()
                    && (i > 0 || draft.word(i).raw().length() >= SHORT_NAME);
            if (!draft.isContent(i) || !name && draft.word(i).raw().length() < LONG_WORD) {
                continue;
            }
            int first = name
                            && i > 0
                            && draft.word(i - 1).isCapitalised()
                            && !draft.taken[i - 1]
                            && closest(i - 1, i + 1, SIMILAR_PLACE).isPresent()
                    ? i - 1
                    : i;
            boolean owner = i + 1 < draft.words.size()
                    && (draft.taken[i + 1] || draft.folded(i + 1).equals("s"));
            double enough = !name
                    ? ONE_SLIP
                    : draft.word(i).raw().length() >= LONG_NAME && (i > 0 || owner) ? TWO_SLIPS : SIMILAR_PLACE;
            Optional<Catalog.Hit> place = closest(first, i + 1, first < i ? SIMILAR_PLACE : enough);
            if (place.isPresent()) {
                draft.addMention(first, i + 1, Kind.PLACE, place.map(hit -> Draft.sense(hit.entity())), "", false);
            }
        }
        int from = start;
        while (from < end) {
            if (!draft.isContent(from)) {
                from++;
                continue;
            }
            int until = from + 1;
            while (until < end && !draft.taken[until]) {
                until++;
            }
            while (until > from && !draft.isContent(until - 1)) {
                until--;
            }
            readGood(from, until);
            from = until;
        }
    }

    /** "T-shirts, knit" is one product in two pieces: joined where the whole names a product better. */
    private void joinGoods() {
        for (int n = draft.mentions.size() - 1; n > 0; n--) {
            Mention second = draft.mentions.get(n);
            Mention first = draft.mentions.get(n - 1);
            boolean goods = first.kind() == Kind.PRODUCT && second.kind() == Kind.PRODUCT;
            String joint = second.exact() ? "\\s*,?\\s*" : "\\s*(,|and|&)?\\s*";
            if (!goods || !draft.gap(first, second).matches(joint)) {
                continue;
            }
            String phrase = draft.words.slice(first.start(), second.end());
            draft.catalog.searchGoods(lookUp, phrase, 1).stream()
                    .filter(hit -> hit.score() >= SIMILAR_GOOD)
                    .findFirst()
                    .ifPresent(hit -> {
                        draft.mentions.remove(second);
                        draft.mentions.set(
                                draft.mentions.indexOf(first),
                                new Mention(
                                        first.start(),
                                        second.end(),
                                        phrase,
                                        Kind.PRODUCT,
                                        Optional.of(Draft.sense(hit.entity())),
                                        "",
                                        Role.SUBJECT,
                                        false,
                                        false));
                    });
        }
    }

    private void readGood(int start, int end) {
        String phrase = draft.words.slice(start, end);
        // one word of a longer name says little; several of them say enough
        double enough = end - start == 1 ? SIMILAR_WORD : SIMILAR_GOOD;
        Optional<Catalog.Hit> hit = draft.catalog.searchGoods(lookUp, phrase, 1).stream()
                .filter(h -> h.score() >= enough)
                .findFirst();
        // an ordinary word that is in no name is no misspelt one: "carry" is not "curry"
        boolean ordinary = end - start == 1
                && EnglishWords.knows(draft.folded(start))
                && (!draft.catalog.isWord(draft.word(start).stem())
                        || draft.folded(start).matches(".*(ing|ed)"));
        if (hit.isPresent() && !ordinary && !isBasketOfTrade(start)) {
            draft.addMention(start, end, Kind.PRODUCT, hit.map(h -> Draft.sense(h.entity())), "", false);
        } else {
            for (int i = start; i < end; i++) {
                if (draft.isContent(i)) {
                    draft.leftover.add(draft.word(i).raw());
                }
            }
        }
    }

    /** In "Germany's neighbour France" only France is asked about. */
    private void dropNeighbours() {
        for (int n = draft.mentions.size() - 2; n >= 0; n--) {
            Mention first = draft.mentions.get(n);
            Mention second = draft.mentions.get(n + 1);
            boolean places = first.kind() == Kind.PLACE && second.kind() == Kind.PLACE;
            if (places
                    && draft.isPossessive(first)
                    && NEIGHBOUR.matcher(draft.gap(first, second)).matches()) {
                draft.mentions.remove(n);
            }
        }
    }
}
