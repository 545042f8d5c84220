package dev.caravan.reference;

import java.util.List;
import java.util.Optional;

/** Finds the name of a law or document in a row of tokens. */
final class LawNames {
    // adjectives and nouns before the word that makes it a law: "the Aviation and Maritime Investment Act"
    private static final int WORDS_BEFORE = 7;
    private static final int WORDS_OF_SUBJECT = 16;

    private final ReferenceWords words;

    LawNames(ReferenceWords words) {
        this.words = words;
    }

    /**
     * A name found.
     *
     * @param start first token
     * @param end behind the last token
     * @param own whether it says "this law" only
     */
    record Name(int start, int end, boolean own) {}

    /** The law that a reference ending before {@code at} names itself to be in. */
    Optional<Name> behind(List<Token> tokens, int at) {
        if (at >= tokens.size()) {
            return Optional.empty();
        }
        if (isAbbreviation(tokens.get(at))
                || words.all("laws/short").contains(tokens.get(at).text())) {
            return Optional.of(new Name(at, book(tokens, at + 1), false));
        }
        int first = at;
        while (first < tokens.size() && first < at + 2 && words.is("of", tokens.get(first))) {
            first++;
        }
        if (first < tokens.size() && words.is("articles", tokens.get(first)) && !words.is("of", tokens.get(first))) {
            first++;
        }
        if (first >= tokens.size()) {
            return Optional.empty();
        }
        if (words.is("this", tokens.get(first))) {
            return first + 1 < tokens.size() && tokens.get(first + 1).isCapitalised()
                    ? Optional.of(new Name(first, first + 2, true))
                    : Optional.empty();
        }
        if (first == at) {
            return Optional.empty();
        }
        return isAbbreviation(tokens.get(first))
                ? Optional.of(new Name(first, book(tokens, first + 1), false))
                : at(tokens, first);
    }

    /** Behind the number of a book of a code: SGB X. */
    private static int book(List<Token> tokens, int at) {
        return at < tokens.size() && tokens.get(at).isRoman() ? at + 1 : at;
    }

    /** The name that begins at a token. */
    Optional<Name> at(List<Token> tokens, int first) {
        Optional<Name> act = europeanAct(tokens, first);
        if (act.isPresent()) {
            return act;
        }
        for (int i = first; i < tokens.size() && i <= first + WORDS_BEFORE; i++) {
            Token token = tokens.get(i);
            if (isLawWord(token)) {
                int end = year(tokens, subject(tokens, i + 1));
                boolean general = words.is("laws/general", token);
                return general && i == first && end == i + 1
                        ? Optional.empty()
                        : Optional.of(new Name(first, end, false));
            }
            if (i == first && words.is("articles", token)) {
                return Optional.empty();
            }
            boolean joining =
                    i > first && words.is("joins", token) && !token.text().equals(",");
            if (!token.isCapitalised() && !joining || words.is("of", token)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Regulation (EU) 2016/679, Verordnung (EG) Nr. 794/2004, Directive 95/46/EC. */
    private Optional<Name> europeanAct(List<Token> tokens, int first) {
        if (!words.is("laws/general", tokens.get(first))) {
            return Optional.empty();
        }
        int i = first + 1;
        if (is(tokens, i, "(") && is(tokens, i + 2, ")")) {
            i += 3;
        }
        if (i < tokens.size() && (is(tokens, i, "nr") || is(tokens, i, "no"))) {
            i += is(tokens, i + 1, ".") ? 2 : 1;
        }
        return i < tokens.size() && tokens.get(i).isActNumber()
                ? Optional.of(new Name(first, i + 1, false))
                : Optional.empty();
    }

    /** Behind what a law is about: "über die Umweltverträglichkeitsprüfung". */
    private int subject(List<Token> tokens, int at) {
        if (at >= tokens.size()
                || !words.is("laws/about", tokens.get(at))
                || !words.is("laws/general", tokens.get(at - 1))) {
            return at;
        }
        int end = at;
        for (int i = at + 1; i < tokens.size() && i < at + WORDS_OF_SUBJECT; i++) {
            Token token = tokens.get(i);
            if (!Character.isLetter(token.text().charAt(0))) {
                break;
            }
            if (token.isCapitalised()) {
                end = i + 1;
            } else if (end == i && !isLink(token)) {
                // a verb goes on with the sentence
                break;
            }
        }
        return end == at ? at : end;
    }

    /** Behind the year of an English act. */
    private static int year(List<Token> tokens, int at) {
        return at < tokens.size() && tokens.get(at).text().matches("(?:1[89]|20)\\d\\d") ? at + 1 : at;
    }

    private boolean isLink(Token token) {
        return words.is("articles", token)
                || words.is("of", token)
                || words.is("joins", token)
                || words.is("laws/about", token);
    }

    private boolean isLawWord(Token token) {
        if (!token.isCapitalised() || words.is("laws/not", token)) {
            return false;
        }
        for (String ending : words.all("laws/endings")) {
            if (token.lower().endsWith(ending)
                    && (isGermanCompound(token, ending) || token.lower().equals(ending))) {
                return true;
            }
        }
        return false;
    }

    /** Only German writes what a law is about and the word law in one. */
    private boolean isGermanCompound(Token token, String ending) {
        return token.text().length() > ending.length() + 2
                && words.is("laws/compound", new Token(ending, ending, 0, 0));
    }

    /** AtG, StrlSchV, BGB, GDPR, DS-GVO. */
    static boolean isAbbreviation(Token token) {
        String text = token.text();
        return text.length() >= 3
                && text.length() <= 16
                && !token.isRoman()
                && text.chars().filter(Character::isUpperCase).count() >= 2
                && Character.isUpperCase(text.charAt(0))
                && Character.isUpperCase(text.charAt(text.length() - 1))
                && text.chars().allMatch(c -> Character.isLetter(c) || c == '-');
    }

    private static boolean is(List<Token> tokens, int at, String text) {
        return at < tokens.size() && tokens.get(at).lower().equals(text);
    }
}
