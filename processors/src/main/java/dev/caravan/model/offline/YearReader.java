package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the years that are named and the spans that are counted back. */
final class YearReader {
    private static final Pattern CHANGED = Pattern.compile(
            "(?i)\\b(grow\\w*|grew|f[ae]ll\\w*|drop\\w*|declin\\w*|collaps\\w*|r[io]se\\w*|chang\\w+|increas\\w+|decreas\\w+|shr[aiu]nk|plung\\w+|slump\\w*|soar\\w*|surg\\w+|recover\\w*|happen\\w*)\\b");
    private static final int FIRST_YEAR = 1900;
    static final int LAST_YEAR = 2100;

    private final Draft draft;
    /** First year named. */
    Optional<Integer> from = Optional.empty();
    /** Last year named. */
    Optional<Integer> to = Optional.empty();
    /** The years named where they are named one by one. */
    List<Integer> single = List.of();
    /** Length of a span counted back from the latest year. */
    Optional<Integer> lastYears = Optional.empty();
    /** Whether the latest year is asked for in words. */
    boolean latest;

    YearReader(Draft draft) {
        this.draft = draft;
    }

    /** Whether a word is a year that nothing else has taken. */
    boolean isYear(int i) {
        if (i < 0
                || i >= draft.words.size()
                || draft.taken[i]
                || !draft.word(i).isDigits()
                || draft.word(i).raw().length() != 4) {
            return false;
        }
        int number = Integer.parseInt(draft.word(i).raw());
        boolean code = Set.of("hs", "code", "heading", "sitc", "hs92", "hs12").contains(draft.folded(i - 1))
                        && !(draft.taken[i - 1] && isOnlyYear())
                || draft.folded(i - 1).equals("product") && !(isOnlyYear() && isDescribed(i - 1));
        boolean dated = Set.of("in", "since", "during", "year").contains(draft.folded(i - 1)) && number > LAST_YEAR / 2;
        return (number >= FIRST_YEAR && number <= LAST_YEAR || dated) && !code && !isBound(i);
    }

    /** "The largest export product 2022" is a product of that year, "product 2009" is one with that code. */
    private boolean isDescribed(int noun) {
        return Set.of("export", "exported", "import", "imported", "main", "top").contains(draft.folded(noun - 1))
                || Grammar.LARGEST.contains(draft.folded(noun - 1));
    }

    /** Behind a classification stands a code, or the only year: "PCI of oil in HS12 2020". */
    private boolean isOnlyYear() {
        return draft.words.list().stream()
                        .filter(w ->
                                w.isDigits() && w.raw().length() == 4 && w.raw().matches("(19|20).."))
                        .count()
                == 1;
    }

    /** A number that counts something, or that a value is compared with, is no year. */
    private boolean isBound(int i) {
        String unit = i + 1 < draft.words.size() ? draft.word(i + 1).stem() : "";
        boolean counted = Grammar.MAGNITUDES.containsKey(draft.folded(i + 1))
                || Set.of("dollar", "usd", "product", "country", "partner", "people", "inhabitant", "%", "percent")
                                .contains(unit)
                        && !draft.folded(i - 1).matches("in|for|since|from|until|to|and|of|by");
        String pair = draft.folded(i - 2) + " " + draft.folded(i - 1);
        boolean compared = Set.of(
                        "more than",
                        "less than",
                        "greater than",
                        "higher than",
                        "larger than",
                        "bigger than",
                        "lower than",
                        "smaller than",
                        "fewer than",
                        "at least",
                        "at most")
                .contains(pair);
        return counted || compared || Set.of("$", "usd").contains(draft.folded(i - 1));
    }

    private int year(int i) {
        return Integer.parseInt(draft.word(i).raw());
    }

