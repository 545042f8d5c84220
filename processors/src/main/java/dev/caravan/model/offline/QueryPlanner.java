package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.semantic.SemanticQuery.Years;
import dev.caravan.turn.Overrides;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Turns a reading into a semantic query, or says why it cannot. */
public final class QueryPlanner {
    /** How the note begins that says what a share is a part of. */
    static final String WHOLE = "Shares are of ";

    private static final int DEFAULT_LIMIT = 10;
    private static final int GROWTH_YEARS = 5;
    private static final Set<String> FLOWS = Set.of("exports", "imports", "trade_balance", "total_trade");

    private static final Set<String> TRADE_COLUMNS = Set.of("export_value", "import_value");
    private static final Set<String> CLASSIFIED =
            Set.of("eci", "pci", "coi", "cog", "rca", "distance", "diversity", "market_share");
    /** Measures of countries that are made from their goods alone. */
    private static final Set<String> COMPLEXITY = Set.of("eci", "coi", "diversity");

    private static final Pattern GROUP_TYPE = Pattern.compile(
            "(?i)\\b(?:which|what|by|each|every|per|across|between|all|the)\\s+(continents?|income (?:groups?|levels?|class(?:es)?)|sub-?regions?|regions?|trade blocs?|blocs?)\\b");

    private static final Pattern FINER = Pattern.compile(
            "\\b(January|February|March|April|June|July|August|September|October|November|December|(in|since|until|by|from|to|of) May(?= \\d)|[QH][1-4]"
                    + "|(?i:(first|second|third|fourth|last|1st|2nd|3rd|4th) (quarter|half|trimester|semester) of (the )?(year|\\d{4})|weekly|daily))\\b");

    private static final Pattern STATISTIC = Pattern.compile(
            "\\b(median|mode|variance|standard deviation|correlation|regression|percentile|quartile|quantile|volatility|seasonality|kurtosis)\\b");

    private final SemanticModel model;

    /** A planner for one model. */
    public QueryPlanner(SemanticModel model) {
        this.model = model;
    }

    /** Plans the answer to a question that was read. */
    public Plan plan(Reading reading, Overrides overrides) {
        Optional<Plan> beyond = Inexpressible.of(
                reading,
                model.classes().values().stream()
                        .mapToInt(SemanticModel.DataClass::to)
                        .max()
                        .orElse(Integer.MAX_VALUE));
        if (beyond.isPresent()) {
            return beyond.get();
        }
        Plan plan = new Draft(reading, overrides).plan();
        return plan instanceof Plan.Query query ? Refinements.of(model, query, reading, overrides) : plan;
    }

    /** The work on one question. */
    private final class Draft {
        private final Reading reading;
        private final Overrides overrides;
        private final List<String> notes = new ArrayList<>();
        private final Optional<Threshold> reference;
        private final List<Entity> subjects;
        private final List<Entity> partners;
        private final List<Entity.Product> goods;
        private final boolean exactOnly;
        private final List<String> metrics;
        private final boolean services;
        private List<String> classes = List.of();
        private Optional<String> uncovered = Optional.empty();

        Draft(Reading reading, Overrides overrides) {
            this.reading = reading;
            this.overrides = overrides;
            this.reference = comparedWith();
            this.subjects = entities(Role.SUBJECT).stream()
                    .filter(entity -> reference
                            .filter(t -> t.country().equals(entity.code()))
                            .isEmpty())
                    .toList();
            this.partners = entities(Role.PARTNER);
            this.exactOnly = !reading.metrics().isEmpty()
                    && reading.metrics().stream()
                            .map(model::metric)
                            .allMatch(m -> m.dimensions().isEmpty() && !m.unit().equals("USD"));
            this.goods = goods();
            this.services = overrides.scope().filter("services"::equals).isPresent()
                    || goods.stream().anyMatch(g -> g.productClass() == ProductClass.SERVICES)
                    || reading.has(Signal.SERVICES) && goods.isEmpty();
            this.metrics = chooseMetrics();
        }

        private List<Entity> entities(Role role) {
            return reading.places(role).stream()
                    .map(Mention::entity)
                    .filter(entity -> !(entity instanceof Entity.Group group
                            && group.type().equals("world")))
                    .distinct()
                    .toList();
        }

        /** The goods named; where one name covers several of which another name says one, that one. */
        private List<Entity.Product> goods() {
            Map<Integer, Set<Entity>> named = new LinkedHashMap<>();
            // the complexity of coffee is that of a product, but its diversity or its GDP is nothing
            boolean ofCountries = exactOnly
                    && reading.metrics().stream().noneMatch(metric -> metric.equals("eci") || hasProducts(metric));
            for (Mention mention : reading.goods()) {
                if ((mention.exact() || !exactOnly) && !ofCountries) {
                    mention.sense()
                            .ifPresent(sense -> named.computeIfAbsent(mention.start(), start -> new LinkedHashSet<>())
                                    .addAll(sense.isSeveral() ? sense.choices() : List.of(sense.first())));
                }
            }
            return named.values().stream()
                    .filter(own -> named.values().stream()
                            .noneMatch(other -> other.size() < own.size() && own.containsAll(other)))
                    .flatMap(Set::stream)
                    .map(Entity.Product.class::cast)
                    .distinct()
                    .toList();
        }

        private boolean has(Signal signal) {
            return reading.has(signal);
        }

        private boolean isWorld() {
            return has(Signal.WORLD)
                    || reading.mentions().stream()
                            .flatMap(mention -> mention.sense().stream())
                            .anyMatch(s -> s.first() instanceof Entity.Group g
                                    && g.type().equals("world"));
        }

