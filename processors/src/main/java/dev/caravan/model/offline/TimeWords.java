package dev.caravan.model.offline;

import dev.caravan.semantic.SemanticModel.Event;
import dev.caravan.text.Words;
import dev.caravan.text.Words.Word;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Writes what dates a question in years: "twenty twenty-two", "the mid-1990s", "a decade ago", "pre-pandemic", "since the
 * financial crisis". The years stand where the words stood, so that everything after reads them like years that were typed.
 */
final class TimeWords {
    private static final Map<String, Integer> ONES = Map.ofEntries(
            Map.entry("one", 1),
            Map.entry("two", 2),
            Map.entry("three", 3),
            Map.entry("four", 4),
            Map.entry("five", 5),
            Map.entry("six", 6),
            Map.entry("seven", 7),
            Map.entry("eight", 8),
            Map.entry("nine", 9));
    private static final Map<String, Integer> TEENS = Map.ofEntries(
            Map.entry("ten", 10),
            Map.entry("eleven", 11),
            Map.entry("twelve", 12),
            Map.entry("thirteen", 13),
            Map.entry("fourteen", 14),
            Map.entry("fifteen", 15),
            Map.entry("sixteen", 16),
            Map.entry("seventeen", 17),
            Map.entry("eighteen", 18),
            Map.entry("nineteen", 19));
    private static final Map<String, Integer> TENS = Map.of(
            "twenty", 20, "thirty", 30, "forty", 40, "fifty", 50, "sixty", 60, "seventy", 70, "eighty", 80, "ninety",
            90);
    private static final Map<String, Integer> DECADES = Map.of(
            "sixties", 1960, "seventies", 1970, "eighties", 1980, "nineties", 1990, "noughties", 2000, "aughts", 2000);
    private static final Set<String> BEFORE = Set.of("before", "pre", "until", "till", "preceding");
    private static final Set<String> SINCE = Set.of("since");
    private static final Set<String> AFTER = Set.of("after", "post", "following", "once");
    private static final Set<String> DURING = Set.of("during", "amid", "amidst", "throughout", "within", "in");
    private static final Set<String> NOW = Set.of(
            "than", "compared", "versus", "vs", "from", "since", "now", "today", "nowadays", "currently", "still");
    /** Words that may follow the name of an event and say no more. */
    private static final Set<String> ABOUT_EVENT = Set.of(
            "crisis",
            "shock",
            "era",
            "period",
            "times",
            "years",
            "outbreak",
            "led",
            "related",
            "induced",
            "level",
            "levels",
            "slump",
            "disruption",
            "disruptions",
            "recession",
            "struck",
            "broke",
            "erupted",
            "began");

    private static final int RECENT = 5;
    /** What asks for the years around an event rather than for those of it. */
    private static final Pattern CHANGE = Pattern.compile(
            "(?i)\\b(affect\\w*|impact\\w*|effects?|hit|hurt|damage\\w*|consequence\\w*|influence\\w*|chang\\w+|evol\\w+|develop\\w*|recover\\w*|rebound\\w*|bounce\\w*|resilien\\w*|surviv\\w*|grow\\w*|grew|f[ae]ll\\w*|drop\\w*|declin\\w*|collaps\\w*|r[io]se\\w*|los[est]\\w*|shr[aiu]nk\\w*|slump\\w*|suffer\\w*|happen\\w*|respon\\w+|react\\w*|cop(e|ed)|weather\\w*|trend|trajectory|compared?|differ\\w*|shift\\w*|reshap\\w*|fared?|perform\\w*|what did|better|worse|disrupt\\w*|how (badly|much|strongly|hard|far))\\b");

    /**
     * A question dated in years.
     *
     * @param words the words, years in the place of what stood for them
     * @param event what dates it, if something does
     * @param notes which years were taken for what
     */
    record Dated(Words words, Optional<Event> event, List<String> notes) {}

    private final Words said;
    private final Collection<Event> events;
    private final int lastYear;
    private final Supplier<Set<String>> countries;
    private final boolean change;
    private final List<Word> written = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private Optional<Event> dating = Optional.empty();

