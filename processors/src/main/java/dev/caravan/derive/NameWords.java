package dev.caravan.derive;

import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Turns names of tables and columns into words: at underscores and capitals, and where all is written as one, into words that
 * stand alone elsewhere in the schema ({@code citingpaperid}: citing paper id). Usual abbreviations are written out.
 */
final class NameWords {
    private static final Map<String, String> ABBREVIATIONS = Map.ofEntries(
            Map.entry("dt", "date"),
            Map.entry("ts", "time"),
            Map.entry("amt", "amount"),
            Map.entry("num", "number"),
            Map.entry("no", "number"),
            Map.entry("nbr", "number"),
            Map.entry("cnt", "count"),
            Map.entry("qty", "quantity"),
            Map.entry("desc", "description"),
            Map.entry("addr", "address"),
            Map.entry("tot", "total"),
            Map.entry("avg", "average"),
            Map.entry("ins", "insurance"),
            Map.entry("pct", "percentage"),
            Map.entry("cust", "customer"),
            Map.entry("acct", "account"),
            Map.entry("dept", "department"),
            Map.entry("emp", "employee"),
            Map.entry("mgr", "manager"),
            Map.entry("org", "organization"),
            Map.entry("tx", "transaction"),
            Map.entry("txn", "transaction"),
            Map.entry("ccy", "currency"),
            Map.entry("curr", "currency"),
            Map.entry("freq", "frequency"),
            Map.entry("hrs", "hours"),
            Map.entry("min", "minimum"),
            Map.entry("max", "maximum"),
            Map.entry("loc", "location"),
            Map.entry("cat", "category"),
            Map.entry("prod", "product"),
            Map.entry("inv", "invoice"),
            Map.entry("reg", "registration"),
            Map.entry("appr", "approval"),
            Map.entry("msg", "message"),
            Map.entry("pwd", "password"),
            Map.entry("tel", "telephone"),
            Map.entry("yr", "year"),
            Map.entry("mth", "month"),
            Map.entry("diag", "diagnosis"),
            Map.entry("doc", "doctor"),
            Map.entry("med", "medication"),
            Map.entry("meds", "medications"),
            Map.entry("dos", "dose"),
            Map.entry("admin", "administration"),
            Map.entry("bal", "balance"),
            Map.entry("stat", "status"),
            Map.entry("lat", "latitude"),
            Map.entry("lon", "longitude"),
            Map.entry("lng", "longitude"),
            Map.entry("crtd", "created"),
            Map.entry("upd", "updated"),
            Map.entry("temp", "temperature"),
            Map.entry("wt", "weight"),
            Map.entry("ht", "height"),
            Map.entry("pop", "population"),
            Map.entry("lang", "language"),
            Map.entry("lvl", "level"),
            Map.entry("seq", "sequence"),
            Map.entry("ref", "reference"));
    private static final List<String> USUAL = List.of(
            "id",
            "name",
            "date",
            "time",
            "code",
            "type",
            "number",
            "num",
            "count",
            "status",
            "address",
            "city",
            "state",
            "country",
            "postal",
            "zip",
            "email",
            "phone",
            "join",
            "start",
            "end",
            "first",
            "last",
            "middle",
            "birth",
            "price",
            "amount",
            "total",
            "tax",
            "symbol",
            "currency",
            "is",
            "has",
            "active",
            "settlement",
            "str",
            "open",
            "high",
            "low",
            "close",
            "volume",
            "source",
            "exchange",
            "commission",
            "shares",
            "customer",
            "cust",
            "citing",
            "cited",
            "by",
            "year",
            "month",
            "day",
            "key",
            "level",
            "value",
            "unit",
            "order",
            "user",
            "created",
            "updated",
            "description",
            "title",
            "url",
            "size",
            "rate",
            "score",
            "rank",
            "group",
            "class",
            "category");

    private static final Set<String> SHORT = Set.of("id", "by", "is");

    private final Set<String> vocabulary = new HashSet<>(USUAL);

    /** With every name of the schema, whose parts are words to be found in the others. */
    NameWords(Collection<String> names) {
        for (String name : names) {
            parts(name).stream()
                    .filter(part -> part.length() > 2 && part.length() < 12)
                    .forEach(part -> {
                        vocabulary.add(part);
                        vocabulary.add(Words.stem(part));
                    });
        }
    }

    private static List<String> parts(String name) {
        return Arrays.stream(name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
                        .split("[^A-Za-z0-9]+"))
                .filter(part -> !part.isEmpty())
                .map(part -> part.toLowerCase(Locale.ROOT))
                .toList();
    }

    /** The words of a name, as written. */
    List<String> of(String name) {
        List<String> parts = parts(name);
        if (parts.size() > 1) {
            return parts;
        }
        return parts.stream().flatMap(part -> segments(part).stream()).toList();
    }

    /** The fewest words that make up a name; the name itself where there are none. */
    private List<String> segments(String name) {
        List<List<String>> best = new ArrayList<>();
        best.add(List.of());
        for (int end = 1; end <= name.length(); end++) {
            List<String> found = null;
            for (int start = 0; start < end; start++) {
                String word = name.substring(start, end);
                boolean whole = start == 0 && end == name.length();
                boolean known = !whole && vocabulary.contains(word) || word.matches("\\d+");
                if (known
                        && best.get(start) != null
                        && (found == null || best.get(start).size() + 1 < found.size())) {
                    found = new ArrayList<>(best.get(start));
                    found.add(word);
                }
            }
            best.add(found);
        }
        List<String> whole = best.get(name.length());
        boolean short1 = whole != null
                && whole.stream()
                        .filter(word -> word.length() < 3 && !SHORT.contains(word) && !word.matches("\\d+"))
                        .findAny()
                        .isPresent();
        return whole == null || short1 || vocabularyWord(name) ? List.of(name) : whole;
    }

    /** A word that only looks put together ("username" may be, "status" is not). */
    private static boolean vocabularyWord(String name) {
        return USUAL.contains(name);
    }

    /** The words with abbreviations written out. */
    static List<String> spelt(List<String> words) {
        return words.stream()
                .map(word -> ABBREVIATIONS.getOrDefault(word, word))
                .toList();
    }

    /** The phrases that words give: written out, and as they are. */
    static Set<String> phrases(List<String> words) {
        Set<String> phrases = new LinkedHashSet<>();
        phrases.add(String.join(" ", spelt(words)));
        phrases.add(String.join(" ", words));
        phrases.remove("");
        return phrases;
    }
}
