package dev.caravan.model.offline;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads how many are asked for, and whether the largest or the smallest. */
final class LimitReader {
    private static final int MOST = 1000;
    private static final Pattern AFTERTHOUGHT = Pattern.compile(
            "(?i)[.?!,;:–-]\\s*(just |only |make it |give me |show |list |the )*(?<n>\\d{1,3}|[a-z]+)( please| will do| only| is enough| are enough| (best|top|largest|biggest|highest|lowest|worst|smallest|leading|first)( ones| items| (\\w+ )?(countries|products|goods))?)\\W*$");
    private static final Pattern NEGATIVE = Pattern.compile(
            "(?i)\\b(?:top|first|best|bottom|worst|largest|biggest) ([-−]\\d+|(?:minus|zero|no|half)(?: an?)?(?: \\d+)?)\\b(?! (?:change|growth|doubt))"
                    + "|(?<![\\w-])((?:minus|zero) ?(?:\\d+|[a-z]+)?|[-−]\\d+) (?:top |largest |biggest |best )?(?:\\w+ )?(?:exporters|importers|countries|products|partners|players|teams|scorers|goods)\\b");

    private final Draft draft;
    /** How many are asked for. */
    Optional<Integer> limit = Optional.empty();
    /** Direction of a superlative: 1 largest first, -1 smallest first, 0 none. */
    int ranking;

    /** A number that stands where it says how many, and cannot: "top 0"; empty for none. */
    String refused = "";

    LimitReader(Draft draft) {
        this.draft = draft;
    }

    /** Whether a list can have so many entries. */
    static boolean isLimit(double number) {
        return number >= 1 && number <= MOST && number == Math.rint(number);
    }

    /** A number below zero that stands where it says how many. */
    static Optional<String> refusedIn(String text) {
        Matcher negative = NEGATIVE.matcher(text);
        return negative.find()
                ? Optional.of(negative.group(1) == null ? negative.group(2) : negative.group(1))
                : Optional.empty();
    }

    /** What is said back to a number that no list can have. */
    static String askBack(String number) {
        return "A list has at least one entry and at most a thousand: \"" + number
                + "\" is no such number. How many do you want?";
    }

    /** Reads both. */
    void read() {
        refused = refusedIn(draft.words.text()).orElse("");
        for (int i = 0; i < draft.words.size(); i++) {
            boolean superlative =
                    Grammar.LARGEST.contains(draft.folded(i)) || Grammar.SMALLEST.contains(draft.folded(i));
            // "at least" sets a bound and orders nothing
            boolean bound = Set.of("least", "most").contains(draft.folded(i))
                    && draft.folded(i - 1).equals("at");
            if (!superlative || bound) {
                continue;
            }
            if (ranking == 0 || Grammar.SMALLEST.contains(draft.folded(i))) {
                ranking = Grammar.SMALLEST.contains(draft.folded(i)) ? -1 : 1;
            }
            for (int at : new int[] {i + 1, i - 1}) {
                boolean number = at >= 0
                        && at < draft.words.size()
                        && !draft.taken[at]
                        && (draft.word(at).isDigits() && draft.word(at).raw().length() <= 3
                                || Grammar.NUMBERS.containsKey(draft.folded(at))
                                        && !draft.folded(at).equals("one"));
                if (at == i + 1
                        && at < draft.words.size()
                        && !draft.taken[at]
                        && draft.word(at).raw().matches("\\d+([.,]\\d+)*")
                        && !(draft.word(at).isDigits() && draft.word(at).raw().length() == 4)
                        && !isLimit(Double.parseDouble(draft.word(at).raw().replace(",", "")))) {
                    refused = draft.word(at).raw();
                    draft.take(at, at + 1);
                }
                if (number && limit.isEmpty() && draft.numberAt(at) > 0) {
                    limit = Optional.of(draft.numberAt(at));
                    draft.take(at, at + 1);
                }
            }
        }
        for (int i = 0; i + 1 < draft.words.size(); i++) {
            boolean one = Set.of("number", "no").contains(draft.folded(i))
                    && Set.of("one", "1").contains(draft.folded(i + 1));
            if (one && ranking == 0) {
                ranking = 1;
                limit = Optional.of(1);
                draft.take(i, i + 2);
            }
        }
        if (limit.isEmpty()) {
            readNumberOfThings();
        }
        if (limit.isEmpty()) {
            readAfterthought();
        }
        if (ranking == 0 && Ordinals.in(draft.words.text()).isPresent()) {
            ranking = 1;
        }
    }

    /** "Who are the biggest exporters? Five please." */
    private void readAfterthought() {
        Matcher said = AFTERTHOUGHT.matcher(draft.words.text());
        if (!said.find()) {
            return;
        }
        for (int i = 0; i < draft.words.size(); i++) {
            if (draft.word(i).start() == said.start("n") && !draft.taken[i] && draft.numberAt(i) > 0) {
                limit = Optional.of(draft.numberAt(i));
                draft.take(i, i + 1);
            }
        }
    }

    /** "Which 8 countries", "the three Asian countries": a number with what is listed a few words behind it. */
    private void readNumberOfThings() {
        for (int i = 0; i < draft.words.size(); i++) {
            boolean number = !draft.taken[i]
                    && (draft.word(i).isDigits() && draft.word(i).raw().length() <= 2
                            || Grammar.NUMBERS.containsKey(draft.folded(i))
                                    && !draft.folded(i).equals("one"));
            if (!number
                    || draft.numberAt(i) == 0
                    || Set.of("hs", "chapter", "heading", "code").contains(draft.folded(i - 1))) {
                continue;
            }
            for (int noun = i + 1; noun < Math.min(draft.words.size(), i + 4); noun++) {
                if (Set.of("digit", "year", "decade", "percent", "%", "of", "in")
                        .contains(draft.word(noun).stem())) {
                    break;
                }
                if (Grammar.LISTED.contains(draft.word(noun).stem())) {
                    limit = Optional.of(draft.numberAt(i));
                    draft.take(i, i + 1);
                    return;
                }
            }
        }
    }
}