    private TimeWords(Words said, Collection<Event> events, int lastYear, Supplier<Set<String>> countries) {
        this.said = said;
        this.events = events;
        this.lastYear = lastYear;
        this.countries = countries;
        this.change = CHANGE.matcher(said.text()).find();
    }

    /**
     * Dates a question.
     *
     * @param lastYear of the data
     * @param countries codes of the countries named; asked for only where it matters
     */
    static Dated date(Words said, Collection<Event> events, int lastYear, Supplier<Set<String>> countries) {
        TimeWords time = new TimeWords(said, events, lastYear, countries);
        int i = 0;
        while (i < said.size()) {
            int end = time.read(i);
            if (end == i) {
                time.written.add(said.list().get(i));
                end++;
            }
            i = end;
        }
        return new Dated(new Words(said.text(), time.written), time.dating, time.notes);
    }

    /** Reads what stands at a word, writing years for it; the index behind it, or the same where nothing does. */
    private int read(int i) {
        for (int end :
                new int[] {spelled(i), dozen(i), decade(i), ago(i), century(i), recent(i), abbreviated(i), event(i)}) {
            if (end > i) {
                return end;
            }
        }
        return i;
    }

    private String folded(int i) {
        return i >= 0 && i < said.size() ? said.list().get(i).folded() : "";
    }

    private void write(int start, int end, String... words) {
        int from = said.list().get(start).start();
        int to = said.list().get(end - 1).end();
        for (String word : words) {
            written.add(new Word(from, to, word, word, word));
        }
    }

    /** "twenty twenty-two", "nineteen ninety-five", "two thousand and eight". */
    private int spelled(int i) {
        String first = folded(i);
        if (first.equals("two") && folded(i + 1).equals("thousand")) {
            int at = folded(i + 2).equals("and") ? i + 3 : i + 2;
            int rest = TEENS.getOrDefault(folded(at), ONES.getOrDefault(folded(at), 0));
            if (rest > 0) {
                write(i, at + 1, String.valueOf(2000 + rest));
                return at + 1;
            }
            return i;
        }
        int century = first.equals("nineteen") ? 1900 : first.equals("twenty") ? 2000 : 0;
        int tens = TENS.getOrDefault(folded(i + 1), 0);
        int rest = TEENS.getOrDefault(folded(i + 1), tens);
        if (century == 0 || rest == 0) {
            return i;
        }
        int ones = tens > 0 ? ONES.getOrDefault(folded(i + 2), 0) : 0;
        int end = i + 2 + (ones > 0 ? 1 : 0);
        write(i, end, String.valueOf(century + rest + ones));
        return end;
    }

    private int dozen(int i) {
        if (!folded(i).equals("half")) {
            return i;
        }
        int at = folded(i + 1).equals("a") ? i + 2 : i + 1;
        if (!folded(at).equals("dozen")) {
            return i;
        }
        write(i, at + 1, "six");
        return at + 1;
    }

    private static boolean isDecade(Word word, String next) {
        return word.isDigits() && word.raw().length() == 4 && word.raw().endsWith("0") && next.equals("s");
    }

    /** "the 1990s", "mid-2010s", "the late nineties": all of its years, or one end of a longer span. */
    private int decade(int i) {
        boolean part = Set.of("early", "mid", "late").contains(folded(i));
        int at = part ? i + 1 : i;
        if (at >= said.size()) {
            return i;
        }
        boolean digits = isDecade(said.list().get(at), folded(at + 1));
        int first = digits ? Integer.parseInt(said.list().get(at).raw()) : DECADES.getOrDefault(folded(at), 0);
        if (first == 0) {
            return i;
        }
        int end = digits ? at + 2 : at + 1;
        int from = first
                + switch (part ? folded(i) : "") {
                    case "mid" -> 4;
                    case "late" -> 7;
                    default -> 0;
                };
        int to = Math.min(
                lastYear,
                first
                        + switch (part ? folded(i) : "") {
                            case "early" -> 3;
                            case "mid" -> 6;
                            default -> 9;
                        });
        boolean before = hasYear(0, i);
        boolean after = hasYear(end, said.size());
        if (before || after) {
            write(i, end, String.valueOf(before ? to : from));
        } else if (Set.of("since", "from", "after", "until", "before").contains(previous(i))) {
            write(i, end, String.valueOf(Set.of("after", "until").contains(previous(i)) ? to : from));
        } else {
            write(i, end, "from", String.valueOf(from), "to", String.valueOf(to));
        }
        return end;
    }

