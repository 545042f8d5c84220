package dev.caravan.model.offline;

import dev.caravan.text.Words;
import dev.caravan.text.Words.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Words that carry meaning and were not understood, weighed. One that stands where a name belongs cannot be left out: the
 * answer would be to another question. Of the others the answer says that they were not used.
 */
final class UnreadWords {
    private static final String NOTE = "Not used for the query: ";

    /** Behind these a capital letter begins the name of somebody who is asked about. */
    private static final Set<String> BEFORE_NAMES = Set.of(
            "of", "from", "to", "with", "between", "and", "or", "versus", "vs", "than", "for", "by", "in", "compare",
            "did", "does", "is", "has", "do");

    /** "The effect of Brexit on", "since Lehman": what is named there dates or explains what is asked, it is not asked about. */
    private static final Set<String> CONTEXT = Set.of(
            "effect",
            "impact",
            "influence",
            "consequence",
            "result",
            "response",
            "due",
            "because",
            "after",
            "before",
            "since",
            "during",
            "aftermath",
            "wake",
            "crisis",
            "shock",
            "war",
            "start",
            "end",
            "outbreak",
            "pandemic",
            "year",
            "era",
            "period",
            "recession",
            "boom",
            "light",
            "under",
            "thanks",
            "owing",
            "following",
            "reaction",
            "prior");

    /** What an agreement or a policy does to what is asked about: "has AfCFTA helped". */
    static final Set<String> ACTS = Set.of(
            "help",
            "helped",
            "hurt",
            "boost",
            "boosted",
            "affect",
            "affected",
            "change",
            "changed",
            "benefit",
            "benefited",
            "harm",
            "harmed",
            "shape",
            "shaped",
            "reshape",
            "reshaped",
            "increase",
            "increased",
            "raise",
            "raised",
            "lead",
            "led",
            "cause",
            "caused",
            "make",
            "made",
            "support",
            "supported");

    private static final Set<String> FLOWS = Set.of(
            "export",
            "import",
            "exporter",
            "importer",
            "shipment",
            "purchase",
            "sale",
            "producer",
            "supplier",
            "buyer");

    /** What is listed, behind a word that says which of it. */
    private static final Set<String> LISTED = Set.of(
            "countries",
            "economies",
            "nations",
            "states",
            "members",
            "exporters",
            "importers",
            "products",
            "goods",
            "partners",
            "markets",
            "suppliers",
            "buyers");

    /** Endings of words that rather describe a flow than name what flows. */
    private static final String DESCRIBES = ".*(al|ing|ed|ful|ive|ous|ic|ar|ent|ant|est|able|ible|ly|er|ary)";

    /** Endings of words that colour a question and restrict nothing. */
    private static final String JUDGES = ".*(ly|est|ful|ive|ous|ible|able|ing)";

    // in questions of more words what is unknown is seldom the point
    private static final int LONG = 20;
    private static final int SHORT = 10;

    private UnreadWords() {}

    /** The note of a query that was made without some words. */
    static String note(List<String> unread) {
        return NOTE + String.join(", ", unread) + ".";
    }

    /** What an answer says first when a query was made without some words; empty where none was left out. */
    static String caveat(List<String> notes) {
        return notes.stream()
                .filter(note -> note.startsWith(NOTE))
                .findFirst()
                .map(note -> "*Not taken into account, as I could not relate it to the data: "
                        + note.substring(NOTE.length()) + "*\n\n")
                .orElse("");
    }

    /** The question back where a name is unknown, in trade questions also the name of a good. */
    static Optional<Plan> unknownName(Reading reading) {
        Words words = reading.words();
        Search search = new Search(words, reading.leftover());
        return search.name(false)
                .or(() -> search.good(reading))
                .or(() -> search.plainName(reading))
                .map(unknown -> "I know no country, group or product called \"" + unknown
                        + "\". Please give another name, or ask without it.")
                .or(() -> search.quality()
                        .map(unknown -> "Nothing in the data says what is \"" + unknown
                                + "\". Give a figure and a bound instead, or ask without it."))
                .map(message -> new Plan.Clarify(message, List.of()));
    }

    /**
     * What stands where a name belongs and is none, in questions on data whose names are all known: every word that was not
     * understood and that neither judges nor dates.
     */
    static List<String> unknownNames(ModelQuestion question) {
        return new Search(question.words(), question.unknown()).names();
    }

    /** The look for such a word in one question. */
    private record Search(Words words, List<String> unread) {

        Optional<String> name(boolean everywhere) {
            if (isTitle() || words.size() > LONG && !everywhere) {
                return Optional.empty();
            }
            for (int i = 0; i < words.size(); i++) {
                boolean first = i == 0 && !isOwner(i) && !(i + 1 < words.size() && isName(i + 1));
                int article = i > 1 && word(i - 1).folded().equals("the") ? 1 : 0;
                boolean placed = everywhere
                        || i > article
                                && BEFORE_NAMES.contains(word(i - 1 - article).folded())
                        || isOwner(i);
                if (isName(i) && !first && placed && !isContext(i)) {
                    int end = i + 1;
                    while (end < words.size() && isName(end)) {
                        end++;
                    }
                    return Optional.of(words.slice(i, end));
                }
            }
            return Optional.empty();
        }