        private List<String> chooseMetrics() {
            Set<String> chosen = new LinkedHashSet<>(reading.metrics());
            boolean flow = chosen.stream().anyMatch(FLOWS::contains);
            if (chosen.contains("eci") && (!goods.isEmpty() || has(Signal.BY_PRODUCT)) && !chosen.contains("pci")) {
                chosen.remove("eci");
                chosen.add("pci");
            }
            if (chosen.contains("eci") && chosen.contains("pci") && subjects.isEmpty()) {
                chosen.remove("eci");
            }
            if (chosen.contains("pci") && goods.isEmpty() && !has(Signal.BY_PRODUCT)) {
                chosen.remove("pci");
                chosen.add("eci");
            }
            if (chosen.contains("diversity") && has(Signal.COUNT) && chosen.contains("rca")) {
                chosen.remove("diversity");
            }
            boolean severalYears = reading.from().isPresent() && !reading.from().equals(reading.to())
                    || reading.lastYears().isPresent();
            if (chosen.contains("rca")
                    && has(Signal.COUNT)
                    && goods.isEmpty()
                    && !subjects.isEmpty()
                    && (severalYears || has(Signal.SERIES))
                    && reading.thresholds().stream().allMatch(t -> t.value() == 1)) {
                chosen.clear();
                chosen.add("diversity");
            }
            boolean otherThanFlow = chosen.stream().anyMatch(metric -> !FLOWS.contains(metric));
            if (flow && chosen.size() > 1) {
                takeRatio(chosen);
                flow = chosen.stream().anyMatch(FLOWS::contains);
            }
            if (flow && otherThanFlow) {
                // "exports" beside another metric mostly only names the thing that is measured
                boolean both = reading.words()
                        .text()
                        .toLowerCase(Locale.ROOT)
                        .matches(
                                "(?s).*\\b(exports?|imports?)( value)?,? (and|as well as|along with|together with) (its |their |the )?.*");
                if (!both) {
                    if (chosen.contains("market_share") && chosen.contains("imports")) {
                        chosen.remove("market_share");
                    } else {
                        chosen.removeAll(FLOWS);
                    }
                }
            }
            if (chosen.isEmpty()) {
                if (matches("\\b(suppliers?|sources?|origins?)\\b")) {
                    chosen.add("imports");
                } else if (matches("\\b(customers?|buyers?|destinations?|outlets?)\\b")) {
                    chosen.add("exports");
                }
            }
            if (chosen.isEmpty()) {
                boolean mutual = has(Signal.BOTH_WAYS) || has(Signal.BY_PARTNER) && !mentionsVerb();
                chosen.add(mutual && !services ? flowOfPartners() : "exports");
            }
            // what only bounds the list is not what it is ordered by
            List<String> bounding =
                    chosen.stream().filter(reading.bounded()::contains).toList();
            if (bounding.size() < chosen.size()) {
                bounding.forEach(chosen::remove);
                chosen.addAll(bounding);
            }
            overrides.direction().ifPresent(direction -> {
                String wanted = direction + "s";
                String other = wanted.equals("exports") ? "imports" : "exports";
                if (chosen.remove(other)) {
                    chosen.add(wanted);
                }
            });
            return List.copyOf(chosen);
        }

        /** "Imports of goods relative to GDP" is one metric in two pieces. */
        private void takeRatio(Set<String> chosen) {
            String text = reading.words().text().toLowerCase(Locale.ROOT);
            if (!chosen.contains("gdp")
                    || !text.matches(
                            "(?s).*\\b(relative to|compared (to|with)|as (a |an )?(share|percentage|percent|proportion|fraction) of|in (percent|%) of|(percent|percentage|%|ratio) (of|to)|divided by|over) (its |their |the )?gdp\\b.*")) {
                return;
            }
            boolean exports = chosen.contains("exports");
            boolean imports = chosen.contains("imports");
            String ratio = exports && imports || chosen.contains("total_trade")
                    ? "trade_openness"
                    : exports ? "exports_to_gdp" : "imports_to_gdp";
            if (exports || imports || chosen.contains("total_trade")) {
                chosen.removeAll(Set.of("gdp", "exports", "imports", "total_trade"));
                chosen.add(ratio);
            }
        }

        /** Buyers stand for exports, suppliers for imports, partners for both. */
        private String flowOfPartners() {
            Set<String> said =
                    reading.words().list().stream().map(word -> word.stem()).collect(Collectors.toSet());
            if (said.stream()
                    .anyMatch(
                            Set.of("buyer", "customer", "purchaser", "client", "destination", "go", "going", "sent")
                                    ::contains)) {
                return "exports";
            }
            return said.stream()
                            .anyMatch(Set.of(
                                    "supplier",
                                    "seller",
                                    "origin",
                                    "source",
                                    "come",
                                    "came",
                                    "coming",
                                    "get",
                                    "got",
                                    "getting",
                                    "obtain")::contains)
                    ? "imports"
                    : "total_trade";
        }

        private boolean matches(String pattern) {
            return Pattern.compile("(?i)" + pattern)
                    .matcher(reading.words().text())
                    .find();
        }

        /** The type of groups that are listed, as in "which continent" or "by income group". */
        private Optional<String> groupType() {
            Matcher matcher = GROUP_TYPE.matcher(reading.words().text());
            if (!matcher.find() || subjects.stream().anyMatch(Entity.Group.class::isInstance)) {
                return Optional.empty();
            }
            String noun = matcher.group(1).toLowerCase(Locale.ROOT);
            return Optional.of(
                    noun.startsWith("continent")
                            ? "continent"
                            : noun.startsWith("income")
                                    ? "wdi_income_level"
                                    : noun.startsWith("sub")
                                            ? "subregion"
                                            : noun.contains("bloc") ? "trade" : "wdi_region");
        }

        /** A country that the others are measured against: "which countries export more than Mexico". */
        private Optional<Threshold> comparedWith() {
            if (!has(Signal.BY_COUNTRY)) {
                return Optional.empty();
            }
            Matcher matcher = Pattern.compile(
                            "(?i)\\b(more|higher|greater|larger|bigger|better|less|lower|fewer|smaller|worse)\\b[^?]*?\\bthan (the )?")
                    .matcher(reading.words().text());
            if (!matcher.find()) {
                return Optional.empty();
            }
            String operator =
                    matcher.group(1).toLowerCase(Locale.ROOT).matches("more|higher|greater|larger|bigger|better")
                            ? ">"
                            : "<";
            return reading.places(Role.SUBJECT).stream()
                    .filter(m -> reading.words().list().get(m.start()).start() == matcher.end()
                            || reading.words().text().startsWith(m.text(), matcher.end()))
                    .map(Mention::entity)
                    .filter(Entity.Country.class::isInstance)
                    .findFirst()
                    .map(country -> new Threshold(operator, 0, country.code()));
        }