    private boolean hasYear(int start, int end) {
        return hasYear(start, end, said.list());
    }

    private static boolean hasYear(int start, int end, List<Word> words) {
        return words.subList(start, end).stream()
                .anyMatch(word -> word.folded().matches("(19|20)\\d\\d") || DECADES.containsKey(word.folded()));
    }

    /** The word before, articles apart. */
    private String previous(int i) {
        int at = i - 1;
        while (Set.of("the", "its", "their", "a").contains(folded(at))) {
            at--;
        }
        return folded(at);
    }

    /** "five years ago", "a decade earlier than now", "two decades ago". */
    private int ago(int i) {
        int number = folded(i).equals("a")
                ? 1
                : folded(i).matches("\\d{1,2}")
                        ? Integer.parseInt(folded(i))
                        : Grammar.NUMBERS.getOrDefault(folded(i), 0);
        int unit =
                switch (folded(i + 1)) {
                    case "year", "years" -> 1;
                    case "decade", "decades" -> 10;
                    default -> 0;
                };
        if (number == 0 || unit == 0 || !folded(i + 2).equals("ago")) {
            return i;
        }
        int year = lastYear - number * unit;
        boolean span = said.list().stream().anyMatch(word -> NOW.contains(word.folded()));
        if (span) {
            write(i, i + 3, "from", String.valueOf(year), "to", String.valueOf(lastYear));
        } else {
            write(i, i + 3, "in", String.valueOf(year));
        }
        notes.add("\"" + said.slice(i, i + 3) + "\" is taken as " + year + ", the data ending in " + lastYear + ".");
        return i + 3;
    }

    private int century(int i) {
        boolean turn = folded(i).equals("turn")
                && folded(i + 1).equals("of")
                && folded(i + 2).equals("the")
                && folded(i + 3).matches("century|millennium|millenium");
        if (turn) {
            write(i, i + 4, "2000");
            return i + 4;
        }
        int at = folded(i).equals("21") && folded(i + 1).equals("st")
                ? i + 2
                : folded(i).matches("this|twentyfirst") ? i + 1 : i;
        if (at > i && folded(at).equals("century")) {
            write(i, at + 1, "since", "2000");
            return at + 1;
        }
        return i;
    }

    /** "in recent years", "the last few years", "the past couple of years". */
    private int recent(int i) {
        if (!Set.of("recent", "last", "past").contains(folded(i))) {
            return i;
        }
        int at = i + 1;
        int years = RECENT;
        if (folded(at).matches("few|several")) {
            at++;
        } else if (folded(at).equals("couple")) {
            at += folded(at + 1).equals("of") ? 2 : 1;
            years = 2;
        }
        if (!folded(at).equals("years")) {
            return i;
        }
        write(i, at + 1, "last", String.valueOf(years), "years");
        notes.add("\"" + said.slice(i, at + 1) + "\" is taken as the last " + years + " years.");
        return at + 1;
    }

    /** "2015-16" and "2009/10". */
    private int abbreviated(int i) {
        if (!folded(i).matches("(19|20)\\d\\d")
                || !folded(i + 1).equals("to")
                || !folded(i + 2).matches("\\d\\d")) {
            return i;
        }
        int first = Integer.parseInt(folded(i));
        int second = first / 100 * 100 + Integer.parseInt(folded(i + 2));
        if (second <= first
                || !said.text()
                        .substring(
                                said.list().get(i).end(), said.list().get(i + 2).start())
                        .matches("\\s?[-–—]\\s?")) {
            return i;
        }
        write(i, i + 3, String.valueOf(first), "to", String.valueOf(second));
        return i + 3;
    }

