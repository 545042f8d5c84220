package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the grammar that steers the answer. */
final class SignalReader {
    private static final SignalPhrases PHRASES = SignalPhrases.read();
    private static final Pattern OF_MEMBERS = Pattern.compile(
            "(?i)@place (member|members|member (states|countries)|countries|economies)\\b|\\b(members|countries|economies) (of|in) (the )?@place\\b");
    private static final Pattern MEAN = Pattern.compile("(?i)\\b(average|mean|median|total|combined|sum)\\b");
    private static final Pattern WHICH_MEMBER = Pattern.compile(
            " (among|of|in) (the |all )?@place (\\w+ )?(which|who) (one |country |economy |nation )?(@exports|@imports|has|had|is|was|sells|buys) ");
    private static final Pattern BY_MEMBER = Pattern.compile(
            " (by|per|for each|for every) (member |partner |destination )?(country|member|partner|destination)( state)? ");
    private static final Pattern TOTALLED = Pattern.compile(" (in total|altogether|overall) ");
    private static final Pattern WHICH_COUNTRIES =
            Pattern.compile(" (what|which) (countries|country|economies|nations) ");
    private static final Pattern SEVERAL = Pattern.compile(" (deficits|surpluses|economies|countries|values|scores) ");
    private static final Pattern RANK_ALL =
            Pattern.compile("^ rank (all (of )?|the |these )*(@|world|countries|economies|products|members|goods)");
    private static final Pattern CHANGE_IN_PERCENT = Pattern.compile(
            " (percentage|percent|relative|%) change | by (what|how many|which) (percentage|percent|per cent) ");
    private static final String LARGEST =
            "(?i)\\b(top|number one|no\\.? ?1|#1|largest|biggest|main|leading|major|most important|key|principal|primary|smallest|chief|best|dominant|most valuable|predominant|prominent)\\s+(?:\\w+\\s+){0,2}?";
    private static final Pattern LARGEST_EXPORT = Pattern.compile(LARGEST + "(export|import)\\b");
    private static final Pattern LARGEST_EXPORTS = Pattern.compile(LARGEST + "(exports|imports)\\b");
    private static final Pattern LARGEST_ONE = Pattern.compile(
            "(?i)\\b(largest|biggest|top|main|single|leading|highest)\\s+(\\w+\\s+)?(export|import|exporter|importer|partner|product|supplier)\\b"
                    + "(?!\\s+(products|partners|markets|destinations|goods|sectors|categories|value))");

    private final Draft draft;
    private final SemanticModel model;
    private final int ranking;
    private final boolean limited;
    private final boolean boundInPercent;

    /**
     * A reader of one question.
     *
     * @param ranking direction of a superlative: 1 largest first, -1 smallest first, 0 none
     * @param limited whether it says how many are asked for
     * @param boundInPercent whether a value is held against a number of percent
     */
    SignalReader(Draft draft, SemanticModel model, int ranking, boolean limited, boolean boundInPercent) {
        this.draft = draft;
        this.model = model;
        this.ranking = ranking;
        this.limited = limited;
        this.boundInPercent = boundInPercent;
    }

    /** "The suppliers of Hungary" are asked for by what Hungary imports. */
    private void readSuppliers(String text) {
        boolean flow = draft.mentions.stream()
                .anyMatch(m -> m.metric().startsWith("imports") || m.metric().equals("exports"));
        if (!text.matches(
                ".* (suppliers?|supplied by|vendors?|sources of supply) (\\w+ )?(of|to|for) (the )?@(place|partner) .*|.* @place (\\w+ |@good )*(suppliers?|vendors?) .*")) {
            return;
        }
        draft.signals.add(Signal.BY_PARTNER);
        draft.signals.remove(Signal.BY_COUNTRY);
        for (int i = 0; i < draft.words.size() && !flow; i++) {
            if (Set.of("supplier", "vendor", "source", "supply")
                            .contains(draft.word(i).stem())
                    && !draft.taken[i]) {
                draft.addMention(i, i + 1, Kind.METRIC, Optional.empty(), "imports", true);
                draft.leftover.remove(draft.word(i).raw());
                flow = true;
            }
        }
        draft.mentions.sort(Comparator.comparingInt(Mention::start));
        draft.mentions.replaceAll(m -> m.kind() == Kind.PLACE ? m.withRole(Role.SUBJECT) : m);
    }