        private boolean mentionsVerb() {
            return reading.metrics().stream().anyMatch(FLOWS::contains);
        }

        Plan plan() {
            Optional<Plan> problem = problem();
            if (problem.isPresent()) {
                return problem.get();
            }
            if (isMembership()) {
                return members();
            }
            classes = chooseClasses();
            List<String> missing = classes.stream()
                    .filter(c -> !model.classes().containsKey(c))
                    .toList();
            if (!missing.isEmpty()) {
                return new Plan.Unanswerable(notHeld(missing));
            }
            List<Measure> measures = chooseMeasures();
            List<String> by = chooseBy(measures);
            Years years = chooseYears(measures);
            if (uncovered.isPresent()) {
                return new Plan.Unanswerable(uncovered.get());
            }
            if ((years.span() == Span.EACH
                            || years.span() == Span.ENDS && measures.stream().noneMatch(m -> isGrowth(m.form())))
                    && !by.contains("year")) {
                by = append(by, "year");
            }
            boolean scalar = by.isEmpty();
            if (scalar) {
                by = scalarBy(years);
            }
            // the world's total beside a group's share would be taken for the group's
            boolean ofGroup = measures.stream()
                            .anyMatch(m -> m.form() == Form.SHARE && m.over().equals("country"))
                    && subjects.stream().anyMatch(Entity.Group.class::isInstance);
            if (ofGroup && !by.contains("country") && !by.contains("group")) {
                by = Stream.concat(Stream.of("group"), by.stream()).toList();
            }
            List<String> chosen = by;
            // diversity is a number of products already
            boolean count = has(Signal.COUNT)
                    && !scalar
                    && countable(by)
                    && !(metrics.get(0).equals("diversity") && !has(Signal.BY_COUNTRY));
            List<Threshold> thresholds = thresholds(measures, count);
            Optional<Integer> limit = limit(by, years, thresholds, count);
            boolean ascending = reading.ranking() < 0 != isDeficit() || ascendingByNature(measures);
            if (isGrowthDecline(measures)) {
                ascending = true;
            }
            addNotes(measures, by, limit);
            measures.stream()
                    .filter(m -> m.form() == Form.SHARE)
                    .findFirst()
                    .ifPresent(share -> notes.add(WHOLE + whole(share, chosen) + "."));
            return new Plan.Query(
                    new SemanticQuery(
                            classes,
                            level(by),
                            measures,
                            by,
                            restrictions(by),
                            years,
                            ascending,
                            limit,
                            thresholds,
                            count,
                            conditions(measures)),
                    notes);
        }

        /** What a share is a part of, in words. */
        private String whole(Measure share, List<String> by) {
            String flow = share.metric().equals("imports")
                    ? "imports"
                    : share.metric().equals("exports")
                            ? "exports"
                            : model.metric(share.metric()).label();
            boolean members = share.over().equals("country")
                    && by.contains("country")
                    && !subjects.isEmpty()
                    && subjects.stream().allMatch(Entity.Group.class::isInstance);
            boolean world = subjects.isEmpty() || share.over().equals("country") && !members;
            String owner = world ? "the world's" : subjects.size() > 2 ? "each country's" : possessive(subjects);
            String of = share.over().equals("product") || goods.isEmpty()
                    ? classes.size() == 2 ? " of goods and services" : services ? " of services" : " of goods"
                    : " of "
                            + goods.stream()
                                    .map(Entity.Product::name)
                                    .distinct()
                                    .limit(3)
                                    .collect(Collectors.joining(", "));
            String with = share.over().equals("partner") || partners.isEmpty()
                    ? ""
                    : (flow.equals("imports") ? " from " : " to ")
                            + partners.stream()
                                    .map(AnswerWriter::called)
                                    .limit(3)
                                    .collect(Collectors.joining(", "));
            return owner + " " + flow + of + with;
        }

        private static String possessive(List<Entity> owners) {
            return owners.stream().map(AnswerWriter::called).collect(Collectors.joining(" and ")) + "'s";
        }

        private boolean isGrowthDecline(List<Measure> measures) {
            return isGrowth(measures.get(0).form())
                    && reading.words().list().stream().anyMatch(w -> Set.of(
                                    "decline",
                                    "declined",
                                    "decrease",
                                    "decreased",
                                    "fell",
                                    "fallen",
                                    "drop",
                                    "dropped",
                                    "shrank",
                                    "shrunk",
                                    "lost",
                                    "declining")
                            .contains(w.folded()));
        }

        private static boolean isGrowth(Form form) {
            return form == Form.GROWTH || form == Form.CHANGE;
        }

        /** "Gained the most value", "the largest increase in dollars": the difference counts, not the percentage. */
        private Form formOfGrowth() {
            boolean percent = matches("\\b(percent(age)?|%|rate|fast\\w*|growth|cagr)\\b");
            return !percent
                            && reading.ranking() != 0
                            && (matches(
                                            "\\b(gain(ed|s)?|los(t|es|ing|s(es)?)|add(ed|ing)?|increases?|decreases?|declines?|drops?|falls?|rises?)\\b.*\\b(value|dollars?|amount|absolute)\\b")
                                    || matches("\\b(absolute|in dollars|dollar value)\\b")
                                    || matches("\\b(gained|lost|added) (the )?most\\b"))
                    ? Form.CHANGE
                    : Form.GROWTH;
        }

        /** A large deficit is a small balance. */
        private boolean isDeficit() {
            return metrics.get(0).equals("trade_balance")
                    && says("deficit")
                    && (reading.ranking() != 0 || !reading.thresholds().isEmpty() || isListed());
        }

        private boolean says(String stem) {
            return reading.words().list().stream().anyMatch(word -> word.stem().equals(stem));
        }

