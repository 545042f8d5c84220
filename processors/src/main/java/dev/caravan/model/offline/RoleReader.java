package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells the places that are asked about from those on the other side of the trade. */
final class RoleReader {
    /** "That did not export any", before what is not traded. */
    private static final Pattern LACKS_TRADE = Pattern.compile(
            "(?i)(?<said>\\b((do|does|did|has|have|had)( not|n['’]t| never)|never|not)( ever| at all| even| actually)* (export|sell|sold|ship|import|buy|bought|purchas|trad)\\w*( in| for)?( any| a single| much)?( of)?( the| their| its)?|(export|sell|sold|ship|import|buy|bought|purchas|trad)\\w*( in)? (neither|no|none of|nothing of)( any| the)?)\\s*$");

    private static final Set<String> DEPENDENCE = Set.of(
            "dependence",
            "dependency",
            "dependent",
            "depend",
            "depends",
            "depended",
            "reliance",
            "reliant",
            "rely",
            "relies",
            "relied");

    /** "Turkey's share of the Iraqi flour market", "its market share in Mexico's imports". */
    private static final Pattern SHARE_HELD_IN = Pattern.compile(
            ".* @place (market )?(share|shares|@market_share) (of|in) (the )?@place (total |overall |goods )*(@good |@service )?(@imports|imports|import|market|markets) .*");
    /** "The share of China in Angola's exports". */
    private static final Pattern SHARE_OF_ONE_IN = Pattern.compile(
            ".* (share|shares|part|portion|weight|percentage|proportion|slice|role) of (the )?@place in (the )?@place (total |overall |goods |merchandise )*(@good |@service )?(@exports|@imports|exports|imports) .*");

    private final Draft draft;

    RoleReader(Draft draft) {
        this.draft = draft;
    }