    /** Reads the signals of the question in which every name stands as what it is. */
    void read(String text) {
        PHRASES.find("always", text, draft.signals);
        readExporters();
        readGroups(text);
        readOtherSide(text);
        readSuppliers(text);
        if (has(Signal.BY_PARTNER)) {
            draft.signals.remove(Signal.BY_COUNTRY);
        }
        readProducts(text);
        readSuperlative(text);
        readShare(text);
        readRank(text);
        if (draft.mentions.stream().anyMatch(m -> m.kind() == Kind.SERVICE)) {
            draft.signals.add(Signal.SERVICES);
        }
        if (text.contains(" digit ") || text.contains("-digit")) {
            draft.signals.add(Signal.BY_PRODUCT);
        }
        readLacking();
        readMembers(text);
        readWhoIsAsked();
        readProductsOfBoth();
        readDirections();
        if (has(Signal.PAIRS)
                && draft.mentions.stream()
                        .allMatch(mention -> mention.kind() != Kind.PLACE
                                || Draft.isWorld(mention)
                                || mention.entity() instanceof Entity.Group)) {
            // trade by partner is one of goods
            draft.signals.removeAll(Set.of(Signal.BY_PARTNER, Signal.SINGULAR, Signal.BY_PRODUCT));
            draft.signals.addAll(Set.of(Signal.BY_COUNTRY, Signal.GOODS));
        }
    }

    /** Trade "in both directions" is exports and imports. */
    private void readDirections() {
        for (int i = 1; i < draft.words.size() && has(Signal.BOTH_WAYS); i++) {
            boolean directions = draft.word(i).stem().equals("direction")
                    || draft.folded(i).equals("ways") && draft.folded(i - 1).equals("both");
            if (directions
                    && draft.isFree(i - 1, i + 1)
                    && draft.mentions.stream().noneMatch(mention -> mention.kind() == Kind.METRIC)) {
                draft.addMention(i - 1, i, Kind.METRIC, Optional.empty(), "exports", true);
                draft.addMention(i, i + 1, Kind.METRIC, Optional.empty(), "imports", true);
                draft.mentions.sort(Comparator.comparingInt(Mention::start));
            }
        }
    }

    /** "Products with comparative advantage" is a number of them, but where two are held together they are listed. */
    private void readProductsOfBoth() {
        if (!has(Signal.IN_COMMON) && !has(Signal.BUT_NOT)) {
            return;
        }
        for (int n = 0; n < draft.mentions.size(); n++) {
            Mention mention = draft.mentions.get(n);
            if (mention.metric().equals("diversity")
                    && draft.folded(mention.start()).matches("products?|number")) {
                draft.mentions.set(
                        n,
                        new Mention(
                                mention.start(),
                                mention.end(),
                                mention.text(),
                                Kind.METRIC,
                                mention.sense(),
                                "rca",
                                mention.role(),
                                false,
                                true));
                draft.signals.add(Signal.BY_PRODUCT);
            }
        }
    }

    private boolean has(Signal signal) {
        return draft.signals.contains(signal);
    }

    private boolean says(String... words) {
        return draft.words.list().stream().anyMatch(word -> List.of(words).contains(word.folded()));
    }

    private boolean named(Kind kind) {
        return draft.mentions.stream()
                .anyMatch(mention -> mention.kind() == kind && (mention.role() != Role.EXCLUDED || kind == Kind.PLACE));
    }

    private boolean groupNamed(Predicate<Mention> test) {
        return draft.mentions.stream()
                .anyMatch(m -> m.kind() == Kind.PLACE
                        && m.sense().isPresent()
                        && m.entity() instanceof Entity.Group
                        && test.test(m));
    }

    private void readExporters() {
        if (says("exporters", "importers", "producers")) {
            draft.signals.add(Signal.BY_COUNTRY);
        }
        if (ranking != 0 && says("exporter", "importer", "producer")) {
            draft.signals.add(Signal.BY_COUNTRY);
            draft.signals.add(Signal.SINGULAR);
        }
    }

