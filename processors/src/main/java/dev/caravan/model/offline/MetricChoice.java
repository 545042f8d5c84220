package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Signal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Chooses what is measured: the metrics that are named, without those that only name the thing, or what a verb stands for. */
final class MetricChoice {
    private final Asked asked;

    MetricChoice(Asked asked) {
        this.asked = asked;
    }

    List<String> chooseMetrics() {
        Set<String> chosen = new LinkedHashSet<>(asked.reading.metrics());
        boolean flow = chosen.stream().anyMatch(Asked.FLOWS::contains);
        if (chosen.contains("eci")
                && (!asked.goods.isEmpty() || asked.has(Signal.BY_PRODUCT))
                && !chosen.contains("pci")) {
            chosen.remove("eci");
            chosen.add("pci");
        }
        if (chosen.contains("eci") && chosen.contains("pci") && asked.subjects.isEmpty()) {
            chosen.remove("eci");
        }
        if (chosen.contains("pci") && asked.goods.isEmpty() && !asked.has(Signal.BY_PRODUCT)) {
            chosen.remove("pci");
            chosen.add("eci");
        }
        if (chosen.contains("diversity") && asked.has(Signal.COUNT) && chosen.contains("rca")) {
            chosen.remove("diversity");
        }
        boolean severalYears =
                asked.reading.from().isPresent() && !asked.reading.from().equals(asked.reading.to())
                        || asked.reading.lastYears().isPresent();
        if (chosen.contains("rca")
                && asked.has(Signal.COUNT)
                && asked.goods.isEmpty()
                && !asked.subjects.isEmpty()
                && (severalYears || asked.has(Signal.SERIES))
                && asked.reading.thresholds().stream().allMatch(t -> t.value() == 1)) {
            chosen.clear();
            chosen.add("diversity");
        }
        boolean otherThanFlow = chosen.stream().anyMatch(metric -> !Asked.FLOWS.contains(metric));
        if (flow && chosen.size() > 1) {
            takeRatio(chosen);
            flow = chosen.stream().anyMatch(Asked.FLOWS::contains);
        }
        if (flow && otherThanFlow) {
            // "exports" beside another metric mostly only names the thing that is measured
            boolean both = asked.reading
                    .words()
                    .text()
                    .toLowerCase(Locale.ROOT)
                    .matches(
                            "(?s).*\\b(exports?|imports?)( value)?,? (and|as well as|along with|together with) (its |their |the )?.*");
            if (!both) {
                if (chosen.contains("market_share") && chosen.contains("imports")) {
                    chosen.remove("market_share");
                } else {
                    chosen.removeAll(Asked.FLOWS);
                }
            }
        }
        if (chosen.isEmpty()) {
            if (asked.matches("\\b(suppliers?|sources?|origins?)\\b")) {
                chosen.add("imports");
            } else if (asked.matches("\\b(customers?|buyers?|destinations?|outlets?)\\b")) {
                chosen.add("exports");
            }
        }
        if (chosen.isEmpty()) {
            boolean mutual = asked.has(Signal.BOTH_WAYS) || asked.has(Signal.BY_PARTNER) && !asked.mentionsVerb();
            chosen.add(mutual && !asked.services ? flowOfPartners() : "exports");
        }
        // what only bounds the list is not what it is ordered by
        List<String> bounding =
                chosen.stream().filter(asked.reading.bounded()::contains).toList();
        if (bounding.size() < chosen.size()) {
            bounding.forEach(chosen::remove);
            chosen.addAll(bounding);
        }
        asked.overrides.direction().ifPresent(direction -> {
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
        String text = asked.reading.words().text().toLowerCase(Locale.ROOT);
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
                asked.reading.words().list().stream().map(word -> word.stem()).collect(Collectors.toSet());
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
}
