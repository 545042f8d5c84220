package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Questions whose shape one query over the tables does not have: an answer made without that shape would be to another question. */
final class Inexpressible {
    private static final Pattern BOTH = Pattern.compile("(?i)\\bboth\\b[^?]*\\band\\b");
    private static final Pattern MORE_THAN = Pattern.compile(
            "(?i)\\b(more|less|fewer|larger|bigger|smaller|higher|lower)\\b[^?]*?\\b(from|to)\\b[^?]*?\\bthan\\b( (from|to))?\\b");
    private static final Pattern THEN_WHO = Pattern.compile(
            "(?i)^(?<first>.*\\b(which|what|who)\\b.*?),? and (to|from) (whom|who|where|(which|what) (countr(y|ies)|markets?|destinations?|partners?))\\b[^?]*\\??\\s*$");
    private static final Pattern CONCENTRATION = Pattern.compile(
            "(?i)\\b(hhi|herfindahl\\w*([- ]hirschman\\w*)?|concentration (index|ratio)|(export|import|product|market|partner|trade) concentration|concentration of (its |the |\\w+'s )?(exports?|imports?|trade|partners|products)|theil|gini|entropy)\\b");

    private static final Pattern BEGAN = Pattern.compile(
            "(?i)\\b(for|at) the (very )?(first|last) time\\b|\\b(start|began|begin|begun|stop|cease|resume|quit)\\w* (to )?(export|import|sell|buy|ship|trad)\\w*");

    /** Those that belong to several groups at once. */
    static final Pattern OF_BOTH = Pattern.compile(
            "(?i)\\bboth\\b|\\bin common\\b|\\b(shared by|common to|overlap\\w*)\\b|\\b(are|is|belong\\w*) (also )?(in|to|members? of|part of)\\b[^?]*\\band (also )?(in|to|of|members? of|part of|belong\\w*)\\b|\\b(in|of) [^?]* and also\\b|\\b(as well as|at the same time|that are also|who are also|which are also)\\b");

    /** How it is said that a question has to be asked in several. */
    static final String APART = "I take ";

    private Inexpressible() {}

    /**
     * What is said instead of an answer; empty where a query can have the question's shape.
     *
     * @param last the latest year of the data
     */
    static Optional<Plan> of(Reading reading, int last) {
        Optional<Integer> beyond = reading.from()
                .filter(year ->
                        year > last && reading.to().filter(to -> to > year).isPresent());
        if (beyond.isPresent()) {
            return unanswerable(
                    "The data end in " + last + ": there is nothing yet for " + beyond.get() + " and later.");
        }
        String text = reading.words().text();
        Matcher concentration = CONCENTRATION.matcher(text);
        if (concentration.find()) {
            return unanswerable(
                    "I compute no index of concentration (\"" + concentration.group()
                            + "\"). Ask for the shares of the top products or partners, or for the diversity: the number of products with a comparative advantage.");
        }
        Matcher began = BEGAN.matcher(text);
        if (began.find()) {
            return unanswerable(
                    "I cannot find what began or ended in one query (\"" + began.group()
                            + "\"). Ask for the trade in one product by year, or for the products whose exports grew fastest between two years.");
        }
        Matcher then = THEN_WHO.matcher(text);
        if (then.matches()
                && (reading.ranking() != 0 || reading.places(Role.SUBJECT).isEmpty())) {
            return Optional.of(new Plan.Clarify(
                    "The second part needs the answer to the first. Ask for that, and then for its partners by name.",
                    List.of(then.group("first").strip() + "?")));
        }
        return code(reading)
                .or(() -> bounds(reading))
                .or(() -> sets(reading, text))
                .or(() -> mixed(reading))
                .or(() -> partners(reading))
                .or(() -> mirrored(reading));
    }

    /** A code that no product has, or one of more digits than the data go to. */
    private static Optional<Plan> code(Reading reading) {
        Optional<String> unknown = reading.leftover().stream()
                .filter(word -> word.matches("\\d[\\d.]*"))
                .findFirst();
        if (unknown.filter(word -> word.matches("(19|20)\\d\\d\\.\\d+")).isPresent()) {
            return Optional.of(new Plan.Clarify(
                    "The data are by year, and \"" + unknown.get() + "\" is none. Which year do you mean?", List.of()));
        }
        if (unknown.isPresent()) {
            return Optional.of(new Plan.Clarify(
                    "No product of the classification in use has the code " + unknown.get()
                            + ". Product codes have one, two or four digits; the name of the product can be given instead.",
                    List.of()));
        }
        return reading.mentions().stream()
                .filter(mention ->
                        mention.kind() == Kind.PRODUCT && mention.text().matches("\\d[\\d.]{4,}"))
                .findFirst()
                .map(mention -> {
                    Entity heading = mention.entity();
                    return new Plan.Clarify(
                            "The data go to four digits: " + mention.text() + " is a part of \"" + heading.name()
                                    + "\". Shall I take that?",
                            List.of(QueryPlanner.replace(reading.words().text(), mention, "HS " + heading.code())
                                    .replaceAll("(?i)\\b(hs\\d?|hs code|code|heading)( code)? HS ", "HS ")));
                });
    }