    /** Who trades nothing of a product are countries, also where only their group is named. */
    private void readLacking() {
        boolean one = draft.mentions.stream()
                .anyMatch(m ->
                        m.kind() == Kind.PLACE && m.role() == Role.SUBJECT && m.entity() instanceof Entity.Country);
        if (has(Signal.LACKING) && !one) {
            draft.signals.add(Signal.BY_COUNTRY);
            draft.signals.removeAll(Set.of(Signal.BY_PRODUCT, Signal.BUT_NOT));
        }
    }

    /** "The diversity of ASEAN's members", "ECI of the members of Mercosur": of each of them, where no mean is asked for. */
    private void readMembers(String text) {
        if (OF_MEMBERS.matcher(text).find()
                && !MEAN.matcher(text).find()
                && groupNamed(group -> !Draft.isWorld(group) && group.role() == Role.SUBJECT)
                && draft.mentions.stream()
                        .anyMatch(m -> m.kind() == Kind.METRIC
                                && model.metric(m.metric()).sum().isEmpty())) {
            draft.signals.addAll(Set.of(Signal.BY_COUNTRY, Signal.ALL_ROWS));
        }
    }

    private void readGroups(String text) {
        boolean ofGroup = groupNamed(group -> !Draft.isWorld(group));
        boolean toGroup = groupNamed(group -> group.role() == Role.PARTNER);
        if (ofGroup) {
            PHRASES.find("of_a_group", text, draft.signals);
        }
        if (ofGroup && WHICH_MEMBER.matcher(text).find()) {
            draft.signals.add(Signal.BY_COUNTRY);
            draft.signals.add(Signal.SINGULAR);
        }
        if ((toGroup || ofGroup || !named(Kind.PLACE))
                && BY_MEMBER.matcher(text).find()) {
            draft.signals.add(toGroup ? Signal.BY_PARTNER : Signal.BY_COUNTRY);
        }
    }

    private void readProducts(String text) {
        if (!named(Kind.PRODUCT) && !named(Kind.SERVICE)) {
            PHRASES.find("without_a_good", text, draft.signals);
            boolean owned = draft.mentions.stream().anyMatch(m -> m.kind() == Kind.PLACE && draft.isPossessive(m));
            boolean bothFlows = draft.mentions.stream().anyMatch(m -> m.metric().equals("exports"))
                    && draft.mentions.stream().anyMatch(m -> m.metric().equals("imports"));
            if (!owned && !bothFlows && !TOTALLED.matcher(text).find()) {
                PHRASES.find("what_is_traded", text, draft.signals);
            }
            // "the largest exports", but "the largest export" only where nothing is said of several
            Pattern largest = says("exports", "imports") ? LARGEST_EXPORTS : LARGEST_EXPORT;
            if (ranking != 0
                    && !has(Signal.BY_COUNTRY)
                    && !has(Signal.BY_PARTNER)
                    && largest.matcher(draft.words.text()).find()) {
                draft.signals.add(Signal.BY_PRODUCT);
            }
        }
        if (WHICH_COUNTRIES.matcher(text).find()) {
            draft.signals.remove(Signal.BY_PRODUCT);
        }
    }

    private void readSuperlative(String text) {
        boolean bare = draft.mentions.stream()
                .noneMatch(m -> m.kind() != Kind.METRIC && !(m.kind() == Kind.PLACE && Draft.isWorld(m)));
        boolean listless = !has(Signal.BY_PRODUCT) && !has(Signal.BY_PARTNER) && !has(Signal.BY_COUNTRY);
        boolean ofCountries = draft.mentions.stream()
                .anyMatch(m -> m.kind() == Kind.METRIC
                        && !Set.of("exports", "imports", "pci").contains(m.metric()));
        if (bare && ranking != 0 && listless && ofCountries) {
            // "the largest deficit in the world" is that of a country
            draft.signals.add(Signal.BY_COUNTRY);
            if (!limited && !SEVERAL.matcher(text).find()) {
                draft.signals.add(Signal.SINGULAR);
            }
        }
        if (!limited && LARGEST_ONE.matcher(draft.words.text()).find()) {
            draft.signals.add(Signal.SINGULAR);
        }
    }

