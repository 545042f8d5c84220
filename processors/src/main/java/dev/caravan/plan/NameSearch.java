package dev.caravan.plan;

import dev.caravan.analyst.Member;
import dev.caravan.plan.ResolutionContext.Candidate;
import dev.caravan.semantic.Schema;
import dev.caravan.text.Spelling;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds what the names in a question may stand for: something that is called just so, then something whose name has those words,
 * then something that is spelled nearly so. Names are the values of columns that are called name or title; what is told apart by a
 * number or a code goes by that as well. Other values, such as a state or a country, are left to whoever reads the question.
 */
public final class NameSearch {
    private static final int LONGEST = 8;
    private static final int MOST = 8;
    private static final Set<String> NAMING = Set.of("name", "title");
    private static final Set<String> CODING = Set.of("number", "code", "id", "no");
    private static final Set<String> TYING = Set.of("of", "the", "named", "called");

    /**
     * A name in a question.
     *
     * @param text as written
     * @param kind what the question says it is, as a word; may be empty
     */
    public record Mention(String text, String kind) {}

    /**
     * What a name may stand for.
     *
     * @param candidates the best ones, at most eight
     * @param sure whether one of them is meant for certain; else the person has to say which
     */
    public record Found(List<Candidate> candidates, boolean sure) {
        /** Takes a copy. */
        public Found {
            candidates = List.copyOf(candidates);
        }
    }

    private final Schema schema;
    private final Map<String, List<Candidate>> exact = new HashMap<>();
    private final Map<String, List<Candidate>> byWord = new HashMap<>();
    private final Map<String, Set<String>> values = new HashMap<>();
    private final Map<String, Map<String, String>> valuesByWord = new HashMap<>();
    private final Map<String, List<Candidate>> properByWord = new HashMap<>();
    private final Map<String, Set<String>> relations = new HashMap<>();

    /** Over the values in the data. */
    public NameSearch(Schema schema, List<Member> members) {
        this.schema = schema;
        schema.relations().forEach((table, relation) -> relation.names().forEach(called -> relations
                .computeIfAbsent(Words.key(called), key -> new HashSet<>())
                .add(table)));
        members.forEach(this::add);
    }

    private void add(Member member) {
        String table = Schema.tableOf(member.dimension());
        Schema.Relation relation = schema.relations().get(table);
        if (relation == null || relation.view()) {
            return;
        }
        String column = Schema.columnOf(member.dimension());
        boolean naming = isCalled(relation, column, NAMING);
        if (!naming && !isCalled(relation, column, CODING)) {
            String key = Words.key(member.display());
            values.computeIfAbsent(key, k -> new HashSet<>())
                    .add(table + (isProper(member.display()) ? "" : " as a word"));
            if (isProper(member.display())) {
                for (String word : new LinkedHashSet<>(List.of(key.split(" ")))) {
                    valuesByWord.computeIfAbsent(word, w -> new HashMap<>()).put(key, table);
                }
                put(properByWord, key.split(" ")[0], new Candidate(kind(table), member.dimension(), member.display()));
            }
            return;
        }
        Candidate candidate = new Candidate(kind(table), member.dimension(), member.display());
        put(exact, Words.key(member.display()), candidate);
        member.names().forEach(name -> put(exact, Words.key(name), candidate));
        if (naming) {
            for (String word :
                    new LinkedHashSet<>(List.of(Words.key(member.display()).split(" ")))) {
                put(byWord, word, candidate);
            }
        }
    }

    private static void put(Map<String, List<Candidate>> index, String key, Candidate candidate) {
        if (!key.isEmpty()) {
            List<Candidate> known = index.computeIfAbsent(key, k -> new ArrayList<>());
            if (!known.contains(candidate)) {
                known.add(candidate);
            }
        }
    }

    private static boolean isProper(String value) {
        return !value.equals(value.toLowerCase(Locale.ROOT));
    }

    private static boolean isCalled(Schema.Relation relation, String column, Set<String> endings) {
        return relation.columns().get(column) != null
                && relation.columns().get(column).names().stream()
                        .map(name -> name.substring(name.lastIndexOf(' ') + 1).toLowerCase(Locale.ROOT))
                        .anyMatch(endings::contains);
    }