        private boolean ascendingByNature(List<Measure> measures) {
            return model.metric(measures.get(0).metric()).ascending() && reading.ranking() == 0;
        }

        private Optional<Plan> problem() {
            for (Mention mention : reading.mentions()) {
                if (mention.sense().isPresent()
                        && !mention.sense().get().decided()
                        && !mention.sense().get().isSeveral()) {
                    List<Entity> choices = mention.sense().get().choices();
                    List<String> options = choices.stream()
                            .map(choice -> replace(reading.words().text(), mention, choice.name()))
                            .toList();
                    return Optional.of(new Plan.Clarify(
                            "\"" + mention.text() + "\" can mean "
                                    + choices.stream().map(Entity::name).collect(Collectors.joining(" or "))
                                    + ". Which one do you mean?",
                            options));
                }
            }
            boolean overview = metrics.size() == 1
                    && metrics.get(0).equals("exports")
                    && reading.metrics().isEmpty();
            boolean nothing = subjects.isEmpty()
                    && partners.isEmpty()
                    && goods.isEmpty()
                    && reading.metrics().isEmpty();
            if (nothing && overview && !has(Signal.BY_COUNTRY) && !has(Signal.BY_PRODUCT) && !isWorld()) {
                return Optional.of(
                        new Plan.Clarify("Which country, product or metric is the question about?", List.of()));
            }
            if (services
                    && (!partners.isEmpty() || has(Signal.BY_PARTNER) || has(Signal.BOTH_WAYS) || says("bilateral"))) {
                return Optional.of(new Plan.Unanswerable(
                        "Trade in services is recorded only between a country and the world, not by"
                                + " partner country. Total service exports and imports of a country can be"
                                + " asked for, and trade in goods by partner."));
            }
            Optional<String> lacking = lacking();
            if (lacking.isPresent()) {
                return Optional.of(new Plan.Unanswerable(lacking.get()));
            }
            Optional<Plan> unknown = UnreadWords.unknownName(reading);
            if (unknown.isPresent()) {
                return unknown;
            }
            boolean needsPlace = groupType().isEmpty()
                    && subjects.isEmpty()
                    && partners.isEmpty()
                    && goods.isEmpty()
                    && !isWorld()
                    && !has(Signal.BY_COUNTRY)
                    && !has(Signal.BY_PRODUCT)
                    && !has(Signal.BY_YEAR);
            if (needsPlace) {
                return Optional.of(new Plan.Clarify(
                        "For which country, or for the whole world? The question names "
                                + model.metric(metrics.get(0)).label() + " but no country, group or product.",
                        List.of(
                                trimmed() + " for the world?",
                                trimmed() + " for Kenya?",
                                trimmed() + " for Germany?")));
            }
            return Optional.empty();
        }

        /** What a query could not express: answering without it would answer another question. */
        private Optional<String> lacking() {
            if (metrics.contains("ubiquity") && !subjects.isEmpty()) {
                return Optional.of(
                        "Ubiquity is of products: how many of all countries export one with an advantage. Ask for it of products, without a country.");
            }
            String text = reading.words().text().toLowerCase(Locale.ROOT);
            if (text.matches("(?s).*\\bnew (export(ed)? )?(products?|exports)\\b.*")) {
                return Optional.of(
                        "The tables do not mark new products. The fastest growing exports between two years can be asked for instead.");
            }
            if (text.matches(
                    "(?s).*\\b(non[- ](oil|petroleum|fuel|mineral|commodity|resource|gold)|excluding|except( for)?|apart from|other than|excl\\.)\\b.*")) {
                return Optional.of(
                        "I cannot leave products or countries out of a total. Ask for the total, and for the part, in two questions.");
            }
            // the month of what happened dates the question by its year
            boolean dated =
                    (has(Signal.CAUSE) || has(Signal.EVENT)) && reading.from().isPresent();
            if (FINER.matcher(reading.words().text()).find() && !dated) {
                return Optional.of("The data are by year: nothing finer is held. Ask for the whole year.");
            }
            Matcher statistic = STATISTIC.matcher(text);
            if (statistic.find()
                    && reading.leftover().stream()
                            .anyMatch(word -> statistic.group().contains(word.toLowerCase(Locale.ROOT)))) {
                return Optional.of("I compute totals, shares, growth and ranks, not the " + statistic.group()
                        + ". Ask for the values themselves; the table can be downloaded as CSV.");
            }
            // a long question of an analyst is answered by what bears on it, and the rest is named in a note
            boolean bears = has(Signal.CAUSE) || has(Signal.EVENT) || has(Signal.SERIES) || has(Signal.COMPARE);
            boolean known = (!subjects.isEmpty() || !goods.isEmpty())
                    && !reading.metrics().isEmpty();
            int most = bears && known ? reading.words().size() / 3 : 2;
            if (reading.leftover().size() > most
                    && reading.leftover().size() > reading.mentions().size()) {
                return Optional.of(
                        "I could not relate these words to the data: " + String.join(", ", reading.leftover())
                                + ". Ask for a metric of a country, product or group, for example exports, partners, shares, growth, RCA or ECI.");
            }
            return Optional.empty();
        }

        private String trimmed() {
            return reading.words().text().strip().replaceAll("[?!.\\s]+$", "");
        }

        private String notHeld(List<String> missing) {
            String held = model.classes().values().stream()
                    .map(c -> c.label() + " (" + c.from() + " to " + c.to() + ")")
                    .collect(Collectors.joining(", "));
            String lacking = missing.stream()
                    .flatMap(c -> ProductClass.of(c).stream())
                    .map(ProductClass::label)
                    .collect(Collectors.joining(", "));
            return "The data in use hold no " + lacking + ". They hold " + held + ".";
        }

