package dev.caravan.documents.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.documents.CorpusTerms;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.documents.DocumentProfile.KeyFigure;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.documents.Phrase;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult.Status;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tool query_records: documents by what is known of them, and the figures of their statements. */
final class RecordTools {
    private static final int USUAL = 20;
    private static final int MOST = 200;

    private final Libraries libraries;

    RecordTools(Libraries libraries) {
        this.libraries = libraries;
    }

    /** A document with the figure that was asked for; without one where none was. */
    private record Found(DocumentProfile profile, Optional<KeyFigure> figure) {
        double value() {
            return figure.map(KeyFigure::value).orElse(0.0);
        }
    }

    /** Documents that fit every filter, by figure or by organisation and year. */
    DocumentCall query(DocumentCall call) {
        ToolCall asked = call.call();
        Library library = libraries.of(call.turn());
        Optional<String> item =
                asked.argument("figure").isEmpty() ? Optional.empty() : item(library.terms(), asked.argument("figure"));
        if (!asked.argument("figure").isEmpty() && item.isEmpty()) {
            return call.failed(
                    Status.UNRESOLVED,
                    "No figure is called \"" + asked.argument("figure") + "\". There are: "
                            + library.terms().items().stream()
                                    .map(CorpusTerms.Item::name)
                                    .collect(Collectors.joining(", ")));
        }
        Comparator<Found> usual = Comparator.comparing(
                        (Found each) -> each.profile().organisation())
                .thenComparing(each -> each.profile().id());
        Comparator<Found> byFigure = Comparator.comparingDouble(Found::value);
        List<Found> found = library.store().documents(call.owner()).stream()
                .map(Stored::profile)
                .filter(profile -> fits(profile, asked))
                .map(profile -> new Found(profile, item.flatMap(name -> figure(profile, name, asked))))
                .filter(each -> item.isEmpty() || each.figure().isPresent() && isWithin(each.value(), asked))
                .sorted(
                        item.isEmpty()
                                ? usual
                                : asked.argument("order").equals("ascending") ? byFigure : byFigure.reversed())
                .toList();
        int limit = Math.max(1, Math.min(MOST, asked.value("limit").asInt(USUAL)));
        Map<String, Object> output = new LinkedHashMap<>();
        output.put(
                "records", found.stream().limit(limit).map(each -> shown(each)).toList());
        output.put("total_found", found.size());
        return call.ended(
                found.isEmpty() ? Status.NO_ROWS : Status.OK,
                "Found " + found.size() + (found.size() == 1 ? " record" : " records"),
                output);
    }

    /** The line that is called so. */
    private static Optional<String> item(CorpusTerms terms, String called) {
        List<String> words = Phrase.wordsOf(called);
        return terms.items().stream()
                .filter(item -> Phrase.wordsOf(item.title()).equals(words)
                        || item.asked().stream().anyMatch(phrase -> phrase.is(words)))
                .map(CorpusTerms.Item::name)
                .findFirst();
    }

    private static boolean fits(DocumentProfile profile, ToolCall asked) {
        String kind = asked.argument("kind");
        String organisation = asked.argument("organisation");
        JsonNode year = asked.value("year");
        JsonNode quarter = asked.value("quarter");
        return (kind.isEmpty() || profile.kind().equalsIgnoreCase(kind))
                && (organisation.isEmpty() || isCalled(profile, organisation))
                && (!year.isNumber() || profile.years().contains(year.asInt()))
                && (!quarter.isNumber() || profile.quarter() == quarter.asInt());
    }

    private static boolean isCalled(DocumentProfile profile, String organisation) {
        List<String> words = Phrase.wordsOf(organisation);
        return Phrase.wordsOf(profile.organisation()).equals(words)
                || profile.aliases().stream()
                        .anyMatch(alias -> Phrase.wordsOf(alias).equals(words));
    }

    /** The figure of the year that is asked for, else of the latest. */
    private static Optional<KeyFigure> figure(DocumentProfile profile, String item, ToolCall asked) {
        int year = asked.value("figure_year").asInt(asked.value("year").asInt(0));
        return profile.figures().stream()
                .filter(figure -> figure.item().equals(item) && (year == 0 || figure.year() == year))
                .max(Comparator.comparingInt(KeyFigure::year));
    }

    private static boolean isWithin(double value, ToolCall asked) {
        JsonNode least = asked.value("at_least");
        JsonNode most = asked.value("at_most");
        return (!least.isNumber() || value >= least.asDouble()) && (!most.isNumber() || value <= most.asDouble());
    }

    private static Map<String, Object> shown(Found found) {
        DocumentProfile profile = found.profile();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("doc_id", profile.id());
        shown.put("title", profile.title());
        shown.put("kind", profile.kind());
        shown.put("organisation", profile.organisation());
        shown.put("period", profile.period());
        shown.put("page_count", profile.pages());
        found.figure().ifPresent(figure -> {
            shown.put("figure", figure.item());
            shown.put("year", figure.year());
            shown.put("value", figure.value());
            shown.put("block_id", profile.id() + "#" + figure.block());
        });
        return shown;
    }
}