    /** Reads all years and spans. */
    void read() {
        List<Integer> years = new ArrayList<>();
        for (int i = 0; i < draft.words.size(); i++) {
            if (isYear(i)) {
                years.add(i);
            }
            readSpan(i);
        }
        for (int i : years) {
            draft.take(i, i + 1);
        }
        for (String word : List.of("latest", "current", "currently", "now", "today", "nowadays")) {
            latest |= draft.words.list().stream().anyMatch(w -> w.folded().equals(word));
        }
        latest |= draft.words.text().toLowerCase(Locale.ROOT).contains("most recent");
        if (years.isEmpty()) {
            return;
        }
        int first = years.get(0);
        int last = years.get(years.size() - 1);
        if (draft.folded(first + 1).equals("s") && draft.word(first).raw().endsWith("0")) {
            from = Optional.of(year(first));
            to = Optional.of(year(first) + 9);
            draft.take(first + 1, first + 2);
            return;
        }
        int low = years.stream().mapToInt(this::year).min().orElseThrow();
        int high = years.stream().mapToInt(this::year).max().orElseThrow();
        if (first != last && low != high) {
            String between = draft.words
                    .text()
                    .substring(
                            draft.word(first).end(),
                            Math.max(draft.word(first).end(), draft.word(last).start()));
            boolean apart = between.strip()
                    .matches(
                            "(?i)[,(]?\\s*(and|&|vs\\.?|versus|or|against|compared (to|with)|than)( (in|with|to|for))?|.*\\b(than|compared (to|with)|versus|vs\\.?|against)( (it |they |that )?(was|were|did|had))?( back)? in");
            if (years.size() == 2 && apart && !Set.of("between", "from", "of").contains(draft.folded(first - 1))) {
                draft.signals.add(Signal.TWO_YEARS);
            }
            single = oneByOne(years);
            from = Optional.of(low);
            to = Optional.of(high);
            return;
        }
        // "since the 1990s"
        String before = draft.folded(draft.folded(first - 1).equals("the") ? first - 2 : first - 1);
        switch (before) {
            case "since", "from", "starting" -> from = Optional.of(low);
                // what fell after a year is measured from that year
            case "after" -> from =
                    Optional.of(CHANGED.matcher(draft.words.text()).find() ? low : low + 1);
            case "until", "till", "before", "through" -> to = Optional.of(before.equals("before") ? low - 1 : low);
            default -> {
                from = Optional.of(low);
                to = Optional.of(low);
            }
        }
        // "since joining the EU in 2004"
        Matcher dated = Pattern.compile("(?i)\\b(since|after|following)\\b[^,;.?]{3,40}\\bin $")
                .matcher(draft.words.text().substring(0, draft.word(first).start()));
        if (before.equals("in") && dated.find()) {
            to = Optional.empty();
        }
        if (before.equals("to") && draft.folded(first - 2).equals("up")) {
            from = Optional.empty();
        }
    }

    /** "1995, 2010 and 2020", "2015 vs 2023": nothing but a comma or a word that lists stands between two of them. */
    private List<Integer> oneByOne(List<Integer> at) {
        for (int n = 1; n < at.size(); n++) {
            String gap = draft.words
                    .text()
                    .substring(
                            draft.word(at.get(n - 1)).end(),
                            Math.max(
                                    draft.word(at.get(n - 1)).end(),
                                    draft.word(at.get(n)).start()));
            boolean last = n == at.size() - 1;
            if (!gap.strip().matches(last ? "(?i),|[,(]?\\s*(and|&|vs\\.?|versus|or)( (in|for))?" : ",")) {
                return List.of();
            }
        }
        boolean span = at.size() == 2 && Set.of("between", "from").contains(draft.folded(at.get(0) - 1));
        return span
                ? List.of()
                : at.stream().map(this::year).sorted().distinct().toList();
    }

    /** "past 10 years", "last two decades", "over the past decade". */
    private void readSpan(int i) {
        boolean over = draft.folded(i).equals("over")
                && i + 2 < draft.words.size()
                && Set.of("year", "decade").contains(draft.word(i + 2).stem());
        if (!over && !Set.of("past", "last", "previous", "recent").contains(draft.folded(i))) {
            return;
        }
        int at = i + 1;
        int number = 1;
        if (at < draft.words.size() && (draft.word(at).isDigits() || Grammar.NUMBERS.containsKey(draft.folded(at)))) {
            number = draft.numberAt(at);
            at++;
        }
        String unit = at < draft.words.size() ? draft.word(at).stem() : "";
        int length =
                switch (unit) {
                    case "year" -> number;
                    case "decade" -> 10 * number;
                    case "century" -> 100 * number;
                    default -> 0;
                };
        if (length > 1 && number < 200) {
            lastYears = Optional.of(length);
            draft.take(i, at + 1);
        } else if (length == 1) {
            latest = true;
            draft.take(i, at + 1);
        }
    }
}