    /** Reads the roles by the question in which every name stands as what it is. */
    void read(String masked) {
        boolean compared = masked.matches(".* (compare|compared|comparing|comparison|versus|vs|difference|differ) .*");
        boolean trade =
                masked.matches(".* (@trade_balance|@total_trade|trade|trades|trading|@exports|@imports|flows?) .*");
        boolean pair = isPair();
        boolean between = masked.matches(
                        ".* between (the )?@place and (the )?@place .*|.* @place and (the )?@place .*(each other|one another) .*|.* @place @place (@total_trade|trade|commerce) .*")
                || pair;
        for (int n = 0; n < draft.mentions.size(); n++) {
            Mention mention = draft.mentions.get(n);
            if (mention.kind() != Kind.PLACE) {
                continue;
            }
            int at = mention.start() - 1;
            while (at >= 0
                    && Set.of("the", "all", "other", "its", "their", "both", "either")
                            .contains(draft.folded(at))) {
                at--;
            }
            String before = draft.isPossessive(mention) ? "" : draft.folded(at);
            Optional<Mention> previous = previousPlace(n, at);
            Role role =
                    switch (before) {
                        case "to", "towards", "into" -> Set.of(
                                                "happened",
                                                "belong",
                                                "belongs",
                                                "compared",
                                                "relative",
                                                "next",
                                                "similar",
                                                "compare",
                                                "comparison",
                                                "close",
                                                "closer",
                                                "closest",
                                                "near",
                                                "nearer",
                                                "nearest")
                                        .contains(draft.folded(at - 1))
                                ? Role.SUBJECT
                                : Role.PARTNER;
                            // "how dependent is Mexico on the US"
                        case "on", "upon" -> draft.words.list().subList(Math.max(0, at - 5), at).stream()
                                        .anyMatch(w -> DEPENDENCE.contains(w.folded()))
                                ? Role.PARTNER
                                : Role.SUBJECT;
                        case "from" -> draft.isImport()
                                        || isBoughtBefore(at)
                                        || Set.of("come", "comes", "came").contains(draft.folded(at - 1))
                                                && draft.mentions.subList(0, n).stream()
                                                        .anyMatch(m -> m.kind() == Kind.PLACE && !Draft.isWorld(m))
                                ? Role.PARTNER
                                : Role.SUBJECT;
                            // "was bought by China", of what somebody else exports
                        case "by" -> Set.of("bought", "purchased", "absorbed", "taken", "imported", "received")
                                                .contains(draft.folded(at - 1))
                                        && draft.mentions.subList(0, n).stream()
                                                .anyMatch(m -> m.kind() == Kind.PLACE && !Draft.isWorld(m))
                                ? Role.PARTNER
                                : Role.SUBJECT;
                        case "with" -> trade && !compared ? Role.PARTNER : Role.SUBJECT;
                        case "and", "or" -> between && trade && !compared
                                ? Role.PARTNER
                                : previous.map(Mention::role).orElse(Role.SUBJECT);
                        default -> Role.SUBJECT;
                    };
            if (previous.isPresent() && adjacentList(previous.get(), mention)) {
                role = previous.get().role();
            }
            boolean origin = n + 1 < draft.mentions.size()
                    && draft.mentions.get(n + 1).kind() == Kind.PRODUCT
                    && draft.mentions.get(n + 1).start() == mention.end()
                    && !draft.isPossessive(mention)
                    && draft.isImport()
                    && masked.matches(
                            ".* (which|what|who|top|\\d+) (\\w+ ){0,2}(countries|country|nations|buys|bought|imports|importers|@imports) .*");
            // "what portion of Ghana's exports did China buy?"
            boolean buys = n > 0
                    && Set.of("did", "does", "do").contains(draft.folded(at))
                    && Set.of("buy", "purchase", "absorb", "take", "receive").contains(draft.folded(mention.end()))
                    && draft.mentions.subList(0, n).stream().anyMatch(m -> m.kind() == Kind.PLACE && !Draft.isWorld(m))
                    && draft.mentions.subList(0, n).stream()
                            .anyMatch(m -> m.metric().equals("exports"));
            if (buys || origin || isOrigin(n) || pair && trade && n > firstPlace()) {
                role = Role.PARTNER;
            }
            String ahead =
                    draft.words.text().substring(0, draft.word(mention.start()).start());
            String rest =
                    draft.words.text().substring(draft.word(mention.end() - 1).end());
            int from = Exclusion.before(ahead);
            int behind = Exclusion.behind(rest);
            if (from >= 0 || behind >= 0) {
                role = Role.EXCLUDED;
                takeExclusion(
                        from < 0 ? ahead.length() : from,
                        draft.words.text().length() - rest.length() + Math.max(0, behind));
            }
            if (n == firstPlace()
                    && (SHARE_HELD_IN.matcher(masked).matches()
                            || SHARE_OF_ONE_IN.matcher(masked).matches())) {
                role = Role.PARTNER;
            }
            if (n > 0 && isPair(n) && trade) {
                role = Role.PARTNER;
                draft.signals.add(Signal.BOTH_WAYS);
            }
            draft.mentions.set(n, mention.withRole(role));
        }
        if (between && trade && !compared) {
            draft.signals.add(Signal.BOTH_WAYS);
        }
        leaveOutGoods();
        if (SHARE_HELD_IN.matcher(masked).matches()
                && draft.mentions.stream()
                        .noneMatch(mention -> mention.kind() == Kind.METRIC
                                && !mention.metric().equals("market_share"))) {
            readMarket();
        }
    }

    /** "Exports without oil", "that did not export coffee"; where other goods are named, what one has and another has not is crossed. */
    private void leaveOutGoods() {
        List<Mention> goods = draft.mentions.stream()
                .filter(mention -> mention.kind() == Kind.PRODUCT || mention.kind() == Kind.SERVICE)
                .toList();
        List<Mention> left = new ArrayList<>();
        for (Mention good : goods) {
            String ahead =
                    draft.words.text().substring(0, draft.word(good.start()).start());
            String rest =
                    draft.words.text().substring(draft.word(good.end() - 1).end());
            Matcher lacking = LACKS_TRADE.matcher(ahead);
            int from = lacking.find() ? lacking.start("said") : Exclusion.before(ahead);
            int behind = Exclusion.behind(rest);
            boolean listed = !left.isEmpty()
                    && draft.gap(left.get(left.size() - 1), good).matches("(?i)\\s*(,|and|or|nor|, ?and|, ?or)\\s*");
            if (from < 0 && behind < 0 && !listed) {
                return;
            }
            left.add(good);
        }
        for (Mention good : left) {
            String ahead =
                    draft.words.text().substring(0, draft.word(good.start()).start());
            int length = draft.words.text().length();
            int end = draft.word(good.end() - 1).end();
            int behind = Exclusion.behind(draft.words.text().substring(end));
            Matcher lacking = LACKS_TRADE.matcher(ahead);
            boolean verb = lacking.find();
            int from = verb ? lacking.start("said") : Exclusion.before(ahead);
            takeExclusion(from < 0 ? ahead.length() : from, Math.min(length, end + Math.max(0, behind)));
            if (verb) {
                draft.signals.add(Signal.LACKING);
            }
            draft.mentions.set(draft.mentions.indexOf(good), good.withRole(Role.EXCLUDED));
        }
    }

