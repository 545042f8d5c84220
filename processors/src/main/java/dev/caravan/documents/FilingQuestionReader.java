package dev.caravan.documents;

import dev.caravan.documents.CorpusTerms.Item;
import dev.caravan.documents.CorpusTerms.Kind;
import dev.caravan.documents.CorpusTerms.Ratio;
import dev.caravan.documents.CorpusTerms.Statement;
import dev.caravan.documents.FilingQuestion.AskedFigure;
import dev.caravan.documents.FilingQuestion.Over;
import dev.caravan.text.IdleWords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads a question about documents: years, kind, statements, and the figure that has to be worked out. */
final class FilingQuestionReader {
    private static final Pattern YEAR = Pattern.compile(
            "(?i)(?<![\\d$.,])(?:(?:fy|cy)\\s?'?)?((?:19|20)\\d\\d)(?!\\d|[,.]\\d)|\\bfy\\s?'?(\\d\\d)(?!\\d)");
    private static final Pattern QUARTER = Pattern.compile(
            "(?i)(?<![a-z])q([1-4])(?![0-9])|(?<!\\d)([1-4])q(?![a-z0-9])|\\b(first|second|third|fourth)[ -]quarter\\b");
    private static final Pattern HALF = Pattern.compile("(?i)\\bh1\\b|\\b1h\\b|\\bfirst half\\b");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.?!])\\s+(?=[A-Z])");
    private static final Pattern ASKS =
            Pattern.compile("(?i).*(?:\\?|\\b(?:what|which|who|how|did|does|is|are|was|were|has|have|why|when)\\b).*");
    private static final Pattern FORM = Pattern.compile(
            "(?i)^\\W*(?:(?:answer|please|give|round|calculate|compute|address|approach|assume|provide|base|use|utiliz|if you|we need|state|respond|your response|in your)\\b|if\\b.*\\b(?:state|explain|say|answer|return)\\b).*");
    private static final Pattern LEAD =
            Pattern.compile("(?i)^.*?(?:(?<=[,:])\\s*)(?=(?:what|which|who|how|did|does|is|are|was|were|has|have)\\b)");
    private static final Pattern BY_SOURCE = Pattern.compile(
            "(?i)(?:by|when|while)?\\s*(?:drawing|using|utilizing|relying|considering|looking|based|basing|according|referring|given|from)\\b[^,?)]*\\b(?:statements?|sheets?|p ?& ?l)\\b[^,?)]*,?");
    private static final Pattern GROWTH = Pattern.compile(
            "(?i)\\b(?:growth|year[- ]over[- ]year|yoy|y-o-y|(?:percent(?:age)?|%) (?:change|increase|decrease)|cagr)\\b");
    private static final Pattern CHANGE = Pattern.compile("(?i)\\b(?:change|difference|increase|decrease)\\b");
    private static final Pattern BY_HOW_MUCH = Pattern.compile(
            "(?i)\\b(?:by how much|by what|how much more|how much less)\\b.*\\b(?:grow|grew|grown|increase|increased|rise|rose|fall|fell|decrease|decreased|decline|declined|change|changed)\\b");
    private static final Pattern DIRECTION = Pattern.compile(
            "(?i)^\\W*(?:has|have|did|is|was|were|does|do)\\b(?!\\s+there\\b).*\\b(?:increas|decreas|improv|grow|grew|grown|declin|higher|lower|rise|risen|fall|fell|worsen)\\w*\\b.*");
    private static final Pattern AVERAGE = Pattern.compile("(?i)\\b(?:average|mean)\\b");
    private static final Pattern SHARE_OF = Pattern.compile(
            "(?i)\\b(?:as a |as )?(?:%|percent|percentage|percents|share|proportion|fraction|ratio) (?:of|to)\\b|\\bdivided by\\b|\\bto\\b");
    private static final Pattern PERCENT = Pattern.compile("(?i)%|\\bpercents?\\b|\\bpercentage\\b");
    private static final Pattern OPEN = Pattern.compile(
            "(?i)\\b(?:why|h1|h2|half|what drove|drove|drivers?|driving|driven|who|which|describe|explain|list|reasons?|due to|caused?|forecast\\w*|guidance|expect\\w*|outlook|target\\w*|excluding|segment\\w*)\\b");
    private static final Set<String> READ = Set.of(
            "change",
            "growth",
            "rate",
            "increase",
            "increased",
            "decrease",
            "decreased",
            "yoy",
            "over",
            "between",
            "average",
            "percent",
            "percentage",
            "share",
            "difference",
            "compared",
            "relative",
            "versus",
            "vs",
            "improve",
            "improved",
            "improving",
            "decline",
            "declined",
            "grow",
            "grew",
            "grown",
            "higher",
            "lower",
            "rise",
            "rose",
            "fall",
            "fell",
            "since",
            "prior",
            "previous",
            "defined",
            "divided",
            "proportion",
            "after",
            "cagr",
            "y",
            "o",
            "per",
            "during",
            "spend",
            "spent",
            "pay",
            "paid",
            "generate",
            "generated",
            "incur",
            "incurred",
            "balance",
            "profile",
            "at",
            "most",
            "recent",
            "recently");

    private final CorpusTerms terms;
    private final FormulaReader formulas;

    FilingQuestionReader(CorpusTerms terms) {
        this.terms = terms;
        this.formulas = new FormulaReader(terms);
    }

    /** A term found in a question. */
    private record Found(int from, int to, Optional<Item> item, Optional<Ratio> ratio) {
        String name() {
            return item.map(Item::title).or(() -> ratio.map(Ratio::name)).orElseThrow();
        }
    }

    /**
     * The question, read.
     *
     * @param names every way in which organisations of the corpus are called
     */
    FilingQuestion read(String question, List<Phrase> names) {
        Set<Integer> years = new TreeSet<>();
        Matcher year = YEAR.matcher(question);
        while (year.find()) {
            years.add(year.group(1) != null ? Integer.parseInt(year.group(1)) : 2000 + Integer.parseInt(year.group(2)));
        }
        List<String> all = Phrase.wordsOf(question);
        List<String> kinds = terms.kinds().stream()
                .filter(kind -> kind.asked().stream().anyMatch(phrase -> phrase.in(all)))
                .map(Kind::name)
                .toList();
        List<Statement> statements = terms.statements().stream()
                .filter(statement -> statement.asked().stream().anyMatch(phrase -> phrase.in(all)))
                .toList();
        String sentence = sentence(question);
        List<String> words = Phrase.wordsOf(
                YEAR.matcher(QUARTER.matcher(sentence).replaceAll(" ")).replaceAll(" "));
        boolean[] taken = new boolean[words.size()];
        terms.statements().forEach(statement -> mark(words, statement.asked(), taken));
        List<Found> found = terms(words, taken);
        mark(words, names, taken);
        Set<String> unread = new LinkedHashSet<>();
        List<String> telling = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (IdleWords.ALL.contains(word) || terms.idle().contains(word) || word.matches("\\d+|%")) {
                continue;
            }
            int place = i;
            boolean margin = word.equals("margin")
                    && found.stream().anyMatch(each -> isMargin(words, each) && place - each.to() < 2);
            if (!taken[i] && !READ.contains(word) && !margin) {
                unread.add(word);
            }
            if (!isNamed(words, i, names)) {
                telling.add(word);
            }
        }
        List<Item> items = found.stream().flatMap(each -> each.item().stream()).toList();
        List<Ratio> ratios =
                found.stream().flatMap(each -> each.ratio().stream()).toList();
        Optional<AskedFigure> asked = defined(question, found).or(() -> asked(sentence, words, found, years.size()));
        if (asked.filter(AskedFigure::defined).isPresent()) {
            // the name of what is defined needs no other meaning
            Arrays.stream(SENTENCE.split(question))
                    .filter(Definitions::isIn)
                    .forEach(each -> unread.removeAll(Set.copyOf(Phrase.wordsOf(each))));
            unread.removeAll(Definitions.of(question).longForms(words));
        }
        List<Item> needed = needed(items, asked);
        return new FilingQuestion(
                question,
                sentence,
                List.copyOf(years),
                quarter(question),
                kinds,
                statements,
                needed,
                ratios,
                asked,
                unread,
                telling);
    }

    private static List<Item> needed(List<Item> items, Optional<AskedFigure> asked) {
        return Stream.concat(
                        items.stream(),
                        asked.stream()
                                .flatMap(each -> each.formula().lines().stream())
                                .map(Formula.Line::item))
                .distinct()
                .toList();
    }

    private static int quarter(String question) {
        Matcher matcher = QUARTER.matcher(question);
        if (!matcher.find()) {
            return HALF.matcher(question).find() ? 2 : 0;
        }
        return IntStream.of(1, 2)
                .filter(group -> matcher.group(group) != null)
                .map(group -> Integer.parseInt(matcher.group(group)))
                .findFirst()
                .orElseGet(() -> 1
                        + List.of("first", "second", "third", "fourth")
                                .indexOf(matcher.group(3).toLowerCase(Locale.ROOT)));
    }

    /** The sentence that asks, without what it says of the form of the answer and of its source. */
    private static String sentence(String question) {
        List<String> sentences = Arrays.stream(SENTENCE.split(question.strip()))
                .filter(each -> !FORM.matcher(each).matches() && !Definitions.isIn(each))
                .toList();
        String sentence = sentences.stream()
                .filter(each -> each.contains("?"))
                .findFirst()
                .or(() -> sentences.stream()
                        .filter(each -> ASKS.matcher(each).matches())
                        .findFirst())
                .orElse(question);
        return BY_SOURCE
                .matcher(LEAD.matcher(sentence).replaceFirst(""))
                .replaceAll(" ")
                .strip();
    }

    private static void mark(List<String> words, List<Phrase> phrases, boolean[] taken) {
        for (int i = 0; i < words.size(); i++) {
            for (Phrase phrase : phrases) {
                int length = phrase.at(words, i);
                for (int k = i; k < i + length; k++) {
                    taken[k] = true;
                }
            }
        }
    }

    private static boolean isNamed(List<String> words, int i, List<Phrase> names) {
        boolean[] named = new boolean[words.size()];
        mark(words, names, named);
        return named[i];
    }

    /** The terms in the words; one that is named a second time at once, as in "capital expenditure (capex)", counts once. */
    private List<Found> terms(List<String> words, boolean[] taken) {
        List<Found> all = new ArrayList<>();
        for (Found each : matches(words, taken)) {
            Found last = all.isEmpty() ? null : all.get(all.size() - 1);
            if (last != null && last.to() == each.from() && last.name().equals(each.name())) {
                all.set(all.size() - 1, new Found(last.from(), each.to(), last.item(), last.ratio()));
            } else {
                all.add(each);
            }
        }
        return all;
    }

    /** The longest first where two overlap; their words are taken. */
    private List<Found> matches(List<String> words, boolean[] taken) {
        List<Found> found = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (taken[i]) {
                continue;
            }
            Found best = null;
            for (Item item : terms.items()) {
                best = longer(best, words, i, item.asked(), Optional.of(item), Optional.empty());
            }
            for (Ratio ratio : terms.ratios()) {
                best = longer(best, words, i, ratio.asked(), Optional.empty(), Optional.of(ratio));
            }
            if (best != null) {
                for (int k = best.from(); k < best.to(); k++) {
                    taken[k] = true;
                }
                found.add(best);
                i = best.to() - 1;
            }
        }
        return found;
    }

    private static Found longer(
            Found best, List<String> words, int at, List<Phrase> phrases, Optional<Item> item, Optional<Ratio> ratio) {
        Found longest = best;
        for (Phrase phrase : phrases) {
            int length = phrase.at(words, at);
            if (length > 0 && (longest == null || length > longest.to() - longest.from())) {
                longest = new Found(at, at + length, item, ratio);
            }
        }
        return longest;
    }

    /** A figure that the question defines itself. */
    private Optional<AskedFigure> defined(String question, List<Found> found) {
        Definitions all = Definitions.of(question);
        return all.asked(Phrase.wordsOf(question.substring(0, question.indexOf('?') + 1)))
                .flatMap(definition -> formulas.read(definition.formula(), all.without(definition))
                        .map(formula -> new AskedFigure(
                                found.isEmpty()
                                        ? definition.title()
                                        : found.get(0).name(),
                                formula,
                                Over.ONE_YEAR,
                                PERCENT.matcher(question).find(),
                                true)));
    }

    /** A figure that the question names. */
    private Optional<AskedFigure> asked(String sentence, List<String> words, List<Found> found, int years) {
        if (found.isEmpty()
                || found.size() > 2
                || Definitions.isIn(sentence)
                || OPEN.matcher(sentence).find()) {
            return Optional.empty();
        }
        Formula formula = formula(found.get(0));
        String name = found.get(0).name();
        boolean percent = found.get(0).ratio().filter(Ratio::percent).isPresent();
        if (found.size() == 2) {
            String between = String.join(
                    " ", words.subList(found.get(0).to(), found.get(1).from()));
            if (!SHARE_OF.matcher(between).find()) {
                return Optional.empty();
            }
            formula = new Formula.Joined('/', formula, formula(found.get(1)));
            name = name + " as a share of " + found.get(1).name();
            percent = PERCENT.matcher(between).find();
        } else if (isMargin(words, found.get(0))) {
            Item revenue = terms.item("revenue").orElseThrow();
            formula = new Formula.Joined('/', formula, new Formula.Line(revenue, OptionalInt.empty()));
            name = name + " margin";
            percent = true;
        }
        Over over = Over.ONE_YEAR;
        if (DIRECTION.matcher(sentence).matches()) {
            over = Over.DIRECTION;
        } else if (BY_HOW_MUCH.matcher(sentence).find()) {
            over = PERCENT.matcher(sentence).find() ? Over.GROWTH : Over.CHANGE;
        } else if (AVERAGE.matcher(sentence).find()) {
            over = Over.AVERAGE;
        } else if (GROWTH.matcher(sentence).find()) {
            over = Over.GROWTH;
        } else if (CHANGE.matcher(sentence).find()) {
            over = Over.CHANGE;
        }
        return Optional.of(new AskedFigure(name, formula, over, percent, false));
    }

    /** Whether the margin of a line is meant, its share of revenue. */
    private static boolean isMargin(List<String> words, Found found) {
        int behind = found.to() < words.size() && words.get(found.to()).equals("%") ? found.to() + 1 : found.to();
        return found.item().isPresent()
                && behind < words.size()
                && words.get(behind).equals("margin");
    }

    private Formula formula(Found found) {
        return found.item()
                .map(item -> (Formula) new Formula.Line(item, OptionalInt.empty()))
                .orElseGet(() ->
                        formulas.read(found.ratio().orElseThrow().formula()).orElseThrow());
    }
}