        private List<String> chooseClasses() {
            boolean flowsOnly = metrics.stream().allMatch(FLOWS::contains)
                    && goods.isEmpty()
                    && partners.isEmpty()
                    && !has(Signal.BY_PRODUCT)
                    && !has(Signal.BY_PARTNER)
                    && !has(Signal.BOTH_WAYS);
            ProductClass goodsClass = overrides
                    .schema()
                    .flatMap(ProductClass::of)
                    .or(reading::productClass)
                    .filter(c -> c != ProductClass.SERVICES)
                    .orElse(ProductClass.HS92);
            boolean fixed = overrides.schema().isPresent() || reading.classNamed() && !has(Signal.WITH_SERVICES);
            boolean goodsOnly = overrides.scope().filter("goods"::equals).isPresent() || has(Signal.GOODS);
            boolean both = has(Signal.GOODS) && has(Signal.SERVICES) && flowsOnly;
            boolean shareOfServices =
                    services && has(Signal.SHARE) && flowsOnly && goods.isEmpty() && !isListed() || isShareOfAll();
            boolean added = has(Signal.WITH_SERVICES)
                    && metrics.stream().allMatch(FLOWS::contains)
                    && goods.isEmpty()
                    && partners.isEmpty()
                    && !has(Signal.BY_PARTNER)
                    && goodsClass != ProductClass.SITC;
            if (both || shareOfServices || added) {
                return List.of(goodsClass.schema(), ProductClass.SERVICES.schema());
            }
            if (services && !goodsOnly && !metrics.stream().allMatch(COMPLEXITY::contains)) {
                return List.of(ProductClass.SERVICES.schema());
            }
            Optional<Integer> servicesFrom = Optional.ofNullable(model.classes().get(ProductClass.SERVICES.schema()))
                    .map(SemanticModel.DataClass::from);
            boolean early = reading.from()
                    .filter(year -> servicesFrom.filter(first -> year < first).isPresent())
                    .isPresent();
            boolean old = goodsClass == ProductClass.SITC;
            if (flowsOnly
                    && !fixed
                    && !goodsOnly
                    && !early
                    && !old
                    && model.classes().containsKey(ProductClass.SERVICES.schema())) {
                return List.of(goodsClass.schema(), ProductClass.SERVICES.schema());
            }
            return List.of(goodsClass.schema());
        }

        /** A product or a service in percent of all exports: of goods and services where the question says so, and where a service is named. */
        private boolean isShareOfAll() {
            boolean part = has(Signal.SHARE)
                    && !goods.isEmpty()
                    && !isListed()
                    && !isWorld()
                    && partners.isEmpty()
                    && !subjects.isEmpty()
                    && metrics.stream().allMatch(FLOWS::contains);
            boolean spelled = matches("\\bgoods (and|&|plus) services\\b|\\bservices (and|&|plus) goods\\b");
            boolean ofServices = matches(
                    "\\b(of|in|to|total)\\b[^?,]{0,40}\\bservices? (sector )?(exports?|imports?|trade)\\b(?! (share|as|in percent))|\\b(exports?|imports?) of services\\b");
            boolean service = goods.stream().allMatch(g -> g.productClass() == ProductClass.SERVICES);
            return part && (spelled || service && !ofServices);
        }

        private List<Measure> chooseMeasures() {
            String first = metrics.get(0);
            if (first.equals("pci") && has(Signal.BY_PRODUCT) && !subjects.isEmpty()) {
                return List.of(Measure.of("pci"), Measure.of("exports"));
            }
            boolean share = has(Signal.SHARE) || first.equals("market_share");
            if (has(Signal.RANK) && !first.equals("market_share") && isRankQuestion()) {
                return List.of(new Measure(first, Form.RANK, "country"));
            }
            if (share && (FLOWS.contains(first) || first.equals("market_share"))) {
                return shareMeasures(first);
            }
            // what an event did shows in the years around it, not in two of them
            boolean around = has(Signal.EVENT) && !isListed() && !matches("\\b(percent(age)?|%|rate|cagr|by how much)");
            boolean growth =
                    (has(Signal.GROWTH) && !has(Signal.SERIES) || has(Signal.YEARLY) && has(Signal.GROWTH)) && !around;
            if (growth && !first.equals("growth_projection") && !has(Signal.BY_YEAR)) {
                if (model.metric(first).comparableOverTime()) {
                    return List.of(new Measure(first, formOfGrowth(), ""));
                }
                if (!subjects.isEmpty() && model.metric(first).rankFilter().isPresent()) {
                    return List.of(new Measure(first, Form.RANK, "country"));
                }
            }
            if (isMean()) {
                return List.of(new Measure(first, Form.AVERAGE, ""));
            }
            boolean members = subjects.stream().anyMatch(Entity.Group.class::isInstance) && !isListed();
            if (matches("\\b(average|mean)\\b")
                    && members
                    && model.metric(first).sum().isEmpty()
                    && model.metric(first).column().isPresent()) {
                notes.add("The average is the simple mean of the members' values.");
                return List.of(new Measure(first, Form.AVERAGE, ""));
            }
            return metrics.stream().map(Measure::of).toList();
        }

        /** A mean over the years asked for, or over the members of a group in one year. */
        private boolean isMean() {
            boolean asked = matches(
                    "\\b(average|averaged)\\b(?! (annual |yearly |rate of )*growth)|\\b(arithmetic|annual|yearly) mean\\b|\\bmean (value|exports?|imports?|trade|annual|yearly|gdp)\\b");
            boolean oneYear = reading.from().isPresent() && reading.from().equals(reading.to());
            boolean members = subjects.size() == 1
                    && subjects.get(0) instanceof Entity.Group
                    && reading.places(Role.SUBJECT).stream().anyMatch(Mention::adjective);
            return asked
                    && !has(Signal.BY_YEAR)
                    && (!oneYear && reading.lastYears().isPresent()
                            || !oneYear && reading.from().isPresent()
                            || members && FLOWS.contains(metrics.get(0)) && !isListed());
        }

        private boolean isRankQuestion() {
            boolean country = subjects.stream().anyMatch(Entity.Country.class::isInstance);
            String text = reading.words().text().toLowerCase(Locale.ROOT);
            return country && !text.contains("ranked by") && !text.contains("rank the");
        }

