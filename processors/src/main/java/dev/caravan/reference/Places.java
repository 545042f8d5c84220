package dev.caravan.reference;

import java.util.ArrayList;
import java.util.List;

/** The numbers behind a head with their finer places: {@code 6, 7 Absatz 1 Satz 2 und 9 bis 11}. */
final class Places {
    // numbers of sections are listed; those of finer places only belong to the section before them
    private static final int SECTIONS = -1;

    private final ReferenceWords words;
    private final List<Token> tokens;
    private final String head;
    private final List<String> targets = new ArrayList<>();
    private int level = SECTIONS;
    // English brackets its finer places, so a bare number is a section again
    private boolean bracketed;
    private int end;

    /** For a kind of head; none for places of the section at hand. */
    Places(ReferenceWords words, List<Token> tokens, String head) {
        this.words = words;
        this.tokens = tokens;
        this.head = head;
    }

    /** Behind the last token. */
    int end() {
        return end;
    }

    /** Keys of the sections. */
    List<String> targets() {
        return targets.stream().distinct().toList();
    }

    /** Reads from the first number of a section on; false when there is none. */
    boolean read(int at) {
        if (!isSectionNumber(at)) {
            return false;
        }
        take(at);
        while (advance()) {
            // each step takes one place
        }
        return true;
    }

    /** Reads from a finer place on, which belongs to the section at hand. */
    boolean readFrom(int at) {
        end = at;
        if (!unit(at)) {
            return false;
        }
        while (advance()) {
            // each step takes one place
        }
        return true;
    }

    private boolean advance() {
        return unit(end)
                || ordinal(end)
                || bracket(end)
                || following(end)
                || dotted(end)
                || range(end)
                || joined(end)
                || together(end);
    }

    private void take(int at) {
        if (level == SECTIONS) {
            String number = tokens.get(at).lower();
            targets.add(head.equals("annex") ? SectionKey.annex(number) : number);
        }
        end = at + 1;
    }

    /** A unit and its number: Absatz 1, Abs. 1a, point (f). */
    private boolean unit(int at) {
        int behind = behindUnit(at);
        if (behind < 0) {
            return false;
        }
        level = words.unit(tokens.get(at));
        bracketed = false;
        if (isBracket(behind)) {
            return bracket(behind);
        }
        // Buchst. a), with the bracket that closes it
        end = behind + (isClosed(behind) ? 2 : 1);
        return true;
    }

    /** Where the number of a unit stands; -1 where the token is no unit or nothing follows. */
    private int behindUnit(int at) {
        if (at >= tokens.size() || words.unit(tokens.get(at)) < 0) {
            return -1;
        }
        int behind = ReferenceReader.abbreviationEnd(tokens, at + 1);
        return isPlaceNumber(behind) || isBracket(behind) || isClosed(behind) ? behind : -1;
    }

    /** Zweiter Halbsatz. */
    private boolean ordinal(int at) {
        if (at + 1 < tokens.size() && words.is("ordinals", tokens.get(at)) && words.unit(tokens.get(at + 1)) >= 0) {
            end = at + 2;
            return true;
        }
        return false;
    }

    private boolean isBracket(int at) {
        return at + 2 < tokens.size()
                && tokens.get(at).text().equals("(")
                && tokens.get(at + 2).text().equals(")")
                && (tokens.get(at + 1).isNumber()
                        || tokens.get(at + 1).isLetter()
                        || tokens.get(at + 1).text().matches("[ivx]{2,5}|[A-Z]"));
    }

    /** (1)(f), as English writes it. */
    private boolean bracket(int at) {
        if (!isBracket(at)) {
            return false;
        }
        level = Math.max(level, 0);
        bracketed = true;
        end = at + 3;
        return true;
    }

    /** § 7 f. and the next one, §§ 823 ff. and those that follow, how many is not said. */
    private boolean following(int at) {
        if (level != SECTIONS || at >= tokens.size() || head.isEmpty()) {
            return false;
        }
        String text = tokens.get(at).text();
        int behind = ReferenceReader.abbreviationEnd(tokens, at + 1);
        if (!text.equals("ff") && !(text.equals("f") && behind > at + 1)) {
            return false;
        }
        String last = targets.get(targets.size() - 1);
        if (text.equals("f") && last.matches("\\d{1,6}")) {
            targets.add(String.valueOf(Integer.parseInt(last) + 1));
        }
        end = behind;
        return true;
    }