    private String kind(String table) {
        List<String> names = schema.relations().get(table).names();
        return names.isEmpty() ? table.substring(table.indexOf('.') + 1) : names.get(0);
    }

    /**
     * The names in a question.
     *
     * @param isKnown whether a word means something by itself, whatever the data hold
     */
    public List<Mention> mentions(String question, Predicate<String> isKnown) {
        Words words = Words.of(question);
        List<Mention> mentions = new ArrayList<>();
        int at = 0;
        while (at < words.size()) {
            int end = exactEnd(words, at, isKnown);
            if (end == at) {
                end = unknownEnd(words, at, isKnown);
            }
            if (end > at) {
                mentions.add(mention(words, at, end));
                at = end;
            } else {
                at++;
            }
        }
        return mentions;
    }

    private int exactEnd(Words words, int at, Predicate<String> isKnown) {
        for (int end = Math.min(words.size(), at + LONGEST); end > at; end--) {
            boolean common = end - at == 1
                    && isKnown.test(words.list().get(at).folded())
                    && !words.list().get(at).isCapitalised();
            if (exact.containsKey(words.key(at, end)) && !common) {
                return end;
            }
        }
        return at;
    }

    /** The longest run of words that mean nothing by themselves and stand in a name together. */
    private int unknownEnd(Words words, int at, Predicate<String> isKnown) {
        int end = at;
        while (end < words.size() && !isKnown.test(words.list().get(end).folded())) {
            end++;
        }
        for (int stop = end; stop > at; stop--) {
            String key = words.key(at, stop);
            // a small word is part of many names and means none of them
            boolean small =
                    stop - at == 1 && key.length() < 4 && !words.list().get(at).isCapitalised();
            if (!small && (!partial(key).isEmpty() || !severalThatBegin(key).isEmpty()) || values.containsKey(key)) {
                return stop;
            }
        }
        return end;
    }

    private Mention mention(Words words, int start, int end) {
        int before = start - 1;
        while (before >= 0 && TYING.contains(words.list().get(before).folded())) {
            before--;
        }
        String kind = "";
        int from = start;
        int to = end;
        if (end < words.size()
                && relations.containsKey(words.list().get(end).stem())
                && isOf(words.key(start, end), words.list().get(end).stem())) {
            kind = words.list().get(end).raw();
            to = end + 1;
        } else if (before >= 0
                && relations.containsKey(words.list().get(before).stem())
                && isOf(words.key(start, end), words.list().get(before).stem())) {
            kind = words.list().get(before).raw();
            from = before;
        }
        return new Mention(words.slice(from, to), kind);
    }

    private boolean isOf(String key, String relation) {
        List<Candidate> all = new ArrayList<>(exact.getOrDefault(key, List.of()));
        all.addAll(partial(key));
        return all.stream().anyMatch(each -> relations.get(relation).contains(Schema.tableOf(each.field())));
    }

    /** What a name may stand for; nothing where no name is like it, or where it is a value of another kind. */
    public Found find(Mention mention) {
        String key = bare(mention);
        List<Candidate> same = ofKind(exact.getOrDefault(Words.key(mention.text()), List.of()), "");
        if (same.isEmpty()) {
            same = ofKind(exact.getOrDefault(key, List.of()), mention.kind());
        }
        if (!same.isEmpty()) {
            return found(same, true);
        }
        boolean small = key.length() < 4 && !capital(mention);
        List<Candidate> part = small ? List.of() : ofKind(partial(key), mention.kind());
        List<Candidate> several = severalThatBegin(key);
        if (part.isEmpty() && !several.isEmpty()) {
            return found(several, false);
        }
        if (isValue(key, part)) {
            return new Found(List.of(), true);
        }
        if (!part.isEmpty()) {
            return found(part, capital(mention) || part.stream().allMatch(each -> beginsWith(each, key)));
        }
        return capital(mention) ? found(ofKind(near(key), mention.kind()), false) : new Found(List.of(), false);
    }

