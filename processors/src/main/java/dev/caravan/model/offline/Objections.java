package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Signal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Says why a question is not answered: what is ambiguous, what is not held, what a query could not express. */
final class Objections {
    private static final Pattern FINER = Pattern.compile(
            "\\b(January|February|March|April|June|July|August|September|October|November|December|(in|since|until|by|from|to|of) May(?= \\d)|[QH][1-4]"
                    + "|(?i:(first|second|third|fourth|last|1st|2nd|3rd|4th) (quarter|half|trimester|semester) of (the )?(year|\\d{4})|weekly|daily))\\b");

    /** A negation of what is asked; "not only" and the like deny nothing. */
    private static final Pattern NOT = Pattern.compile(
            "\\b((did|do|does|has|have|had|is|are|was|were|could|can|will|that|which|who|but)( not|n't)|never|cannot)\\b(?! (only|just|necessarily|yet|quite|exactly|really|sure|know|include|counting))");

    private static final Pattern MAKING_UP =
            Pattern.compile("\\b(ma[dk](e|es|ing) up|account(s|ed)? for) (the )?(top |first )?\\d+ ?(%|per ?cent)");

    private static final Pattern FRACTION_OF_YEAR = Pattern.compile("(?<![\\d.$])(19|20)\\d\\d\\.\\d{1,2}(?![\\d%])");

    private static final Pattern STATISTIC = Pattern.compile(
            "\\b(median|mode|variance|standard deviation|correlation|regression|percentile|quartile|quantile|volatility|seasonality|kurtosis|herfindahl|hhi)\\b");

    private final Asked asked;

    Objections(Asked asked) {
        this.asked = asked;
    }

    Optional<Plan> problem() {
        if (!asked.reading.noLimit().isEmpty()) {
            return Optional.of(new Plan.Clarify(LimitReader.askBack(asked.reading.noLimit()), List.of()));
        }
        for (Mention mention : asked.reading.mentions()) {
            if (mention.sense().isPresent()
                    && !mention.sense().get().decided()
                    && !mention.sense().get().isSeveral()) {
                List<Entity> choices = mention.sense().get().choices();
                List<String> options = choices.stream()
                        .map(choice ->
                                QueryPlanner.replace(asked.reading.words().text(), mention, choice.name()))
                        .toList();
                return Optional.of(new Plan.Clarify(
                        "\"" + mention.text() + "\" can mean "
                                + choices.stream().map(Entity::name).collect(Collectors.joining(" or "))
                                + ". Which one do you mean?",
                        options));
            }
        }
        Matcher fraction = FRACTION_OF_YEAR.matcher(asked.reading.words().text());
        if (fraction.find()
                && asked.reading.goods().stream().noneMatch(good -> good.text().contains(fraction.group()))) {
            return Optional.of(new Plan.Clarify(
                    "The data are by year, and \"" + fraction.group() + "\" is none. Which year do you mean?",
                    List.of()));
        }
        boolean overview = asked.metrics.size() == 1
                && asked.metrics.get(0).equals("exports")
                && asked.reading.metrics().isEmpty();
        boolean nothing = asked.subjects.isEmpty()
                && asked.partners.isEmpty()
                && asked.goods.isEmpty()
                && asked.reading.metrics().isEmpty();
        if (nothing && overview && !asked.has(Signal.BY_COUNTRY) && !asked.has(Signal.BY_PRODUCT) && !asked.isWorld()) {
            return Optional.of(new Plan.Clarify("Which country, product or metric is the question about?", List.of()));
        }
        if (asked.services
                && (!asked.partners.isEmpty()
                        || asked.has(Signal.BY_PARTNER)
                        || asked.has(Signal.BOTH_WAYS)
                        || asked.says("bilateral"))) {
            return Optional.of(
                    new Plan.Unanswerable("Trade in services is recorded only between a country and the world, not by"
                            + " partner country. Total service exports and imports of a country can be"
                            + " asked for, and trade in goods by partner."));
        }
        Optional<String> lacking = lacking();
        if (lacking.isPresent()) {
            return Optional.of(new Plan.Unanswerable(lacking.get()));
        }
        Optional<Plan> unknown = UnreadWords.unknownName(asked.reading);
        if (unknown.isPresent()) {
            return unknown;
        }
        boolean needsPlace = asked.groupType().isEmpty()
                && asked.subjects.isEmpty()
                && asked.partners.isEmpty()
                && asked.goods.isEmpty()
                && !asked.isWorld()
                && !asked.has(Signal.BY_COUNTRY)
                && !asked.has(Signal.BY_PRODUCT)
                && !asked.has(Signal.BY_YEAR);
        if (needsPlace) {
            return Optional.of(new Plan.Clarify(
                    "For which country, or for the whole world? The question names "
                            + asked.model.metric(asked.metrics.get(0)).label() + " but no country, group or product.",
                    List.of(trimmed() + " for the world?", trimmed() + " for Kenya?", trimmed() + " for Germany?")));
        }
        return Optional.empty();
    }