        List<String> names() {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < words.size(); i++) {
                int end = i;
                while (end < words.size()
                        && isUnread(end)
                        && !isContext(end)
                        && (word(end).isCapitalised() || !word(end).folded().matches(JUDGES))) {
                    end++;
                }
                if (end > i) {
                    names.add(words.slice(i, end));
                    i = end;
                }
            }
            return names;
        }

        /** "Exports of unobtainium", "unobtainium exports". */
        Optional<String> good(Reading reading) {
            if (!reading.goods().isEmpty() || words.size() > SHORT) {
                return Optional.empty();
            }
            for (int i = 0; i < words.size(); i++) {
                boolean behind = i > 1
                        && word(i - 1).folded().equals("of")
                        && FLOWS.contains(word(i - 2).stem())
                        && !isMentioned(reading, i + 1);
                boolean before = i + 1 < words.size()
                        && FLOWS.contains(word(i + 1).stem())
                        && !word(i).folded().matches(DESCRIBES);
                if (isUnread(i) && (behind || before)) {
                    return Optional.of(word(i).raw());
                }
            }
            return Optional.empty();
        }

        /** Without a capital letter the place tells: "exports to wakanda", "wakanda's exports", "wakanda coffee exports". */
        Optional<String> plainName(Reading reading) {
            for (int i = 0; i < words.size(); i++) {
                boolean direction = i > 1
                        && Set.of("to", "from").contains(word(i - 1).folded())
                        && isTraded(reading, i - 2)
                        && isEnd(i + 1);
                boolean begins = i == 0
                        && words.size() > 1
                        && reading.places(Reading.Role.SUBJECT).isEmpty()
                        && isMentioned(reading, 1)
                        && !word(i).folded().matches(DESCRIBES);
                if (isUnread(i)
                        && !isContext(i)
                        && (direction
                                || isOwner(i) && !(i > 0 && word(i - 1).folded().equals("the"))
                                || begins)) {
                    return Optional.of(word(i).raw());
                }
            }
            return Optional.empty();
        }

        /** "Landlocked countries", "how concentrated": a choice or a figure that would be lost. */
        Optional<String> quality() {
            if (words.size() > LONG) {
                return Optional.empty();
            }
            for (int i = 0; i < words.size(); i++) {
                boolean chooses = i + 1 < words.size()
                        && !word(i).isCapitalised()
                        && LISTED.contains(word(i + 1).folded());
                boolean measures = i == 1
                        && word(0).folded().equals("how")
                        && !Set.of("fast", "quickly", "strongly").contains(word(i).folded());
                if (isUnread(i) && !isContext(i) && (chooses || measures)) {
                    return Optional.of(word(i).raw());
                }
            }
            return Optional.empty();
        }

        private static boolean isTraded(Reading reading, int index) {
            return reading.mentions().stream()
                    .anyMatch(mention ->
                            mention.kind() != Reading.Kind.PLACE && mention.start() <= index && index < mention.end());
        }

        private boolean isEnd(int index) {
            return index >= words.size()
                    || word(index).isDigits()
                    || Set.of("in", "and", "since", "between", "during", "for", "over")
                            .contains(word(index).folded());
        }

        private static boolean isMentioned(Reading reading, int index) {
            return reading.mentions().stream().anyMatch(mention -> mention.start() <= index && index < mention.end());
        }

        private boolean isUnread(int index) {
            return unread.contains(word(index).raw());
        }

        private boolean isName(int index) {
            return isUnread(index) && word(index).isCapitalised();
        }

        private boolean isOwner(int index) {
            return words.text().startsWith("'s", word(index).end())
                    || words.text().startsWith("’s", word(index).end());
        }

        private boolean isContext(int index) {
            List<String> before = new ArrayList<>();
            for (int i = Math.max(0, index - 4); i < index; i++) {
                before.add(word(i).stem());
            }
            boolean acts = index > 0
                    && Set.of("has", "have", "did", "does", "do")
                            .contains(word(index - 1).folded())
                    && index + 1 < words.size()
                    && ACTS.contains(word(index + 1).folded());
            return acts
                    || before.stream().anyMatch(CONTEXT::contains)
                    || index + 1 < words.size()
                            && CONTEXT.contains(word(index + 1).stem());
        }

        /** Where all words have capitals, these tell nothing. */
        private boolean isTitle() {
            List<Word> telling = words.list().stream()
                    .skip(1)
                    .filter(word -> word.raw().length() > 3 && !word.isDigits())
                    .toList();
            return telling.size() > 2 && telling.stream().allMatch(Word::isCapitalised);
        }

        private Word word(int index) {
            return words.list().get(index);
        }
    }
}