        private List<Measure> shareMeasures(String first) {
            String flow = metrics.stream().filter(FLOWS::contains).findFirst().orElse("exports");
            boolean market = first.equals("market_share") || isWorld();
            if (!market && classes.size() == 2 && goods.isEmpty()) {
                return List.of(Measure.of(flow), new Measure(flow, Form.SHARE, "sector"));
            }
            if (has(Signal.BY_PARTNER) || !partners.isEmpty() && goods.isEmpty()) {
                return ordered(flow, "partner");
            }
            if (has(Signal.BY_COUNTRY) || market || subjects.isEmpty()) {
                if (!isListed()
                        && goods.size() == 1
                        && subjects.size() == 1
                        && subjects.get(0) instanceof Entity.Country
                        && first.equals("market_share")
                        && flow.equals("exports")) {
                    return List.of(Measure.of("market_share"), Measure.of("exports"));
                }
                return ordered(flow, "country");
            }
            if (!partners.isEmpty()) {
                return ordered(flow, "partner");
            }
            return ordered(flow, "product");
        }

        private boolean isListed() {
            return has(Signal.BY_COUNTRY) || has(Signal.BY_PRODUCT) || has(Signal.BY_PARTNER);
        }

        private List<Measure> ordered(String flow, String over) {
            // a bound in percent is one on the share, and a condition is on what comes first
            return reading.bounded().contains(Reading.PERCENT)
                    ? List.of(new Measure(flow, Form.SHARE, over), Measure.of(flow))
                    : List.of(Measure.of(flow), new Measure(flow, Form.SHARE, over));
        }

        private boolean isMembership() {
            return has(Signal.MEMBERS)
                    && !has(Signal.BY_PARTNER)
                    && !has(Signal.BY_PRODUCT)
                    && reading.metrics().isEmpty()
                    && goods.isEmpty()
                    && !places().isEmpty()
                    && places().stream().allMatch(Entity.Group.class::isInstance);
        }

        private List<Entity> places() {
            return Stream.concat(subjects.stream(), partners.stream()).toList();
        }

        /** The countries of a group, or their number. */
        private Plan members() {
            return new Plan.Query(
                    new SemanticQuery(
                            List.of(ProductClass.HS92.schema()),
                            4,
                            List.of(Measure.of("membership")),
                            List.of("country"),
                            List.of(new Restriction(
                                    "country",
                                    places().stream().map(Entity::code).toList(),
                                    SemanticQuery.Scope.MEMBERS_OF)),
                            Years.one(lastYearOf(ProductClass.HS92.schema())),
                            true,
                            Optional.empty(),
                            List.of(),
                            has(Signal.COUNT)),
                    List.of());
        }

        private int lastYearOf(String dataClass) {
            return Optional.ofNullable(model.classes().get(dataClass))
                    .map(SemanticModel.DataClass::to)
                    .orElse(0);
        }

        private List<String> chooseBy(List<Measure> measures) {
            List<String> by = new ArrayList<>();
            boolean members = subjects.stream().anyMatch(Entity.Group.class::isInstance)
                    && reading.places(Role.SUBJECT).stream().anyMatch(Mention::adjective)
                    && (reading.ranking() != 0
                            || !reading.thresholds().isEmpty()
                            || has(Signal.ALL_ROWS)
                            || has(Signal.COUNT));
            if (has(Signal.BY_YEAR)) {
                by.add("year");
                return by;
            }
            if (groupType().isPresent()) {
                by.add("group");
                return by;
            }
            if (has(Signal.BY_PARTNER) && partners.stream().noneMatch(Entity.Country.class::isInstance)) {
                by.add("partner");
            } else if (metrics.get(0).equals("pci") && !has(Signal.BY_PRODUCT) && goods.isEmpty()) {
                by = new ArrayList<>(List.of("product"));
            } else if (has(Signal.BY_COUNTRY) || members && !has(Signal.BY_PRODUCT)) {
                by.add("country");
            } else if (has(Signal.BY_PRODUCT)
                    && hasProducts(measures.get(0).metric())
                    && goods.stream().noneMatch(good -> good.level() == 4)
                    && measures.get(0).form() != Form.RANK) {
                by.add("product");
            }
            long groups =
                    subjects.stream().filter(Entity.Group.class::isInstance).count();
            if (by.isEmpty() || by.equals(List.of("product"))) {
                boolean together = has(Signal.TOTAL)
                        && measures.stream()
                                .allMatch(m -> model.metric(m.metric()).sum().isPresent());
                if (subjects.size() > 1 && groups == 0 && !together) {
                    by.add(0, "country");
                } else if (groups > 1 && groups == subjects.size()) {
                    by.add(0, "group");
                }
            }
            if (partners.size() > 1
                    && !by.contains("partner")
                    && partners.stream().allMatch(Entity.Country.class::isInstance)) {
                by.add("partner");
            }
            boolean severalNames =
                    reading.goods().stream().map(Mention::start).distinct().count() > 1;
            if (goods.size() > 1 && severalNames && !by.contains("product") && sameLevel()) {
                by.add("product");
            }
            if (classes.size() == 2 && measures.stream().anyMatch(m -> m.over().equals("sector"))) {
                by.add("sector");
            }
            return by;
        }

        /** Whether some table has a metric by product: diversity, GDP or population belong to the country. */
        private boolean hasProducts(String metric) {
            return model.tables().stream()
                    .anyMatch(table -> table.dimensions().containsKey("product")
                            && table.measures()
                                    .containsAll(model.metric(metric)
                                            .columns(model.metric(metric)
                                                    .column()
                                                    .isEmpty())));
        }

        private boolean sameLevel() {
            return goods.stream().map(Entity.Product::level).distinct().count() == 1;
        }

        private List<String> scalarBy(Years years) {
            List<String> by = new ArrayList<>();
            if (subjects.size() == 1 && !metrics.get(0).equals("pci")) {
                by.add(subjects.get(0) instanceof Entity.Country ? "country" : "group");
            }
            if (partners.size() == 1 && partners.get(0) instanceof Entity.Country) {
                by.add("partner");
            }
            if (goods.size() == 1) {
                by.add("product");
            }
            if (years.span() == Span.ONE) {
                by.add("year");
            }
            return by;
        }

