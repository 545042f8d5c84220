package dev.caravan.reference;

import dev.caravan.reference.LawNames.Name;
import dev.caravan.reference.Reference.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds every reference of a text, German or English, by a small grammar: a head ({@code §}, {@code Artikel}, {@code Annex}), numbers with
 * finer places, and the law behind them. Without a head, a place such as {@code Absatz 2} belongs to the section at hand.
 */
public final class ReferenceReader {
    private static final Pattern URL = Pattern.compile("https?://[^\\s)\\]>\"]*[^\\s)\\]>\".,;:]");
    private static final Pattern NUMBERED = Pattern.compile("\\[\\d{1,3}(?:\\s?[,–-]\\s?\\d{1,3})*]");
    private static final Pattern SHORT_FORM = Pattern.compile(
            "(?!(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
                    + "|January|February|March|May|June|July|October|December)\\b)"
                    + "\\p{Lu}[\\p{L}'-]+(?: (?:and|und|&) \\p{Lu}[\\p{L}'-]+| et al\\.)?,? \\(?(?:19|20)\\d\\d[a-z]?\\)");

    private final ReferenceWords words;
    private final LawNames laws;

    /** With the words that ship with the product. */
    public ReferenceReader() {
        this.words = ReferenceWords.shipped();
        this.laws = new LawNames(words);
    }

    /** A reference as it is read, in tokens; {@code law} is there where the text names one. */
    private record Found(Kind kind, int start, int end, Optional<Name> law, List<String> targets) {}

    /** The references of a text in order; none overlaps another. */
    public List<Reference> read(String text) {
        List<Token> tokens = Token.of(text);
        List<Found> found = new ArrayList<>();
        for (int i = 0; i < tokens.size(); ) {
            int at = i;
            Optional<Found> next = section(tokens, at).or(() -> own(tokens, at)).or(() -> document(tokens, at));
            next.ifPresent(found::add);
            i = next.map(Found::end).orElse(i + 1);
        }
        List<Reference> references = new ArrayList<>(written(text, tokens, chained(tokens, found)));
        add(references, text, URL, Kind.EXTERNAL);
        add(references, text, NUMBERED, Kind.ACADEMIC_NUMBERED);
        add(references, text, SHORT_FORM, Kind.ACADEMIC_SHORTFORM);
        references.sort(Comparator.comparingInt(Reference::start));
        return references;
    }

    private static void add(List<Reference> references, String text, Pattern pattern, Kind kind) {
        pattern.matcher(text).results().forEach(match -> {
            Reference reference = new Reference(kind, match.start(), match.end(), match.group(), "", List.of());
            if (references.stream().noneMatch(reference::overlaps)) {
                references.add(reference);
            }
        });
    }

    private Optional<Found> section(List<Token> tokens, int at) {
        String head = words.head(tokens.get(at));
        if (head.isEmpty()) {
            return Optional.empty();
        }
        Places places = new Places(words, tokens, head);
        if (!places.read(abbreviationEnd(tokens, at + 1))) {
            return Optional.empty();
        }
        return Optional.of(withLaw(tokens, Kind.LEGAL_SECTION, at, places));
    }

    private Found withLaw(List<Token> tokens, Kind kind, int start, Places places) {
        Optional<Name> law = laws.behind(tokens, places.end());
        return new Found(kind, start, law.map(Name::end).orElse(places.end()), law, places.targets());
    }

    /** Absatz 2, Satz 1; "point (f) of Article 6(1)" goes on to the article. */
    private Optional<Found> own(List<Token> tokens, int at) {
        if (!words.is("own", tokens.get(at))) {
            return Optional.empty();
        }
        Places places = new Places(words, tokens, "");
        if (!places.readFrom(at)) {
            return Optional.empty();
        }
        int next = places.end();
        if (next + 1 < tokens.size() && words.is("of", tokens.get(next))) {
            Optional<Found> section = section(tokens, next + 1);
            if (section.isPresent()) {
                return Optional.of(new Found(
                        Kind.LEGAL_SECTION,
                        at,
                        section.get().end(),
                        section.get().law(),
                        section.get().targets()));
            }
        }
        Optional<Name> law = laws.behind(tokens, next).filter(Name::own);
        return Optional.of(new Found(Kind.OWN_SECTION, at, law.map(Name::end).orElse(next), law, List.of()));
    }

    private Optional<Found> document(List<Token> tokens, int at) {
        if (!tokens.get(at).isCapitalised()) {
            return Optional.empty();
        }
        return laws.at(tokens, at)
                .map(name -> new Found(Kind.DOCUMENT_MENTION, name.start(), name.end(), Optional.of(name), List.of()));
    }

    /** A reference without a law takes that of the next one where nothing but joining words is between them. */
    private List<Found> chained(List<Token> tokens, List<Found> found) {
        List<Found> chained = new ArrayList<>(found);
        for (int i = chained.size() - 2; i >= 0; i--) {
            Found one = chained.get(i);
            Found next = chained.get(i + 1);
            if (one.kind() == Kind.LEGAL_SECTION
                    && next.kind() == Kind.LEGAL_SECTION
                    && one.law().isEmpty()
                    && isSameKindOfLaw(tokens.get(one.start()), tokens.get(next.start()))
                    && isJoined(tokens.subList(one.end(), next.start()))) {
                chained.set(i, new Found(one.kind(), one.start(), one.end(), next.law(), one.targets()));
            }
        }
        return chained;
    }

    /** A law is divided into sections or into articles; either may have annexes. */
    private boolean isSameKindOfLaw(Token one, Token other) {
        List<String> heads = List.of(words.head(one), words.head(other));
        return !heads.containsAll(List.of("section", "article"));
    }

    private boolean isJoined(List<Token> between) {
        List<String> rest = new ArrayList<>();
        for (Token token : between) {
            if (!words.is("chains", token)) {
                rest.add(token.lower());
            }
        }
        return rest.isEmpty() || words.together().contains(rest);
    }

    private List<Reference> written(String text, List<Token> tokens, List<Found> found) {
        return found.stream()
                .map(each -> new Reference(
                        each.kind(),
                        tokens.get(each.start()).start(),
                        tokens.get(each.end() - 1).end(),
                        text.substring(
                                tokens.get(each.start()).start(),
                                tokens.get(each.end() - 1).end()),
                        each.law()
                                .filter(name -> !name.own())
                                .map(name -> text.substring(
                                        tokens.get(name.start()).start(),
                                        tokens.get(name.end() - 1).end()))
                                .orElse(""),
                        each.targets()))
                .toList();
    }

    /** Behind the full stop of an abbreviation. */
    static int abbreviationEnd(List<Token> tokens, int at) {
        return at < tokens.size()
                        && tokens.get(at).text().equals(".")
                        && tokens.get(at).start() == tokens.get(at - 1).end()
                ? at + 1
                : at;
    }
}