    private static boolean capital(Mention mention) {
        return Words.of(mention.text()).list().stream().anyMatch(Words.Word::isCapitalised);
    }

    private static Found found(List<Candidate> candidates, boolean sure) {
        return new Found(candidates.stream().limit(MOST).toList(), sure && candidates.size() == 1);
    }

    /** The name without the word that says what it is. */
    private static String bare(Mention mention) {
        String key = Words.key(mention.text());
        String kind = Words.key(mention.kind());
        if (kind.isEmpty()) {
            return key;
        }
        return (" " + key + " ")
                .replaceFirst(" " + kind + " ", " ")
                .replaceFirst("^ ((of|the|named|called) )+", " ")
                .strip();
    }

    private List<Candidate> ofKind(Collection<Candidate> candidates, String kind) {
        Set<String> tables = relations.getOrDefault(Words.key(kind), Set.of());
        List<Candidate> of = candidates.stream()
                .filter(each -> tables.contains(Schema.tableOf(each.field())))
                .toList();
        return of.isEmpty() ? List.copyOf(candidates) : of;
    }

    /** Whether it is a value such as a state, and not a place or a thing that the value stands beside. */
    private boolean isValue(String key, List<Candidate> named) {
        Set<String> holders = new HashSet<>(values.getOrDefault(key, Set.of()));
        if (holders.isEmpty()) {
            // part of a longer value, such as the name of a vendor
            valuesByWord.getOrDefault(key.split(" ")[0], Map.of()).forEach((value, table) -> {
                if ((" " + value + " ").contains(" " + key + " ")) {
                    holders.add(table);
                }
            });
        }
        Set<String> tables =
                named.stream().map(each -> Schema.tableOf(each.field())).collect(Collectors.toSet());
        return !holders.isEmpty() && holders.stream().noneMatch(tables::contains);
    }

    /** Several values of a column that begin so, where no value of any column is called so and none is alone in beginning so. */
    private List<Candidate> severalThatBegin(String key) {
        if (key.length() < 4 || values.containsKey(key)) {
            return List.of();
        }
        Map<String, List<Candidate>> byColumn = new LinkedHashMap<>();
        properByWord.getOrDefault(key.split(" ")[0], List.of()).stream()
                .filter(each -> (Words.key(each.value()) + " ").startsWith(key + " "))
                .forEach(each -> put(byColumn, each.field(), each));
        return byColumn.values().stream().anyMatch(each -> each.size() == 1)
                ? List.of()
                : byColumn.values().stream().findFirst().orElse(List.of());
    }

    private List<Candidate> partial(String key) {
        String[] words = key.split(" ");
        return byWord.getOrDefault(words[0], List.of()).stream()
                .filter(each -> (" " + Words.key(each.value()) + " ").contains(" " + key + " "))
                .toList();
    }

    /** Whether a name begins so, what kind of thing it is left aside: Savannah in Port of Savannah. */
    private boolean beginsWith(Candidate candidate, String key) {
        return bare(new Mention(candidate.value(), candidate.kind())).startsWith(key);
    }

    private List<Candidate> near(String key) {
        if (key.contains(" ")) {
            return exact.entrySet().stream()
                    .filter(each -> isNear(key, each.getKey()))
                    .flatMap(each -> each.getValue().stream())
                    .toList();
        }
        return byWord.entrySet().stream()
                .filter(each -> isNear(key, each.getKey()))
                .flatMap(each -> each.getValue().stream())
                .distinct()
                .toList();
    }

    private static boolean isNear(String one, String other) {
        int limit = Spelling.tolerance(one);
        return one.length() > 3 && limit > 0 && Spelling.distance(one, other, limit) <= limit;
    }

    /** A candidate as a question names it so that nothing else can be meant. */
    public String named(Candidate candidate) {
        String key = Words.key(candidate.value());
        boolean alone = exact.getOrDefault(key, List.of()).size() <= 1 && !values.containsKey(key);
        boolean says = Optional.of(" " + key + " ")
                .filter(text -> text.contains(" " + Words.key(candidate.kind()) + " "))
                .isPresent();
        return alone || says ? candidate.value() : candidate.kind() + " " + candidate.value();
    }
}