    /** Nummer 1.1. */
    private boolean dotted(int at) {
        boolean more = level != SECTIONS
                && at + 1 < tokens.size()
                && tokens.get(at).text().equals(".")
                && tokens.get(at - 1).isNumber()
                && tokens.get(at + 1).isNumber()
                && tokens.get(at).start() == tokens.get(at - 1).end()
                && tokens.get(at + 1).start() == tokens.get(at).end();
        end = more ? at + 2 : end;
        return more;
    }

    private boolean range(int at) {
        if (at + 1 >= tokens.size() || !words.is("ranges", tokens.get(at))) {
            return false;
        }
        // § 7a bis § 7c
        boolean headed = words.head(tokens.get(at + 1)).equals(head);
        int to = headed ? ReferenceReader.abbreviationEnd(tokens, at + 2) : at + 1;
        if (level == SECTIONS && isSectionNumber(to) && !head.equals("annex")) {
            String from = targets.remove(targets.size() - 1);
            targets.addAll(SectionKey.range(from, tokens.get(to).lower()));
            end = to + 1;
            return true;
        }
        if (level != SECTIONS && isPlaceNumber(at + 1)) {
            end = at + 2;
            return true;
        }
        return level != SECTIONS && bracket(at + 1);
    }

    private boolean joined(int at) {
        int next = at;
        while (next < tokens.size() && next < at + 2 && words.is("joins", tokens.get(next))) {
            next++;
        }
        if (next == at || next >= tokens.size()) {
            return false;
        }
        return unit(next) || level != SECTIONS && bracket(next) || number(next);
    }

    /** A number without a unit: of the list at hand, or of the next section where a unit as coarse as the last one follows. */
    private boolean number(int at) {
        if (level == SECTIONS) {
            return section(at);
        }
        int follower =
                at + 1 < tokens.size() && behindUnit(at + 1) >= 0 ? words.unit(tokens.get(at + 1)) : Integer.MAX_VALUE;
        if ((bracketed || follower <= level) && !head.isEmpty()) {
            level = SECTIONS;
            bracketed = false;
            return section(at);
        }
        if (!isPlaceNumber(at) || isListNumber(at)) {
            return false;
        }
        end = at + 1;
        return true;
    }

    /** "§ 107, 2. …": the number of the next item of a list, known by its full stop and by being no higher than the last section. */
    private boolean isListNumber(int at) {
        boolean stopped = at + 1 < tokens.size()
                && tokens.get(at + 1).text().equals(".")
                && tokens.get(at).isNumber();
        return stopped && (tokens.get(at - 1).text().equals(",") || !isHigher(at));
    }

    private boolean isHigher(int at) {
        return targets.isEmpty()
                || head.equals("annex")
                || value(tokens.get(at).lower()) > value(targets.get(targets.size() - 1));
    }

    private static int value(String number) {
        String digits = number.replaceAll("\\D", "");
        return digits.isEmpty() || digits.length() > 9 ? 0 : Integer.parseInt(digits);
    }

    private boolean section(int at) {
        if (head.isEmpty() || !isSectionNumber(at) || isListNumber(at)) {
            return false;
        }
        take(at);
        return true;
    }

    private boolean together(int at) {
        for (List<String> phrase : words.together()) {
            int behind = at + phrase.size();
            if (behind < tokens.size()
                    && tokens.subList(at, behind).stream()
                            .map(Token::lower)
                            .toList()
                            .equals(phrase)
                    && behindUnit(behind) >= 0) {
                return unit(behind);
            }
        }
        return false;
    }

    private boolean isSectionNumber(int at) {
        if (at >= tokens.size()) {
            return false;
        }
        Token token = tokens.get(at);
        return token.isNumber()
                || head.equals("annex") && (token.isRoman() || token.text().matches("[A-Z]"));
    }

    private boolean isPlaceNumber(int at) {
        if (at >= tokens.size()) {
            return false;
        }
        Token token = tokens.get(at);
        return token.isNumber() || token.isRoman() || isPlaceLetter(at);
    }

    /** A single letter is a place, unless it is the first of a word that follows, such as a list's own "a)". */
    private boolean isPlaceLetter(int at) {
        Token token = tokens.get(at);
        return !isClosed(at) && (token.isLetter() || token.text().matches("[A-Z]"));
    }

    private boolean isClosed(int at) {
        return at + 1 < tokens.size()
                && tokens.get(at).isLetter()
                && tokens.get(at + 1).text().equals(")")
                && tokens.get(at + 1).start() == tokens.get(at).end();
    }
}