    /** The words that leave out a place are understood, though none of them has a meaning of its own. */
    private void takeExclusion(int from, int until) {
        for (int i = 0; i < draft.words.size(); i++) {
            if (draft.word(i).start() >= from && draft.word(i).end() <= until) {
                draft.take(i, i + 1);
                draft.leftover.remove(draft.word(i).raw());
            }
        }
        for (int i = 0; i < draft.words.size(); i++) {
            // "everyone but": who is meant is all the others
            if (draft.word(i).end() <= from && draft.folded(i).matches("(every|any)(one|body|where|thing)|elsewhere")) {
                draft.leftover.remove(draft.word(i).raw());
            }
        }
    }

    /** A share of somebody's market is one of what that one imports. */
    private void readMarket() {
        for (int i = 0; i < draft.words.size(); i++) {
            if (draft.word(i).stem().equals("market") && !draft.taken[i]) {
                draft.mentions.removeIf(mention -> mention.metric().equals("market_share"));
                draft.addMention(i, i + 1, Kind.METRIC, Optional.empty(), "imports", true);
                draft.mentions.sort(Comparator.comparingInt(Mention::start));
                return;
            }
        }
    }

    /** "Canada-Mexico trade", "Dutch-German trade". */
    private boolean isPair(int n) {
        Mention first = draft.mentions.get(n - 1);
        Mention second = draft.mentions.get(n);
        boolean joined = first.exact()
                && second.exact()
                && first.kind() == Kind.PLACE
                && !Draft.isWorld(first)
                && !Draft.isWorld(second)
                && draft.gap(first, second).matches("[-–—/]");
        return joined
                && Set.of("trade", "commerce", "flow", "export", "import")
                        .contains(
                                second.end() < draft.words.size()
                                        ? draft.word(second.end()).stem()
                                        : "");
    }

    /** "Italian wine imports of Germany": a word for where the product comes from, beside who imports it. */
    private boolean isOrigin(int n) {
        Mention mention = draft.mentions.get(n);
        boolean describes = !mention.text()
                        .equalsIgnoreCase(
                                mention.sense().map(s -> s.first().name()).orElse(""))
                && mention.text().matches("(?i).*(an|ese|ish|ch|ss|i|ic|ek|ot)");
        boolean good = n + 1 < draft.mentions.size()
                && draft.mentions.get(n + 1).kind() == Kind.PRODUCT
                && draft.mentions.get(n + 1).start() == mention.end();
        return describes
                && good
                && draft.isImport()
                && !draft.isPossessive(mention)
                && draft.mentions.stream()
                                .filter(other -> other.kind() == Kind.PLACE)
                                .count()
                        > 1;
    }

    /** "Import more from China": the word for buying stands right before, whatever else is asked for. */
    private boolean isBoughtBefore(int at) {
        return draft.mentions.stream()
                .anyMatch(m -> m.metric().equals("imports")
                        && m.end() <= at
                        && at - m.end() < 2
                        && draft.words.list().subList(m.end(), at).stream()
                                .allMatch(word -> Set.of("more", "less", "fewer", "mostly", "mainly")
                                        .contains(word.folded())));
    }

    private int firstPlace() {
        for (int n = 0; n < draft.mentions.size(); n++) {
            if (draft.mentions.get(n).kind() == Kind.PLACE) {
                return n;
            }
        }
        return -1;
    }

    private Optional<Mention> previousPlace(int n, int before) {
        if (n > 0
                && draft.mentions.get(n - 1).kind() == Kind.PLACE
                && draft.mentions.get(n - 1).end() == before) {
            return Optional.of(draft.mentions.get(n - 1));
        }
        return Optional.empty();
    }

    /** "Kenya, Uganda" and "Kenya, Uganda and Rwanda": only commas between two places. */
    private boolean adjacentList(Mention first, Mention second) {
        return draft.gap(first, second).strip().equals(",");
    }

    /** "Trade balance Poland - Ukraine": two places with a dash between them. */
    private boolean isPair() {
        List<Mention> places = draft.mentions.stream()
                .filter(mention -> mention.kind() == Kind.PLACE)
                .toList();
        return places.size() == 2 && draft.gap(places.get(0), places.get(1)).matches("\\s*[-–—]\\s*");
    }
}
