package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import java.util.List;
import java.util.Locale;

/** Chooses the form of what is measured: a value, a share and of what, a growth, a rank, a mean. */
final class MeasureChoice {
    private final Asked asked;

    MeasureChoice(Asked asked) {
        this.asked = asked;
    }

    List<Measure> chooseMeasures() {
        String first = asked.metrics.get(0);
        if (first.equals("pci") && asked.has(Signal.BY_PRODUCT) && !asked.subjects.isEmpty()) {
            return List.of(Measure.of("pci"), Measure.of("exports"));
        }
        boolean share = asked.has(Signal.SHARE) || first.equals("market_share");
        if (asked.has(Signal.RANK) && !first.equals("market_share") && isRankQuestion()) {
            return List.of(new Measure(first, Form.RANK, "country"));
        }
        if (share && (Asked.FLOWS.contains(first) || first.equals("market_share"))) {
            return shareMeasures(first);
        }
        // what an event did shows in the years around it, not in two of them
        boolean around = asked.has(Signal.EVENT)
                && !asked.isListed()
                && !asked.matches("\\b(percent(age)?|%|rate|cagr|by how much)");
        boolean differs =
                asked.matches("\\bhow (much|many) (more|less|fewer|lower|higher|larger|smaller|bigger|greater)\\b")
                        && isOfTwoYears()
                        && !asked.isListed()
                        && asked.subjects.size() < 2
                        && asked.goods.size() < 2
                        && asked.partners.size() < 2;
        if (differs && asked.metrics.size() == 1 && asked.model.metric(first).comparableOverTime()) {
            return List.of(new Measure(first, Form.CHANGE, ""));
        }
        boolean growth = (asked.has(Signal.GROWTH) && !asked.has(Signal.SERIES)
                        || asked.has(Signal.YEARLY) && asked.has(Signal.GROWTH))
                && !around;
        if (growth && !first.equals("growth_projection") && !asked.has(Signal.BY_YEAR)) {
            if (asked.model.metric(first).comparableOverTime()) {
                return List.of(new Measure(first, formOfGrowth(), ""));
            }
            if (!asked.subjects.isEmpty()
                    && asked.model.metric(first).rankFilter().isPresent()) {
                return List.of(new Measure(first, Form.RANK, "country"));
            }
        }
        if (isMean()) {
            return List.of(new Measure(first, Form.AVERAGE, ""));
        }
        boolean members = asked.subjects.stream().anyMatch(Entity.Group.class::isInstance) && !asked.isListed();
        if (asked.matches("\\b(average|mean)\\b")
                && members
                && asked.model.metric(first).sum().isEmpty()
                && asked.model.metric(first).column().isPresent()) {
            asked.notes.add("The average is the simple mean of the members' values.");
            return List.of(new Measure(first, Form.AVERAGE, ""));
        }
        return asked.metrics.stream().map(Measure::of).toList();
    }

    /** A mean over the years asked for, or over the members of a group in one year. */
    private boolean isMean() {
        boolean mean = asked.matches(
                "\\b(average|averaged)\\b(?! (annual |yearly |rate of )*growth)|\\b(arithmetic|annual|yearly) mean\\b|\\bmean (value|exports?|imports?|trade|annual|yearly|gdp)\\b");
        boolean oneYear =
                asked.reading.from().isPresent() && asked.reading.from().equals(asked.reading.to());
        boolean members = asked.subjects.size() == 1
                && asked.subjects.get(0) instanceof Entity.Group
                && asked.reading.places(Role.SUBJECT).stream().anyMatch(Mention::adjective);
        return mean
                && !asked.has(Signal.BY_YEAR)
                && (!oneYear && asked.reading.lastYears().isPresent()
                        || !oneYear && asked.reading.from().isPresent()
                        || members && Asked.FLOWS.contains(asked.metrics.get(0)) && !asked.isListed());
    }

    private boolean isOfTwoYears() {
        return asked.reading.from().isPresent()
                && asked.reading.to().isPresent()
                && !asked.reading.from().equals(asked.reading.to());
    }

    private boolean isRankQuestion() {
        boolean country = asked.subjects.stream().anyMatch(Entity.Country.class::isInstance);
        String text = asked.reading.words().text().toLowerCase(Locale.ROOT);
        return country && !text.contains("ranked by") && !text.contains("rank the");
    }

    private List<Measure> shareMeasures(String first) {
        String flow =
                asked.metrics.stream().filter(Asked.FLOWS::contains).findFirst().orElse("exports");
        boolean market = first.equals("market_share") || asked.isWorld();
        if (!market && asked.classes.size() == 2 && asked.goods.isEmpty()) {
            return List.of(Measure.of(flow), new Measure(flow, Form.SHARE, "sector"));
        }
        if (asked.has(Signal.BY_PARTNER) || !asked.partners.isEmpty() && asked.goods.isEmpty()) {
            return ordered(flow, "partner");
        }
        boolean depends = asked.matches("\\b(depend\\w*|relian\\w*|rely|relies|relied)\\b");
        if (depends && asked.has(Signal.BY_COUNTRY) && !asked.goods.isEmpty() && asked.partners.isEmpty()) {
            // who depends on a product is who gets most of its own trade from it
            return List.of(new Measure(flow, Form.SHARE, "product"), Measure.of(flow));
        }
        if (asked.has(Signal.BY_COUNTRY) || market || asked.subjects.isEmpty()) {
            if (!asked.isListed()
                    && asked.goods.size() == 1
                    && asked.subjects.size() == 1
                    && asked.subjects.get(0) instanceof Entity.Country
                    && first.equals("market_share")
                    && flow.equals("exports")) {
                return List.of(Measure.of("market_share"), Measure.of("exports"));
            }
            return ordered(flow, "country");
        }
        if (!asked.partners.isEmpty()) {
            return ordered(flow, "partner");
        }
        return ordered(flow, "product");
    }

    private List<Measure> ordered(String flow, String over) {
        // a bound in percent is one on the share, and a condition or an order of years is on what comes first
        boolean years = asked.has(Signal.BY_YEAR) && asked.reading.ranking() != 0;
        return years || asked.reading.bounded().contains(Reading.PERCENT)
                ? List.of(new Measure(flow, Form.SHARE, over), Measure.of(flow))
                : List.of(Measure.of(flow), new Measure(flow, Form.SHARE, over));
    }

    /** "Gained the most value", "the largest increase in dollars": the difference counts, not the percentage. */
    private Form formOfGrowth() {
        boolean percent = asked.matches("\\b(percent(age)?|%|rate|fast\\w*|growth|cagr)\\b");
        return !percent
                        && asked.reading.ranking() != 0
                        && (asked.matches(
                                        "\\b(gain(ed|s)?|los(t|es|ing|s(es)?)|add(ed|ing)?|increases?|decreases?|declines?|drops?|falls?|rises?)\\b.*\\b(value|dollars?|amount|absolute)\\b")
                                || asked.matches("\\b(absolute|in dollars|dollar value)\\b")
                                || asked.matches(
                                        "\\b(biggest|largest|greatest|steepest|smallest|sharpest) (\\w+ )?(gains?|loss(es)?|increases?|decreases?|declines?|drops?|falls?|rises?|jumps?)\\b")
                                || asked.matches("\\b(gained|lost|added) (the )?most\\b"))
                ? Form.CHANGE
                : Form.GROWTH;
    }
}
