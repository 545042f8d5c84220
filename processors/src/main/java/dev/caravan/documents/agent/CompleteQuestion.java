package dev.caravan.documents.agent;

import dev.caravan.documents.CorpusTerms;
import dev.caravan.documents.DocumentProfile;
import dev.caravan.documents.Phrase;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says a follow-up in full, with what the question before it named: organisation, year, figure. */
final class CompleteQuestion {
    private static final Pattern YEAR = Pattern.compile("(?i)\\b(?:fy\\s?)?(?:19|20)\\d\\d\\b");
    private static final Pattern ELLIPTIC = Pattern.compile(
            "(?is)^\\W*(?:and|or|what about|how about|same (?:for|question)|also|then|now)\\b.*|(?:\\S+\\s+){0,4}\\S+\\W*");
    private static final Pattern OPENING = Pattern.compile(
            "(?is)^\\W*(?:what|how|which|who|when|where|why|did|does|is|are|was|were|has|have|list|show)\\b.*");
    private static final Pattern BACKWARD = Pattern.compile(
            "(?i)\\b(?:it|its|they|their|them|the (?:company|firm|group|same)|that|this|those|there|he|she)\\b");

    private final CorpusTerms terms;

    CompleteQuestion(CorpusTerms terms) {
        this.terms = terms;
    }

    /** A part of a text. */
    private record Part(int from, int to, String text) {
        static Part of(MatchResult found) {
            return new Part(found.start(), found.end(), found.group());
        }
    }

    /**
     * The question in full; empty where it leaves nothing unsaid that the one before said.
     *
     * @param before the question before, in full
     * @param documents of which is asked
     */
    Optional<String> complete(String question, String before, List<DocumentProfile> documents) {
        Optional<Part> organisation = organisation(question, documents);
        Optional<Part> earlierOrganisation = organisation(before, documents);
        Optional<Part> figure = figure(question);
        Optional<Part> earlierFigure = figure(before);
        List<Part> years = years(question);
        List<Part> earlierYears = years(before);
        boolean elliptic = ELLIPTIC.matcher(question).matches()
                && (!OPENING.matcher(question).matches() || question.matches("(?is)^\\W*(?:what|how) about\\b.*"));
        if (elliptic) {
            String full = before;
            // from the end of the text to its beginning, so that places stay right
            List<Change> changes = Stream.of(
                            organisation.flatMap(now -> earlierOrganisation.map(then -> new Change(then, now.text()))),
                            figure.flatMap(now -> earlierFigure.map(then -> new Change(then, now.text()))),
                            years.isEmpty() || earlierYears.size() != 1
                                    ? Optional.<Change>empty()
                                    : Optional.of(new Change(earlierYears.get(0), joined(years))))
                    .flatMap(Optional::stream)
                    .sorted(Comparator.comparingInt(
                                    (Change change) -> change.part().from())
                            .reversed())
                    .toList();
            for (Change change : changes) {
                full = full.substring(0, change.part().from())
                        + change.text()
                        + full.substring(change.part().to());
            }
            return changes.isEmpty() ? Optional.empty() : Optional.of(full);
        }
        boolean lacks = organisation.isEmpty() && earlierOrganisation.isPresent();
        if (!lacks && !BACKWARD.matcher(question).find()) {
            return Optional.empty();
        }
        StringBuilder added = new StringBuilder();
        if (lacks) {
            added.append(" of ").append(earlierOrganisation.get().text());
        }
        if (years.isEmpty() && !earlierYears.isEmpty()) {
            added.append(" in ").append(joined(earlierYears));
        }
        if (added.isEmpty()) {
            return Optional.empty();
        }
        Matcher end = Pattern.compile("[?.!\\s]*$").matcher(question);
        String mark = end.find() ? end.group().strip() : "";
        return Optional.of(question.substring(0, end.start()) + added + mark);
    }

    private record Change(Part part, String text) {}

    private static String joined(List<Part> years) {
        return years.stream().map(Part::text).collect(Collectors.joining(" and "));
    }

    private static List<Part> years(String text) {
        return YEAR.matcher(text).results().map(Part::of).toList();
    }

    private static Optional<Part> organisation(String text, List<DocumentProfile> documents) {
        return longest(
                text,
                documents.stream()
                        .flatMap(each -> Stream.concat(each.aliases().stream(), Stream.of(each.organisation())))
                        .filter(name -> name.length() > 2)
                        .map(Phrase::of)
                        .toList());
    }

    private Optional<Part> figure(String text) {
        return longest(
                text,
                Stream.concat(
                                terms.items().stream().flatMap(item -> item.asked().stream()),
                                terms.ratios().stream().flatMap(ratio -> ratio.asked().stream()))
                        .toList());
    }

    private static Optional<Part> longest(String text, Collection<Phrase> phrases) {
        return phrases.stream()
                .filter(phrase -> !phrase.words().isEmpty() && !phrase.words().contains("*"))
                .distinct()
                .flatMap(phrase -> written(phrase).matcher(text).results().limit(1))
                .map(Part::of)
                .max(Comparator.comparingInt(part -> part.to() - part.from()));
    }

    private static Pattern written(Phrase phrase) {
        return Pattern.compile("(?i)(?<![\\p{L}\\p{N}])"
                + phrase.words().stream().map(Pattern::quote).collect(Collectors.joining("[^\\p{L}\\p{N}]+"))
                + "(?![\\p{L}\\p{N}])");
    }
}
