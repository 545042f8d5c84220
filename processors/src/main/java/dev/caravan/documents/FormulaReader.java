package dev.caravan.documents;

import dev.caravan.documents.CorpusTerms.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads arithmetic over lines of statements, as it stands in a workspace's file or as a question defines a term. */
final class FormulaReader {
    private static final Pattern TOKEN = Pattern.compile(
            "(?<number>\\d+(?:\\.\\d+)?(?![\\w]))|(?<sign>[*/+×÷()]|(?<=\\s|\\))[-–−](?=\\s|\\())|(?<word>[\\p{L}\\p{N}_&%.'’-]+)");
    private static final Pattern WORDED =
            Pattern.compile("(?i)\\b(?:divided by|plus|minus|less|times|multiplied by)\\b");
    private static final Pattern YEAR = Pattern.compile("(?i)(?:fy)?'?((?:19|20)\\d\\d)|fy'?(\\d\\d)");

    private final CorpusTerms terms;

    FormulaReader(CorpusTerms terms) {
        this.terms = terms;
    }

    /** The formula; empty where a part of it is not understood. */
    Optional<Formula> read(String text) {
        return read(text, Definitions.NONE);
    }

    /**
     * The same where a question says what some of the words mean.
     *
     * @param definitions those of the question
     */
    Optional<Formula> read(String text, Definitions definitions) {
        String signs = WORDED.matcher(text)
                .replaceAll(word -> switch (word.group().toLowerCase(java.util.Locale.ROOT)) {
                    case "divided by" -> " / ";
                    case "plus" -> " + ";
                    case "minus", "less" -> " - ";
                    default -> " * ";
                });
        Matcher matcher = TOKEN.matcher(signs);
        List<String> tokens = new ArrayList<>();
        while (matcher.find()) {
            tokens.add(matcher.group().replaceAll("[–−]", "-").replace('×', '*').replace('÷', '/'));
        }
        try {
            Parse parse = new Parse(tokens, definitions);
            Formula formula = parse.sum();
            return parse.isDone() && !formula.lines().isEmpty() ? Optional.of(formula) : Optional.empty();
        } catch (NotUnderstood e) {
            return Optional.empty();
        }
    }

    /** The item that words name, and nothing else. */
    Optional<Item> item(List<String> words) {
        for (Item item : terms.items()) {
            if (item.asked().stream().anyMatch(phrase -> phrase.is(words))
                    || Phrase.of(item.name()).is(words)) {
                return Optional.of(item);
            }
        }
        return Optional.empty();
    }

    private static final class NotUnderstood extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private final class Parse {
        private final List<String> tokens;
        private final Definitions definitions;
        private int at;

        Parse(List<String> tokens, Definitions definitions) {
            this.tokens = tokens;
            this.definitions = definitions;
        }

        boolean isDone() {
            return at == tokens.size();
        }

        private boolean next(String signs) {
            return at < tokens.size() && tokens.get(at).length() == 1 && signs.contains(tokens.get(at));
        }

        Formula sum() {
            Formula left = product();
            while (next("+-")) {
                char sign = tokens.get(at++).charAt(0);
                left = new Formula.Joined(sign, left, product());
            }
            return left;
        }

        private Formula product() {
            Formula left = part();
            while (next("*/")) {
                char sign = tokens.get(at++).charAt(0);
                left = new Formula.Joined(sign, left, part());
            }
            return left;
        }

        private Formula part() {
            if (isDone()) {
                throw new NotUnderstood();
            }
            if (next("(")) {
                at++;
                Formula inner = sum();
                if (!next(")")) {
                    throw new NotUnderstood();
                }
                at++;
                return inner;
            }
            if (tokens.get(at).matches("\\d+(?:\\.\\d+)?")
                    && !YEAR.matcher(tokens.get(at)).matches()) {
                return new Formula.Number(Double.parseDouble(tokens.get(at++)));
            }
            List<String> phrase = new ArrayList<>();
            while (!isDone() && !next("+-*/()")) {
                phrase.add(tokens.get(at++));
            }
            boolean function = next("(") && phrase.size() == 1;
            return phrase(phrase, function);
        }

        /** Words between signs: a line of a statement, its average or its change, with the years they name. */
        private Formula phrase(List<String> phrase, boolean function) {
            List<String> words = new ArrayList<>();
            List<Integer> years = new ArrayList<>();
            for (String word : phrase) {
                Matcher year = YEAR.matcher(word.replaceAll("[.,]$", ""));
                if (year.matches()) {
                    years.add(
                            year.group(1) != null
                                    ? Integer.parseInt(year.group(1))
                                    : 2000 + Integer.parseInt(year.group(2)));
                } else {
                    words.addAll(Phrase.wordsOf(word));
                }
            }
            boolean average = !words.isEmpty() && words.get(0).matches("average|avg|mean");
            boolean change = !words.isEmpty() && words.get(0).matches("change|difference|increase");
            if (average || change) {
                words.remove(0);
                Formula of = function && words.isEmpty() ? part() : line(words, OptionalInt.empty());
                return new Formula.OverTwoYears(change, of);
            }
            return line(words, years.size() == 1 ? OptionalInt.of(years.get(0)) : OptionalInt.empty());
        }

        private Formula line(List<String> given, OptionalInt year) {
            List<String> words = new ArrayList<>(given);
            words.removeIf(word -> word.matches("between|and|in|of|from|for|the|during|at|end|year|fy|fiscal")
                    && item(given).isEmpty());
            return item(given)
                    .or(() -> item(words))
                    .map(item -> (Formula) new Formula.Line(item, year))
                    .or(() -> year.isPresent() ? Optional.empty() : meant(words))
                    .orElseThrow(NotUnderstood::new);
        }

        /** What the question or the workspace says that words mean. */
        private Optional<Formula> meant(List<String> words) {
            return definitions
                    .find(words)
                    .flatMap(found -> read(found.formula(), definitions.without(found)))
                    .or(() -> terms.ratios().stream()
                            .filter(ratio -> ratio.asked().stream().anyMatch(phrase -> phrase.is(words)))
                            .findFirst()
                            .flatMap(ratio -> read(ratio.formula())));
        }
    }
}