        private List<String> append(List<String> list, String last) {
            List<String> longer = new ArrayList<>(list);
            if (longer.isEmpty()) {
                if (subjects.size() == 1
                        && subjects.get(0) instanceof Entity.Country
                        && !metrics.get(0).equals("pci")) {
                    longer.add("country");
                }
                if (goods.size() == 1) {
                    longer.add("product");
                }
            }
            longer.add(last);
            return longer;
        }

        private int firstYear() {
            return classes.stream()
                    .mapToInt(c -> model.classes().get(c).from())
                    .max()
                    .orElseThrow();
        }

        private int lastYear() {
            return classes.stream()
                    .mapToInt(c -> model.classes().get(c).to())
                    .min()
                    .orElseThrow();
        }

        private Years chooseYears(List<Measure> measures) {
            Form form = measures.get(0).form();
            boolean range = reading.from().isPresent() && !reading.from().equals(reading.to())
                    || reading.to().isPresent() && reading.from().isEmpty()
                    || reading.lastYears().isPresent();
            boolean series = has(Signal.SERIES)
                    && !(reading.from().isPresent() && reading.from().equals(reading.to()));
            int last = lastYear();
            int to = reading.to().orElse(last);
            int from = reading.from()
                    .orElse(reading.lastYears()
                            .map(n -> last - n)
                            .orElse(series || has(Signal.BY_YEAR) ? firstYear() : to));
            if (isGrowth(form)) {
                if (!range) {
                    boolean one = reading.from().isPresent();
                    from = one ? to - 1 : to - GROWTH_YEARS;
                    notes.add(
                            one
                                    ? "Growth is measured from " + from + " to " + to + "."
                                    : "No years were given: growth is measured over the last " + GROWTH_YEARS
                                            + " years, " + from + " to " + to + ".");
                }
                return within(from, to, Span.ENDS);
            }
            if (has(Signal.BY_YEAR)) {
                return within(from, to, Span.EACH);
            }
            if (form == Form.AVERAGE && range) {
                notes.add("The average is the mean over the years " + Math.max(from, firstYear()) + " to "
                        + Math.min(to, lastYear()) + ".");
                return within(from, to, Span.TOTAL);
            }
            if (range || series) {
                boolean two = has(Signal.TWO_YEARS) && !series;
                boolean ends = two
                        || has(Signal.COMPARE)
                                && !series
                                && reading.from().isPresent()
                                && reading.to().isPresent()
                                && subjects.size() <= 1
                                && goods.size() <= 1;
                Span span = has(Signal.TOTAL) || isListed() && !series && !has(Signal.GROWTH)
                        ? Span.TOTAL
                        : ends ? Span.ENDS : Span.EACH;
                if (span == Span.ENDS && form == Form.VALUE && !two) {
                    span = Span.EACH;
                }
                if (span == Span.TOTAL && measures.stream().anyMatch(m -> !FLOWS.contains(m.metric()))) {
                    span = Span.EACH;
                }
                if (!range) {
                    notes.add("No years were given: all years from " + from + " to " + to + " are shown.");
                }
                if (span == Span.TOTAL) {
                    notes.add("Values are totals over the years " + Math.max(from, firstYear()) + " to "
                            + Math.min(to, lastYear()) + ".");
                }
                return within(from, to, span);
            }
            if (reading.from().isEmpty() && !reading.latest()) {
                notes.add("No year was given: " + last + ", the latest year of the data, is used.");
            } else if (reading.from().isEmpty()) {
                notes.add("The latest year of the data is " + last + ".");
            }
            return within(from, to, Span.ONE);
        }

        private Years within(int from, int to, Span span) {
            int first = firstYear();
            int last = lastYear();
            String covered = coverage();
            if (span == Span.ONE && (to < first || to > last)) {
                // another year's figures would answer another question
                uncovered = Optional.of("The year " + to + " is not covered (" + covered + "). Ask for a year from "
                        + first + " to " + last + ".");
                return Years.one(last);
            }
            int start = Math.max(from, first);
            int end = Math.min(to, last);
            if (start != from || end != to) {
                notes.add("The data cover fewer years than asked for (" + covered + "): " + start + " to " + end
                        + " are shown.");
            }
            if (start >= end && span != Span.ONE) {
                return span == Span.ENDS ? new Years(first, last, span) : Years.one(end);
            }
            return new Years(start, end, span);
        }

        private String coverage() {
            return classes.stream()
                    .map(c -> model.classes().get(c))
                    .map(c -> c.label() + ": " + c.from() + " to " + c.to())
                    .collect(Collectors.joining("; "));
        }

        private boolean countable(List<String> by) {
            return !by.get(0).equals("year") && !by.get(0).equals("sector");
        }

        private List<Threshold> thresholds(List<Measure> measures, boolean count) {
            if (reference.isPresent()) {
                return List.of(reference.get());
            }
            String metric = measures.get(0).metric();
            List<Threshold> own = bounds(bound -> !isElsewhere(bound, metric));
            if (!own.isEmpty()) {
                return isDeficit() ? own.stream().map(Threshold::negated).toList() : own;
            }
            // who has a deficit, however small, is on the list of those that have one
            if (metric.equals("trade_balance") && isListed() && (says("deficit") || says("surplus"))) {
                return List.of(new Threshold(says("deficit") ? "<" : ">", 0));
            }
            if (metric.equals("rca") && (count || isListed() && reading.ranking() == 0)) {
                return List.of(new Threshold(">=", 1));
            }
            return count && FLOWS.contains(metric) ? List.of(new Threshold(">", 0)) : List.of();
        }

        /** Whether a bound is on another metric than the one that is listed. */
        private static boolean isElsewhere(String bound, String metric) {
            return !bound.isEmpty()
                    && !bound.equals(Reading.PERCENT)
                    && !bound.equals(metric)
                    && !(bound.equals("exports") && metric.equals("trade_balance"));
        }

        private List<Threshold> bounds(java.util.function.Predicate<String> test) {
            return IntStream.range(0, reading.thresholds().size())
                    .filter(i -> test.test(reading.bounded().get(i)))
                    .mapToObj(reading.thresholds()::get)
                    .toList();
        }