    private int event(int i) {
        Optional<Event> best = Optional.empty();
        int longest = 0;
        for (Event event : events) {
            for (String name : event.names()) {
                int length = length(name, i);
                if (length > longest) {
                    Optional<Event> here = event.of(event.byCountry().isEmpty() ? Set.of() : countries.get());
                    longest = here.isPresent() ? length : longest;
                    best = here.isPresent() ? here : best;
                }
            }
        }
        if (best.isEmpty()) {
            return i;
        }
        int end = i + longest;
        while (ABOUT_EVENT.contains(folded(end))) {
            end++;
        }
        String before = previous(i);
        if (!SINCE.contains(before) && !AFTER.contains(before) && !BEFORE.contains(before)) {
            end = ownYears(i, end, best.get());
        }
        boolean dated = hasYear(0, written.size(), written)
                || hasYear(end, said.size())
                || said.list().stream().anyMatch(word -> word.stem().equals("decade"));
        if (dated || dating.isPresent()) {
            // the years that are named count; the event only says what happened in them
            write(i, end, "the");
        } else {
            years(i, end, best.get());
        }
        dating = dating.isPresent() ? dating : best;
        return end;
    }

    /** "the crisis of 2008", "the 2020 pandemic": years that only repeat when it was. */
    private int ownYears(int start, int end, Event event) {
        if (!written.isEmpty() && isOf(event, written.get(written.size() - 1).folded())) {
            written.remove(written.size() - 1);
        }
        int at = Set.of("of", "in").contains(folded(end)) ? end + 1 : end;
        int last = end;
        while (isOf(event, folded(at)) || last > end && folded(at).matches("to|\\d\\d")) {
            last = ++at;
        }
        return last;
    }

    private static boolean isOf(Event event, String word) {
        return word.matches("(19|20)\\d\\d")
                && Integer.parseInt(word) >= event.from()
                && Integer.parseInt(word) <= event.to() + 1;
    }

    private int length(String name, int i) {
        String[] parts = name.split(" ");
        for (int n = 0; n < parts.length; n++) {
            if (!folded(i + n).equals(parts[n])) {
                return 0;
            }
        }
        return parts.length;
    }

    private void years(int i, int end, Event event) {
        String before = previous(i);
        if (before.equals("to") && folded(i - 2).equals("prior")
                || before.equals("to") && folded(i - 3).equals("prior")) {
            before = "before";
        }
        int afterwards = Math.min(lastYear, event.to() + 1);
        if (BEFORE.contains(before)
                && !said.text()
                        .toLowerCase(Locale.ROOT)
                        .matches(
                                "(?s).*\\b(from|recover\\w*|return\\w*|back|above|below|exceed\\w*|reach\\w*|than|compared|post|after)\\b.*")) {
            // "before 2020" would be read as a span
            write(i, end, "in", String.valueOf(event.before()));
            drop(before);
            notes.add("Before " + event.label() + " is taken as " + event.before() + ".");
            return;
        }
        if (SINCE.contains(before)) {
            int base = change ? event.before() : event.from();
            write(i, end, String.valueOf(base));
            notes.add("Since " + event.label() + " is taken as " + base + " onwards.");
            return;
        }
        int from = DURING.contains(before) && !change || AFTER.contains(before) && !change
                ? AFTER.contains(before) ? afterwards : event.from()
                : event.before();
        int to = AFTER.contains(before) || BEFORE.contains(before)
                ? lastYear
                : DURING.contains(before) ? event.to() : afterwards;
        if (DURING.contains(before) || AFTER.contains(before) || BEFORE.contains(before)) {
            drop(before);
        }
        write(i, end, "from", String.valueOf(from), "to", String.valueOf(to));
        notes.add(capital(event.label()) + " is taken as "
                + (event.from() == event.to() ? "" + event.from() : event.from() + " to " + event.to()) + "; the years "
                + from + " to " + to + " are shown.");
    }

    /** Takes back a word that was written already, so that it does not steer the years. */
    private void drop(String word) {
        for (int n = written.size() - 1; n >= Math.max(0, written.size() - 3); n--) {
            if (written.get(n).folded().equals(word)) {
                written.remove(n);
                return;
            }
        }
    }

    private static String capital(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
