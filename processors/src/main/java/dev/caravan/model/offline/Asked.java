package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Threshold;
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
import java.util.stream.Stream;

/** What a question asks for, on its way from a reading to a query: what it names, and what the choices so far are. */
final class Asked {
    static final Set<String> FLOWS = Set.of("exports", "imports", "trade_balance", "total_trade");

    private static final Pattern GROUP_TYPE = Pattern.compile(
            "(?i)\\b(?:which|what|by|each|every|per|across|between|all|the)\\s+(continents?|income (?:groups?|levels?|class(?:es)?)|sub-?regions?|regions?|trade blocs?|blocs?)\\b");

    final SemanticModel model;
    final Reading reading;
    final Overrides overrides;
    final List<String> notes = new ArrayList<>();
    /** The country that others are measured against. */
    final Optional<Threshold> reference;

    final List<Entity> subjects;
    final List<Entity> partners;
    /** The places that are left out. */
    final List<Entity> excluded;

    final List<Entity.Product> goods;
    /** Goods that are left out, or that are said not to be traded. */
    final List<Entity.Product> goodsLeftOut;
    /** Whether only goods count that were named exactly, since the metrics are no amounts. */
    final boolean exactOnly;

    final List<String> metrics;
    final boolean services;
    List<String> classes = List.of();

    Asked(SemanticModel model, Reading reading, Overrides overrides) {
        this.model = model;
        this.reading = reading;
        this.overrides = overrides;
        this.reference = comparedWith();
        this.subjects = entities(Role.SUBJECT).stream()
                .filter(entity ->
                        reference.filter(t -> t.country().equals(entity.code())).isEmpty())
                .toList();
        this.partners = entities(Role.PARTNER);
        this.excluded = entities(Role.EXCLUDED);
        this.exactOnly = !reading.metrics().isEmpty()
                && reading.metrics().stream()
                        .map(model::metric)
                        .allMatch(m -> m.dimensions().isEmpty() && !m.unit().equals("USD"));
        this.goods = goods();
        this.goodsLeftOut = reading.goodsLeftOut().stream()
                .flatMap(mention -> mention.sense().stream())
                .flatMap(sense -> (sense.isSeveral() ? sense.choices() : List.of(sense.first())).stream())
                .map(Entity.Product.class::cast)
                .distinct()
                .toList();
        this.services = overrides.scope().filter("services"::equals).isPresent()
                || goods.stream().anyMatch(g -> g.productClass() == ProductClass.SERVICES)
                || reading.has(Signal.SERVICES) && goods.isEmpty();
        this.metrics = new MetricChoice(this).chooseMetrics();
    }

    List<Entity> entities(Role role) {
        return reading.places(role).stream()
                .map(Mention::entity)
                .filter(entity ->
                        !(entity instanceof Entity.Group group && group.type().equals("world")))
                .distinct()
                .toList();
    }

    /** The goods named; where one name covers several of which another name says one, that one. */
    List<Entity.Product> goods() {
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
                .filter(own ->
                        named.values().stream().noneMatch(other -> other.size() < own.size() && own.containsAll(other)))
                .flatMap(Set::stream)
                .map(Entity.Product.class::cast)
                .distinct()
                .toList();
    }

    /** Whether only members of all the groups named count: "countries that are in OPEC and in Africa". */
    boolean inAllGroups() {
        return subjects.size() > 1
                && subjects.stream().allMatch(Entity.Group.class::isInstance)
                && matches(
                        "\\b(countries|members|economies|states|nations) (of both\\b|(that|which|who) (are|belong)\\b.*\\band (also )?(in|to|of|members? of|part of)\\b)");
    }

    /** Whether what is left out are partners of the countries asked about: "exports of China to all but India". */
    boolean leavesOutPartners() {
        return !excluded.isEmpty()
                && !subjects.isEmpty()
                && subjects.stream().allMatch(Entity.Country.class::isInstance);
    }

    boolean has(Signal signal) {
        return reading.has(signal);
    }

    boolean isWorld() {
        return has(Signal.WORLD)
                || reading.mentions().stream()
                        .flatMap(mention -> mention.sense().stream())
                        .anyMatch(s ->
                                s.first() instanceof Entity.Group g && g.type().equals("world"));
    }

    boolean matches(String pattern) {
        return Pattern.compile("(?i)" + pattern).matcher(reading.words().text()).find();
    }

    /** The type of groups that are listed, as in "which continent" or "by income group". */
    Optional<String> groupType() {
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
    Optional<Threshold> comparedWith() {
        if (!has(Signal.BY_COUNTRY)) {
            return Optional.empty();
        }
        Matcher matcher = Pattern.compile(
                        "(?i)\\b(more|higher|greater|larger|bigger|better|less|lower|fewer|smaller|worse)\\b[^?]*?\\bthan (the )?")
                .matcher(reading.words().text());
        if (!matcher.find()) {
            return Optional.empty();
        }
        String operator = matcher.group(1).toLowerCase(Locale.ROOT).matches("more|higher|greater|larger|bigger|better")
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

    boolean mentionsVerb() {
        return reading.metrics().stream().anyMatch(FLOWS::contains);
    }

    boolean says(String stem) {
        return reading.words().list().stream().anyMatch(word -> word.stem().equals(stem));
    }

    boolean isListed() {
        return has(Signal.BY_COUNTRY) || has(Signal.BY_PRODUCT) || has(Signal.BY_PARTNER);
    }

    List<Entity> places() {
        return Stream.concat(subjects.stream(), partners.stream()).toList();
    }

    /** A large deficit is a small balance. */
    boolean isDeficit() {
        return metrics.get(0).equals("trade_balance")
                && says("deficit")
                && (reading.ranking() != 0 || !reading.thresholds().isEmpty() || isListed());
    }

    static boolean isGrowth(Form form) {
        return form == Form.GROWTH || form == Form.CHANGE;
    }

    /** Whether some table has a metric by product: diversity, GDP or population belong to the country. */
    boolean hasProducts(String metric) {
        return model.tables().stream()
                .anyMatch(table -> table.dimensions().containsKey("product")
                        && table.measures()
                                .containsAll(model.metric(metric)
                                        .columns(model.metric(metric).column().isEmpty())));
    }
}