    /** What a query could not express: answering without it would answer another question. */
    private Optional<String> lacking() {
        if (asked.metrics.contains("ubiquity") && !asked.subjects.isEmpty()) {
            return Optional.of(
                    "Ubiquity is of products: how many of all countries export one with an advantage. Ask for it of products, without a country.");
        }
        String text = asked.reading.words().text().toLowerCase(Locale.ROOT);
        if (text.matches("(?s).*\\bnew (export(ed)? )?(products?|exports)\\b.*")) {
            return Optional.of(
                    "The tables do not mark new products. The fastest growing exports between two years can be asked for instead.");
        }
        if (NOT.matcher(text).find()
                && asked.excluded.isEmpty()
                && asked.goodsLeftOut.isEmpty()
                && !asked.has(Signal.BUT_NOT)
                && !Crossing.asked(asked.reading)
                && !(asked.has(Signal.CAUSE) && !asked.has(Signal.BY_COUNTRY) && !asked.has(Signal.BY_PRODUCT))) {
            return Optional.of(
                    "The question denies something (\"not\", \"never\", \"but not\"), and I could not relate that to the data. Ask for those that do, or name the countries to leave out.");
        }
        boolean good = !asked.has(Signal.BUT_NOT)
                && !Crossing.asked(asked.reading)
                && asked.reading.goods().stream()
                        .anyMatch(mention -> Exclusion.before(asked.reading
                                        .words()
                                        .text()
                                        .substring(
                                                0,
                                                asked.reading
                                                        .words()
                                                        .list()
                                                        .get(mention.start())
                                                        .start()))
                                >= 0);
        if (good
                || asked.excluded.isEmpty()
                        && asked.goodsLeftOut.isEmpty()
                        && text.matches(
                                "(?s).*\\b(non[- ](oil|petroleum|fuel|mineral|commodity|resource|gold)|neither|excluding|except( for)?|apart from|aside from|leaving out|other than|excl\\.)\\b.*")) {
            return Optional.of(
                    "I cannot leave products or countries out of a total. Ask for the total, and for the part, in two questions.");
        }
        if (MAKING_UP.matcher(text).find()) {
            return Optional.of(
                    "I cannot list as many as make up a part of a total. Ask for the shares of the largest, which can be added up from the top.");
        }
        boolean after = asked.reading.ranking() != 0
                && asked.reading.goods().stream().anyMatch(each -> asked.reading
                        .words()
                        .text()
                        .substring(
                                0,
                                asked.reading.words().list().get(each.start()).start())
                        .matches("(?is).*\\bafter (the )?"));
        if (after) {
            return Optional.of(
                    "I cannot tell what comes after one of them. Ask for the first few in their order, or for the second or third.");
        }
        if (asked.has(Signal.LACKING) && !asked.has(Signal.BY_COUNTRY)) {
            return Optional.of(
                    "I can list countries that trade nothing of a product in a year. Ask \"which countries did not export ...\".");
        }
        if (!asked.goodsLeftOut.isEmpty() && (asked.has(Signal.SHARE) || !asked.partners.isEmpty())) {
            return Optional.of(
                    "I cannot leave products out of a share or of trade with a partner. Ask for the whole, and for the part, in two questions.");
        }
        // the month of what happened dates the question by its year
        boolean dated = (asked.has(Signal.CAUSE) || asked.has(Signal.EVENT))
                && asked.reading.from().isPresent();
        if (FINER.matcher(asked.reading.words().text()).find() && !dated) {
            return Optional.of("The data are by year: nothing finer is held. Ask for the whole year.");
        }
        Matcher statistic = STATISTIC.matcher(text);
        if (statistic.find()
                && asked.reading.leftover().stream()
                        .anyMatch(word -> statistic.group().contains(word.toLowerCase(Locale.ROOT)))) {
            return Optional.of("I compute totals, shares, growth and ranks, not the " + statistic.group()
                    + ". Ask for the values themselves; the table can be downloaded as CSV.");
        }
        // a long question of an analyst is answered by what bears on it, and the rest is named in a note
        boolean bears = asked.has(Signal.CAUSE)
                || asked.has(Signal.EVENT)
                || asked.has(Signal.SERIES)
                || asked.has(Signal.COMPARE);
        boolean known = (!asked.subjects.isEmpty() || !asked.goods.isEmpty())
                && !asked.reading.metrics().isEmpty();
        int most = bears && known ? asked.reading.words().size() / 3 : 2;
        if (asked.reading.leftover().size() > most
                && asked.reading.leftover().size() > asked.reading.mentions().size()) {
            return Optional.of(
                    "I could not relate these words to the data: " + String.join(", ", asked.reading.leftover())
                            + ". Ask for a metric of a country, product or group, for example exports, partners, shares, growth, RCA or ECI.");
        }
        return Optional.empty();
    }

    private String trimmed() {
        return asked.reading.words().text().strip().replaceAll("[?!.\\s]+$", "");
    }

    String notHeld(List<String> missing) {
        String held = asked.model.classes().values().stream()
                .map(c -> c.label() + " (" + c.from() + " to " + c.to() + ")")
                .collect(Collectors.joining(", "));
        String lacking = missing.stream()
                .flatMap(c -> ProductClass.of(c).stream())
                .map(ProductClass::label)
                .collect(Collectors.joining(", "));
        return "The data in use hold no " + lacking + ". They hold " + held + ".";
    }
}