    /** Two conditions of one kind cannot both be on the same figure: one of them is on something that was not understood. */
    private static Optional<Plan> bounds(Reading reading) {
        for (int i = 1; i < reading.thresholds().size(); i++) {
            for (int j = 0; j < i; j++) {
                String first = reading.bounded().get(j);
                String second = reading.bounded().get(i);
                boolean one = first.equals(second)
                        || second.isEmpty() && !first.equals(Reading.PERCENT)
                        || first.isEmpty() && !second.equals(Reading.PERCENT);
                if (one
                        && reading.thresholds().get(i).operator().charAt(0)
                                == reading.thresholds().get(j).operator().charAt(0)) {
                    return unanswerable(
                            "I could not tell what each of the conditions is on. Ask with one of them, or name the figure before each bound, as in \"PCI above 1 and RCA above 1\".");
                }
            }
        }
        return Optional.empty();
    }

    /** "Which products does it import from both A and B", "which countries export more to A than to B". */
    private static Optional<Plan> sets(Reading reading, String text) {
        boolean listed = !Crossing.asked(reading)
                && (reading.has(Signal.BY_COUNTRY) || reading.has(Signal.BY_PRODUCT) || reading.has(Signal.BY_PARTNER));
        long places = reading.mentions().stream()
                .filter(mention -> mention.kind() == Kind.PLACE)
                .map(Mention::text)
                .distinct()
                .count();
        if (listed
                && places > 1
                && MORE_THAN.matcher(text).find()
                && reading.mentions().stream()
                        .anyMatch(m -> m.kind() == Kind.PLACE
                                && reading.words()
                                        .text()
                                        .matches("(?is).*\\bthan (from |to )?(the )?" + Pattern.quote(m.text())
                                                + "\\b.*"))) {
            return unanswerable(
                    "I cannot list by a comparison of two partners in one query. Ask for the trade with each of the two, or for one country: \"Does Kenya import more from China than from India?\"");
        }
        if (listed
                && places > 1
                && BOTH.matcher(text).find()
                && reading.metrics().stream().noneMatch(metric -> metric.equals("total_trade"))) {
            boolean same = reading.mentions().stream()
                    .filter(mention -> mention.kind() == Kind.PLACE)
                    .anyMatch(mention ->
                            text.matches("(?is).*\\bboth (the )?" + Pattern.quote(mention.text()) + "\\b.*"));
            if (same) {
                return unanswerable(
                        "I cannot list what two have in common in one query. Ask for the list of each of the two.");
            }
        }
        return Optional.empty();
    }

    /** A country beside a group has no column for both. */
    private static Optional<Plan> mixed(Reading reading) {
        List<Mention> subjects = reading.places(Role.SUBJECT);
        List<Mention> groups = subjects.stream()
                .filter(mention -> mention.entity() instanceof Entity.Group group
                        && !group.type().equals("world"))
                .toList();
        List<Mention> countries = subjects.stream()
                .filter(mention -> mention.entity() instanceof Entity.Country)
                .toList();
        boolean within = Stream.of(
                                Signal.SHARE,
                                Signal.RANK,
                                Signal.BY_COUNTRY,
                                Signal.BY_PARTNER,
                                Signal.MEMBERS,
                                Signal.ALL_ROWS)
                        .anyMatch(reading::has)
                || reading.metrics().contains("market_share");
        if (groups.isEmpty() || countries.isEmpty() || within) {
            return Optional.empty();
        }
        return unanswerable(APART + "countries or groups in one query, not both. Ask for "
                + countries.stream().map(Mention::text).distinct().collect(Collectors.joining(", ")) + " and for "
                + groups.stream().map(Mention::text).distinct().collect(Collectors.joining(", "))
                + " in questions of their own.");
    }

    /** Sums over partners know one group at a time. */
    private static Optional<Plan> partners(Reading reading) {
        List<Entity> partners = reading.places(Role.PARTNER).stream()
                .map(Mention::entity)
                .distinct()
                .toList();
        boolean groups = partners.stream().anyMatch(Entity.Group.class::isInstance);
        return groups && partners.size() > 1
                ? unanswerable(APART + "one group of partners at a time. Ask for "
                        + partners.stream().map(AnswerWriter::called).collect(Collectors.joining(" and for "))
                        + " in questions of their own.")
                : Optional.empty();
    }

    /** The same flow from both sides: what one exports to the other against what that one imports. */
    private static Optional<Plan> mirrored(Reading reading) {
        boolean both =
                reading.metrics().contains("exports") && reading.metrics().contains("imports");
        List<String> places = reading.mentions().stream()
                .filter(mention ->
                        mention.kind() == Kind.PLACE && mention.sense().isPresent())
                .map(mention -> mention.entity().code())
                .toList();
        boolean twice = places.size() == 4
                && places.stream().distinct().count() == 2
                && places.get(0).equals(places.get(3));
        if (!both || !twice) {
            return Optional.empty();
        }
        String first = reading.places(Role.SUBJECT).get(0).text();
        String year = reading.from()
                .filter(from -> reading.to().filter(from::equals).isPresent())
                .map(from -> " in " + from)
                .orElse("");
        List<String> texts = reading.mentions().stream()
                .filter(mention -> mention.kind() == Kind.PLACE)
                .map(Mention::text)
                .distinct()
                .toList();
        String other =
                texts.stream().filter(name -> !name.equals(first)).findFirst().orElse(first);
        return Optional.of(new Plan.Clarify(
                "These are two records of one flow. One query reads one of them; which one?",
                List.of(
                        "exports of " + first + " to " + other + year + "?",
                        "imports of " + other + " from " + first + year + "?")));
    }

    private static Optional<Plan> unanswerable(String why) {
        return Optional.of(new Plan.Unanswerable(why));
    }
}
