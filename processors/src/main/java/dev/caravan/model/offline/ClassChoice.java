package dev.caravan.model.offline;

import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Chooses the data classes: goods of one classification, services, or both. */
final class ClassChoice {
    /** Measures of countries that are made from their goods alone. */
    private static final Set<String> COMPLEXITY = Set.of("eci", "coi", "diversity");

    private final Asked asked;

    ClassChoice(Asked asked) {
        this.asked = asked;
    }

    List<String> chooseClasses() {
        boolean flowsOnly = asked.metrics.stream().allMatch(Asked.FLOWS::contains)
                && asked.goods.isEmpty()
                && asked.goodsLeftOut.isEmpty()
                && asked.partners.isEmpty()
                && !asked.leavesOutPartners()
                && !asked.has(Signal.BY_PRODUCT)
                && !asked.has(Signal.BY_PARTNER)
                && !asked.has(Signal.BOTH_WAYS);
        ProductClass goodsClass = asked.overrides
                .schema()
                .flatMap(ProductClass::of)
                .or(asked.reading::productClass)
                .filter(c -> c != ProductClass.SERVICES)
                .orElse(ProductClass.HS92);
        boolean fixed =
                asked.overrides.schema().isPresent() || asked.reading.classNamed() && !asked.has(Signal.WITH_SERVICES);
        boolean goodsOnly = asked.overrides.scope().filter("goods"::equals).isPresent() || asked.has(Signal.GOODS);
        boolean both = asked.has(Signal.GOODS) && asked.has(Signal.SERVICES) && flowsOnly;
        boolean shareOfServices =
                asked.services && asked.has(Signal.SHARE) && flowsOnly && asked.goods.isEmpty() && !asked.isListed()
                        || isShareOfAll();
        boolean added = asked.has(Signal.WITH_SERVICES)
                && asked.metrics.stream().allMatch(Asked.FLOWS::contains)
                && asked.goods.isEmpty()
                && asked.partners.isEmpty()
                && !asked.has(Signal.BY_PARTNER)
                && goodsClass != ProductClass.SITC;
        if (both || shareOfServices || added) {
            return List.of(goodsClass.schema(), ProductClass.SERVICES.schema());
        }
        if (asked.services && !goodsOnly && !asked.metrics.stream().allMatch(COMPLEXITY::contains)) {
            return List.of(ProductClass.SERVICES.schema());
        }
        Optional<Integer> servicesFrom = Optional.ofNullable(
                        asked.model.classes().get(ProductClass.SERVICES.schema()))
                .map(SemanticModel.DataClass::from);
        boolean early = asked.reading
                .from()
                .filter(year -> servicesFrom.filter(first -> year < first).isPresent())
                .isPresent();
        boolean old = goodsClass == ProductClass.SITC;
        if (flowsOnly
                && !fixed
                && !goodsOnly
                && !early
                && !old
                && asked.model.classes().containsKey(ProductClass.SERVICES.schema())) {
            return List.of(goodsClass.schema(), ProductClass.SERVICES.schema());
        }
        return List.of(goodsClass.schema());
    }

    /** A product or a service in percent of all exports: of goods and services where the question says so, and where a service is named. */
    private boolean isShareOfAll() {
        boolean part = asked.has(Signal.SHARE)
                && !asked.goods.isEmpty()
                && !asked.isListed()
                && !asked.isWorld()
                && asked.partners.isEmpty()
                && !asked.subjects.isEmpty()
                && asked.metrics.stream().allMatch(Asked.FLOWS::contains);
        boolean spelled = asked.matches("\\bgoods (and|&|plus) services\\b|\\bservices (and|&|plus) goods\\b");
        boolean ofServices = asked.matches(
                "\\b(of|in|to|total)\\b[^?,]{0,40}\\bservices? (sector )?(exports?|imports?|trade)\\b(?! (share|as|in percent))|\\b(exports?|imports?) of services\\b");
        boolean service = asked.goods.stream().allMatch(g -> g.productClass() == ProductClass.SERVICES);
        return part && (spelled || service && !ofServices);
    }
}