    private void readShare(String text) {
        if (CHANGE_IN_PERCENT.matcher(text).find()) {
            draft.signals.remove(Signal.SHARE);
        } else if (!has(Signal.GROWTH) && named(Kind.PRODUCT)) {
            PHRASES.find("weight_of_a_good", text, draft.signals);
        }
        if (boundInPercent && !has(Signal.GROWTH)) {
            draft.signals.add(Signal.SHARE);
        }
    }

    private void readRank(String text) {
        if (RANK_ALL.matcher(text).find()) {
            draft.signals.remove(Signal.RANK); // an order is wanted, not a place in it
            draft.signals.add(Signal.ALL_ROWS);
        }
        if (draft.mentions.stream()
                .anyMatch(m -> m.kind() == Kind.METRIC
                        && m.text().toLowerCase(Locale.ROOT).contains("rank"))) {
            draft.signals.add(Signal.RANK);
        }
    }

    /** A superlative without anything else asks which country; "when did A overtake B" for the years of both. */
    private void readWhoIsAsked() {
        boolean named = draft.mentions.stream().anyMatch(mention -> mention.kind() != Kind.METRIC);
        boolean listed = Stream.of(
                        Signal.BY_COUNTRY, Signal.BY_PRODUCT, Signal.BY_PARTNER, Signal.BY_YEAR, Signal.WORLD)
                .anyMatch(this::has);
        boolean ofCountries = draft.mentions.stream()
                .filter(m -> m.kind() == Kind.METRIC)
                .anyMatch(m -> !model.metric(m.metric()).dimensions().contains("product"));
        if (ranking != 0 && !named && !listed && ofCountries) {
            draft.signals.add(Signal.BY_COUNTRY);
        }
        if (Overtaking.asks(draft.words.text())
                && draft.mentions.stream()
                                .filter(mention -> mention.kind() == Kind.PLACE)
                                .count()
                        == 2) {
            draft.signals.removeAll(Set.of(Signal.BY_YEAR, Signal.SINGULAR, Signal.BY_COUNTRY, Signal.TOTAL));
            draft.signals.add(Signal.SERIES);
        }
    }

    /** "The biggest buyers of Australian iron ore": what is bought is a country's. */
    private boolean isBuyerOf() {
        for (int i = 0; i < draft.words.size(); i++) {
            boolean buyers = draft.folded(i).matches("(buyer|customer|purchaser|importer)s?")
                    && Set.of("of", "for").contains(draft.folded(i + 1));
            int of = i + (draft.folded(i + 2).equals("the") ? 3 : 2);
            if (buyers
                    && draft.mentions.stream()
                            .filter(place -> place.kind() == Kind.PLACE && place.start() == of)
                            .anyMatch(place -> draft.mentions.stream()
                                    .anyMatch(good -> good.kind() == Kind.PRODUCT && good.start() == place.end()))) {
                return true;
            }
        }
        return false;
    }

    /** "Who buys Ghana's cocoa?" asks for Ghana's exports by partner, "who sells cars to Ghana?" for its imports. */
    private void readOtherSide(String text) {
        if (has(Signal.MORE_THAN) || text.contains(" than from ") || text.contains(" than to ")) {
            return; // two of them are compared
        }
        boolean owned = draft.mentions.stream().anyMatch(m -> m.kind() == Kind.PLACE && draft.isPossessive(m));
        boolean buyers = text.matches(
                                " (who(m)?|(which|what) (\\w+ ){0,2}(countries|country|nations?|markets)) (\\w+ )?@imports .*")
                        && (owned || text.matches(".* from (the )?@(place|partner) .*"))
                || isBuyerOf();
        boolean sellers = text.matches(" who @exports .* to (the )?@partner .*");
        if (!buyers && !sellers) {
            return;
        }
        draft.signals.add(Signal.BY_PARTNER);
        for (int n = 0; n < draft.mentions.size(); n++) {
            Mention mention = draft.mentions.get(n);
            if (mention.kind() == Kind.METRIC) {
                String other = buyers ? "exports" : "imports";
                draft.mentions.set(
                        n,
                        new Mention(
                                mention.start(),
                                mention.end(),
                                mention.text(),
                                Kind.METRIC,
                                mention.sense(),
                                other,
                                mention.role(),
                                false,
                                true));
            } else if (mention.kind() == Kind.PLACE) {
                draft.mentions.set(n, mention.withRole(Role.SUBJECT));
            }
        }
    }
}
