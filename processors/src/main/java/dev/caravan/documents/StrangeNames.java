package dev.caravan.documents;

import dev.caravan.text.IdleWords;
import java.time.Month;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names in a question that no document knows. What is asked of them would otherwise be answered from the document that is
 * nearest in all other words, which is another organisation's.
 */
final class StrangeNames {
    private static final Pattern MIXED = Pattern.compile("\\p{Lu}[\\p{L}.’'-]*\\p{Ll}[\\p{L}.’'-]*");
    private static final Pattern CAPITALS = Pattern.compile("\\p{Lu}[\\p{Lu}&]+");
    private static final Pattern POSSESSIVE = Pattern.compile("['’]s?$");
    private static final Pattern EDGES = Pattern.compile("^[^\\p{L}\\p{N}]+|[^\\p{L}\\p{N}]+$");
    private static final Pattern ENDS = Pattern.compile("(?!\\p{Lu}\\p{Ll}{0,3}\\.$).*[.?!:]$");
    /** Words that begin an instruction and may be written with a capital. */
    private static final Set<String> INSTRUCTIONS = Set.of(
            "answer",
            "assume",
            "calculate",
            "compare",
            "compute",
            "considering",
            "describe",
            "determine",
            "estimate",
            "explain",
            "find",
            "give",
            "identify",
            "list",
            "name",
            "provide",
            "report",
            "roughly",
            "show",
            "state",
            "summarise",
            "summarize",
            "tell",
            "using",
            "what's",
            "who's");
    /** How money, accounts and periods are written short. */
    private static final Set<String> SHORT = Set.of(
            "usd", "us", "eur", "gbp", "fy", "cy", "q", "h", "yoy", "ttm", "eps", "gaap", "ifrs", "ebit", "ebitda",
            "ebitdar", "capex", "opex", "cogs", "ppe", "ppne", "pp&e", "r&d", "sg&a", "p&l", "m&a", "roa", "roe", "roi",
            "dio", "dso", "dpo", "ccc", "sec", "ceo", "cfo", "esg", "fx", "non", "it", "ai", "id", "ok");

    private static final Set<String> MONTHS = Arrays.stream(Month.values())
            .map(month -> month.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());

    /** What figures are called by and no organisation begins with. */
    private static final Set<String> QUALIFIERS = Set.of(
            "highest",
            "lowest",
            "largest",
            "biggest",
            "smallest",
            "greatest",
            "most",
            "least",
            "total",
            "net",
            "gross",
            "average",
            "annual",
            "quarterly",
            "adjusted",
            "real",
            "fiscal",
            "year",
            "quarter",
            "item",
            "note",
            "page");

    private static final Set<String> LINKS = Set.of("of", "&");

    private record Token(String word, boolean possessive, boolean opens, boolean named) {}

    private StrangeNames() {}

    /**
     * The names, as they are written.
     *
     * @param known whether documents hold a phrase, or the workspace knows it as a term
     */
    static List<String> of(String question, Predicate<String> known) {
        List<Token> tokens = tokens(question);
        // where every word has a capital, capitals tell nothing
        long capitals = tokens.stream().filter(Token::named).count();
        boolean titled = capitals > 3 && capitals * 10 > tokens.size() * 7L;
        List<String> strange = new ArrayList<>();
        List<Token> run = new ArrayList<>();
        for (int i = 0; i <= tokens.size(); i++) {
            Token token = i < tokens.size() ? tokens.get(i) : null;
            boolean joins = token != null
                    && LINKS.contains(token.word())
                    && !run.isEmpty()
                    && i + 1 < tokens.size()
                    && tokens.get(i + 1).named();
            if (joins || token != null && token.named() && !(token.opens() && !run.isEmpty())) {
                run.add(token);
                if (!token.possessive()) {
                    continue;
                }
            } else if (token != null && token.named()) {
                i--;
            }
            if (!titled || run.stream().anyMatch(Token::possessive)) {
                name(run, known).ifPresent(strange::add);
            }
            run.clear();
        }
        return strange.stream().distinct().toList();
    }

    private static Optional<String> name(List<Token> run, Predicate<String> known) {
        List<Token> name = new ArrayList<>(run);
        while (!name.isEmpty() && isOrdinary(name.get(0))) {
            name.remove(0);
        }
        // a lone word at the beginning of a sentence is written with a capital whatever it is
        boolean lone = name.size() == 1 && name.get(0).opens() && !name.get(0).possessive();
        // a figure that is written with capitals
        boolean figure = run.stream().anyMatch(token -> SHORT.contains(lower(token)))
                && name.stream().noneMatch(Token::possessive);
        boolean month = name.stream().allMatch(token -> MONTHS.contains(lower(token)));
        if (name.isEmpty() || lone || figure || month) {
            return Optional.empty();
        }
        String written = name.stream().map(Token::word).collect(Collectors.joining(" "));
        return known.test(written) ? Optional.empty() : Optional.of(written);
    }

    private static boolean isOrdinary(Token token) {
        String word = lower(token);
        return SHORT.contains(word)
                || QUALIFIERS.contains(word)
                || token.opens() && (IdleWords.ALL.contains(word) || INSTRUCTIONS.contains(word));
    }

    private static String lower(Token token) {
        return token.word().toLowerCase(Locale.ROOT);
    }

    private static List<Token> tokens(String question) {
        List<Token> tokens = new ArrayList<>();
        boolean opens = true;
        for (String written : question.strip().split("\\s+")) {
            String bare = EDGES.matcher(written).replaceAll("");
            String word = POSSESSIVE.matcher(bare).replaceFirst("");
            boolean named =
                    MIXED.matcher(word).matches() || CAPITALS.matcher(word).matches();
            if (!word.isEmpty() || written.equals("&")) {
                boolean possessive = !word.equals(bare) || written.endsWith("'") || written.endsWith("’");
                tokens.add(new Token(word.isEmpty() ? written : word, named && possessive, opens, named));
            }
            opens = ENDS.matcher(written).matches();
        }
        return tokens;
    }
}
