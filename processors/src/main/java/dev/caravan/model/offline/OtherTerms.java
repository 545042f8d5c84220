package dev.caravan.model.offline;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Questions in terms that the data or the reader do not know: another language, another currency, other prices. */
final class OtherTerms {
    private static final Pattern CURRENCY = Pattern.compile(
            "(?i)[€£¥₹₽]|\\b(in|into|as|to) (the )?(\\w+ )?(euros?(?! (area|zone))|eur|pounds?( sterling)?|sterling|gbp|yen|jpy|yuan|renminbi|rmb|cny|roubles?|rubles?|rub|rupees?|inr|francs?|chf|pesos?|reais|brl|rand|naira|shillings?|won|krw|"
                    + "kron(a|or|er)|lira|dirhams?|riyals?|ringgit|baht|rupiah|cedis?|bitcoins?|gold|(local|national|domestic|own|home) currenc(y|ies)|another currency)\\b|\\b(million|billion|thousand|bn|mn|trillion) (of )?(euros?|pounds|yen|yuan|rubles|roubles|rupees)\\b");

    private static final Pattern PRICES = Pattern.compile(
            "(?i)\\b((constant|fixed|base[- ]year) (us )?(dollars?|prices?|usd)|(constant|real) (\\d{4} )(us )?(dollars?|prices?|usd)|real (dollars?|terms|exports?|imports?|trade|value|values)|inflation[- ]adjusted|adjusted for inflation|deflated|net of inflation|in (\\d{4}) (us )?(dollars|prices))\\b");

    /** Everyday words of a language, none of them English; accents are folded away. */
    private static final Map<String, Set<String>> LANGUAGES = Map.of(
            "German",
                    Set.of(
                            "was",
                            "deutschland",
                            "wie",
                            "viel",
                            "viele",
                            "welche",
                            "welches",
                            "welcher",
                            "der",
                            "die",
                            "das",
                            "und",
                            "ist",
                            "sind",
                            "hat",
                            "haben",
                            "waren",
                            "fur",
                            "von",
                            "nach",
                            "aus",
                            "im",
                            "den",
                            "dem",
                            "wer",
                            "wo",
                            "wurde",
                            "exportiert",
                            "exporte",
                            "importe",
                            "importiert",
                            "zeige",
                            "uber",
                            "mit",
                            "gross",
                            "meisten",
                            "exportierte",
                            "land",
                            "lander"),
            "Spanish",
                    Set.of(
                            "cuanto",
                            "cuanta",
                            "cuantos",
                            "cual",
                            "cuales",
                            "que",
                            "el",
                            "los",
                            "las",
                            "del",
                            "y",
                            "en",
                            "son",
                            "fueron",
                            "fue",
                            "exporto",
                            "exporta",
                            "exportaciones",
                            "importaciones",
                            "importo",
                            "pais",
                            "paises",
                            "por",
                            "para",
                            "con",
                            "una",
                            "como",
                            "donde",
                            "quien",
                            "principales",
                            "mas"),
            "French",
                    Set.of(
                            "quel",
                            "quelle",
                            "quels",
                            "quelles",
                            "combien",
                            "les",
                            "le",
                            "des",
                            "du",
                            "et",
                            "est",
                            "sont",
                            "en",
                            "dans",
                            "pour",
                            "avec",
                            "une",
                            "qui",
                            "ou",
                            "ont",
                            "sur",
                            "pays",
                            "exportations",
                            "importations",
                            "exporte",
                            "importe",
                            "plus",
                            "etait",
                            "etaient",
                            "aux"),
            "Portuguese",
                    Set.of(
                            "quanto",
                            "quantos",
                            "qual",
                            "quais",
                            "o",
                            "os",
                            "das",
                            "dos",
                            "foi",
                            "foram",
                            "sao",
                            "em",
                            "para",
                            "com",
                            "uma",
                            "como",
                            "onde",
                            "exportacoes",
                            "importacoes",
                            "exportou",
                            "importou",
                            "exporta",
                            "paises",
                            "mais"),
            "Italian",
                    Set.of(
                            "quanto",
                            "quanti",
                            "quale",
                            "quali",
                            "il",
                            "gli",
                            "le",
                            "della",
                            "del",
                            "dei",
                            "delle",
                            "sono",
                            "nel",
                            "per",
                            "con",
                            "una",
                            "come",
                            "dove",
                            "chi",
                            "esportazioni",
                            "importazioni",
                            "esportato",
                            "importato",
                            "esporta",
                            "paese",
                            "paesi",
                            "piu"),
            "Dutch",
                    Set.of(
                            "hoeveel",
                            "welke",
                            "wat",
                            "het",
                            "een",
                            "van",
                            "en",
                            "zijn",
                            "waren",
                            "naar",
                            "uit",
                            "voor",
                            "met",
                            "wie",
                            "waar",
                            "landen",
                            "uitvoer",
                            "invoer",
                            "exporteerde",
                            "importeerde",
                            "heeft"));

    private static final Set<String> ENGLISH = Set.of(
            "what", "which", "who", "how", "much", "many", "the", "of", "and", "is", "are", "was", "were", "did",
            "does", "show", "list", "exports", "imports", "export", "import", "trade", "top", "share", "growth", "to",
            "from", "for", "by", "with", "compare", "has", "have");

    private OtherTerms() {}

    /** Why a question cannot be taken in the terms it is asked in. */
    static Optional<String> refuse(String question, Reading reading) {
        if (isForeign(question)) {
            return Optional.of("I understand English only. Example: What were Kenya's top 5 exports in 2023?");
        }
        Matcher currency = CURRENCY.matcher(question);
        if (currency.find()) {
            return Optional.of("All values are in US dollars, and the data hold no exchange rates (\""
                    + currency.group().strip() + "\"). Ask for the figure in dollars.");
        }
        Matcher prices = PRICES.matcher(question);
        boolean priced = reading.metrics().stream().anyMatch(metric -> metric.contains("constant"));
        if (prices.find() && !priced) {
            return Optional.of(
                    "Trade values are in US dollars of each year: the tables hold none at constant prices (\""
                            + prices.group().strip()
                            + "\"). Ask for the figure in current dollars; GDP is also held at constant prices, as \"real GDP\".");
        }
        return Optional.empty();
    }

    /** Another script, or several words of another language and hardly any English one. */
    static boolean isForeign(String question) {
        long letters = question.codePoints().filter(Character::isLetter).count();
        long latin = question.codePoints()
                .filter(c -> Character.isLetter(c) && Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN)
                .count();
        if (letters > 3 && latin * 2 < letters) {
            return true;
        }
        String folded = java.text.Normalizer.normalize(question.toLowerCase(Locale.ROOT), java.text.Normalizer.Form.NFD)
                .replaceAll("\\p{M}+", "");
        List<String> words = Arrays.stream(folded.split("[^\\p{L}]+"))
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList();
        long english = words.stream().filter(ENGLISH::contains).count();
        return LANGUAGES.values().stream().anyMatch(own -> {
            long known = words.stream().filter(own::contains).count();
            return known >= 2 && known > english;
        });
    }
}
