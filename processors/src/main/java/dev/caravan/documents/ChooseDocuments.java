package dev.caravan.documents;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Chooses the documents that a question is about: whose, of which period, of which kind, and only then by its words. */
final class ChooseDocuments {
    /** A document and how well it fits. */
    record Candidate(DocumentProfile profile, double score, boolean named) {}

    /** Named, of the year and kind that are asked for, and with the best passage. */
    static final double BEST = 30.2;

    private static final int LONGEST_NAME = 4;
    private static final double TEXT_WEIGHT = 2;

    private final CorpusTerms terms;

    ChooseDocuments(CorpusTerms terms) {
        this.terms = terms;
    }

    /** Every document, best first. */
    List<Candidate> choose(FilingQuestion question, List<DocumentProfile> documents, List<CorpusIndex.Hit> hits) {
        Set<String> names = names(question.text());
        Map<String, Double> called = new HashMap<>();
        documents.forEach(each -> called.put(each.id(), called(each, names, question.text())));
        double best =
                called.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        Map<String, Double> texts = new HashMap<>();
        hits.forEach(hit -> texts.merge(hit.document(), hit.score(), Math::max));
        double top =
                texts.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
        return documents.stream()
                .map(each -> {
                    boolean named = best > 0 && called.get(each.id()) >= best / 2;
                    double score = (named ? 20 : 0)
                            + period(question, each)
                            + kind(question, each)
                            + TEXT_WEIGHT * texts.getOrDefault(each.id(), 0.0) / top;
                    return new Candidate(each, score, named);
                })
                .sorted(Comparator.comparingDouble(Candidate::score)
                        .reversed()
                        .thenComparing(candidate -> candidate.profile().id()))
                .toList();
    }

    /** All runs of up to four words of a question, written together. */
    private static Set<String> names(String question) {
        List<String> words = Phrase.wordsOf(question);
        Set<String> names = new HashSet<>();
        for (int from = 0; from < words.size(); from++) {
            StringBuilder name = new StringBuilder();
            for (int to = from; to < Math.min(words.size(), from + LONGEST_NAME); to++) {
                names.add(name.append(words.get(to)).toString());
            }
        }
        return names;
    }

    /** How clearly a question calls the organisation of a document: the length of the name; 0 where it does not. */
    private static double called(DocumentProfile document, Set<String> names, String question) {
        double best = 0;
        for (String alias : document.aliases()) {
            String joined = String.join("", Phrase.wordsOf(alias));
            // two letters are a name only where they are written as one
            boolean written = joined.length() > 2
                    || question.matches(
                            "(?s).*\\b" + java.util.regex.Pattern.quote(alias.toUpperCase(Locale.ROOT)) + "\\b.*");
            if (written && names.contains(joined)) {
                best = Math.max(best, 3 + joined.length());
            }
        }
        if (best == 0 && !document.organisation().isEmpty()) {
            // a company is often called by its first word alone
            String first = document.organisation().split("[\\s,]+")[0];
            if (first.length() > 3
                    && question.matches("(?s).*\\b"
                            + java.util.regex.Pattern.quote(
                                    first.substring(0, 1).toUpperCase(Locale.ROOT)
                                            + first.substring(1).toLowerCase(Locale.ROOT))
                            + "\\b.*")) {
                best = 1;
            }
        }
        return best;
    }

    private double period(FilingQuestion question, DocumentProfile document) {
        int year = question.lastYear();
        boolean annual = isAnnual(document);
        if (year == 0) {
            return annual ? 0.5 : 0;
        }
        double score = document.years().contains(year)
                ? document.years().get(0) == year ? 4 : 3.4
                // the report of a later year shows earlier ones beside it
                : annual && document.years().contains(year + 1)
                        ? 1.5
                        : annual && document.years().contains(year + 2) ? 1 : 0;
        if (question.quarter() > 0) {
            return score + (document.quarter() == question.quarter() ? 2 : 0);
        }
        // what is expected of a year stands in the report of the one before
        score += annual && document.years().contains(year - 1) ? 0.8 : 0;
        return score + (annual ? 1.2 : document.quarter() == 4 ? 0.7 : 0);
    }

    private double kind(FilingQuestion question, DocumentProfile document) {
        return question.kinds().contains(document.kind()) ? 3 : 0;
    }

    private boolean isAnnual(DocumentProfile document) {
        return terms.kinds().stream().anyMatch(kind -> kind.name().equals(document.kind()) && kind.annual());
    }
}