        private List<SemanticQuery.Condition> conditions(List<Measure> measures) {
            String metric = measures.get(0).metric();
            return IntStream.range(0, reading.thresholds().size())
                    .filter(i -> isElsewhere(reading.bounded().get(i), metric))
                    .mapToObj(i -> new SemanticQuery.Condition(
                            reading.bounded().get(i), reading.thresholds().get(i)))
                    .toList();
        }

        private Optional<Integer> limit(List<String> by, Years years, List<Threshold> thresholds, boolean count) {
            if (count) {
                return Optional.empty();
            }
            if (by.equals(List.of("year")) && has(Signal.BY_YEAR)) {
                return Optional.of(reading.limit().orElse(1));
            }
            boolean groups = by.equals(List.of("group")) && groupType().isPresent();
            if (groups && matches("\\b(which|what) (continent|region|sub-?region|bloc)\\b")) {
                return Optional.of(reading.limit().orElse(1));
            }
            if (by.contains("year") || !isListed() || groups) {
                return Optional.empty();
            }
            boolean fixedSet = by.get(0).equals("country")
                    && !has(Signal.BY_PRODUCT)
                    && !has(Signal.BY_PARTNER)
                    && !subjects.isEmpty()
                    && subjects.stream().allMatch(Entity.Country.class::isInstance);
            if (reading.limit().isPresent()) {
                return reading.limit();
            }
            if (fixedSet
                    || has(Signal.ALL_ROWS) && reading.ranking() == 0
                    || !reading.thresholds().isEmpty()) {
                return Optional.empty();
            }
            if (has(Signal.SINGULAR)) {
                return Optional.of(1);
            }
            if (thresholds.isEmpty() || reading.ranking() != 0) {
                notes.add("No number was given: the first " + DEFAULT_LIMIT + " are shown.");
                return Optional.of(DEFAULT_LIMIT);
            }
            return Optional.empty();
        }

        /** Whether the products below the named sections or chapters are asked for. */
        private boolean isBelow(List<String> by) {
            return by.contains("product")
                    && has(Signal.BY_PRODUCT)
                    && !goods.isEmpty()
                    && goods.stream().allMatch(g -> g.level() < 4);
        }

        private int level(List<String> by) {
            if (isBelow(by)) {
                int above = goods.get(0).level();
                return reading.level().filter(level -> level > above).orElse(4);
            }
            if (!goods.isEmpty()) {
                return goods.stream().mapToInt(Entity.Product::level).max().orElse(4);
            }
            return reading.level().map(level -> services ? 4 : level).orElse(4);
        }

        private List<Restriction> restrictions(List<String> by) {
            List<Restriction> where = new ArrayList<>();
            boolean ofProduct = metrics.get(0).equals("pci") && !has(Signal.BY_PRODUCT);
            if (ofProduct && !subjects.isEmpty()) {
                notes.add("PCI belongs to the product: it is the same for every country.");
            }
            if (by.contains("group")) {
                groupType()
                        .ifPresent(
                                type -> where.add(new Restriction("group", List.of(type), SemanticQuery.Scope.THESE)));
            }
            restrict(where, "country", ofProduct ? List.of() : subjects);
            restrict(where, "partner", partners);
            int level = level(by);
            boolean below = isBelow(by);
            List<String> codes = goods.stream()
                    .filter(g -> below || g.level() == level)
                    .map(Entity.Product::code)
                    .distinct()
                    .toList();
            if (!codes.isEmpty()) {
                where.add(new Restriction(
                        "product", codes, below ? SemanticQuery.Scope.WITHIN : SemanticQuery.Scope.THESE));
            }
            goods.stream()
                    .filter(good -> !below && good.level() != level)
                    .forEach(good -> notes.add(
                            good.name() + " (" + good.code() + ") is of another product level and was left out."));
            return where;
        }

        private void restrict(List<Restriction> where, String dimension, List<Entity> entities) {
            List<String> countries = entities.stream()
                    .filter(Entity.Country.class::isInstance)
                    .map(Entity::code)
                    .toList();
            List<String> groups = entities.stream()
                    .filter(Entity.Group.class::isInstance)
                    .map(Entity::code)
                    .toList();
            if (!groups.isEmpty()) {
                where.add(new Restriction(dimension, groups, SemanticQuery.Scope.MEMBERS_OF));
            }
            if (!countries.isEmpty()) {
                where.add(new Restriction(dimension, countries, SemanticQuery.Scope.THESE));
            }
        }

        private void addNotes(List<Measure> measures, List<String> by, Optional<Integer> limit) {
            boolean trade = measures.stream().map(m -> model.metric(m.metric())).anyMatch(m -> m.columns(true).stream()
                    .anyMatch(TRADE_COLUMNS::contains));
            // GDP and population belong to the country, whatever the classification
            boolean classified = trade || measures.stream().anyMatch(m -> CLASSIFIED.contains(m.metric()));
            if (classified) {
                noteClasses();
            }
            notes.addAll(reading.notes());
            if (!reading.leftover().isEmpty()) {
                notes.add(UnreadWords.note(reading.leftover()));
            }
        }

        private void noteClasses() {
            if (classes.size() == 2) {
                notes.add("Values cover goods ("
                        + model.classes().get(classes.get(0)).label() + ") and services together.");
            } else if (classes.get(0).equals(ProductClass.SERVICES.schema())) {
                notes.add("Values cover services only.");
            } else {
                notes.add(
                        "Classification: " + model.classes().get(classes.get(0)).label() + "; goods only.");
            }
            if (reading.productClass().filter(c -> c == ProductClass.SITC).isPresent() && !reading.classNamed()) {
                notes.add("Years before 1995 exist only in the SITC classification.");
            }
        }
    }

    /** The text with a mention replaced. */
    static String replace(String text, Mention mention, String by) {
        int at = text.indexOf(mention.text());
        return at < 0
                ? text
                : text.substring(0, at)
                        + by
                        + text.substring(at + mention.text().length());
    }
}
