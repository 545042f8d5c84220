package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaLexicon.Option;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads which tables, columns and stored values the words may mean, such as the column "rating" or the quoted 'New York'. */
final class SchemaNameReader {
    private static final Pattern ASIDE = Pattern.compile(
            "(?i)\\([^()]*\\b(inclusive|including|match|case|wildcards?|i\\.e|e\\.g)\\b[^()]*\\)|\\b(?:,? ?by doing|using|with) a left join.*?(?=[.?!]|$)");
    private static final Pattern QUOTED =
            Pattern.compile("(?<![\\p{L}\\p{N}])['\"“‘]([^'\"“”‘’]+)['\"”’](?![\\p{L}\\p{N}])");

    private final SchemaDraft draft;

    SchemaNameReader(SchemaDraft draft) {
        this.draft = draft;
    }

    void read() {
        for (int i = 0; i < draft.size; i++) {
            draft.taken[i] |= draft.silent.contains(draft.sentence[i]);
        }
        for (Matcher aside = ASIDE.matcher(draft.words.text()); aside.find(); ) {
            for (int i = draft.at(aside.start()); i < draft.at(aside.end() - 1); i++) {
                draft.taken[i] = true;
            }
        }
        quotes();
        for (Matcher date = SchemaCalendar.DATE.matcher(draft.words.text()); date.find(); ) {
            for (int i = draft.at(date.start()); i < draft.at(date.end()); i++) {
                draft.taken[i] = true;
            }
        }
        for (int length = SchemaLexicon.LONGEST; length > 0; length--) {
            for (int start = 0; start + length <= draft.size; start++) {
                if (isFree(start, start + length)) {
                    add(start, start + length);
                }
            }
        }
        capitals();
        draft.links.sort(Comparator.comparingInt(link -> link.start));
    }

    private boolean isFree(int start, int end) {
        for (int i = start; i < end; i++) {
            if (draft.taken[i]
                    || i > start
                            && (draft.sentence[i] != draft.sentence[start]
                                    || draft.gap(i).matches("(?s).*[,;:(].*"))) {
                return false;
            }
        }
        return true;
    }

    private void add(int start, int end) {
        String key = draft.words.key(start, end);
        boolean single = end - start == 1;
        String only = draft.word(start);
        if (single && (only.equals("name") || only.equals("names"))) {
            Link link = put(start, end, new ArrayList<>(draft.lexicon.nameColumns()));
            link.generic = true;
            return;
        }
        if (single && (only.equals("id") || only.equals("ids"))) {
            put(start, end, new ArrayList<>(draft.lexicon.keyColumns())).generic = true;
            return;
        }
        boolean enumerated = SchemaGrammar.EACH.contains(draft.word(start - 1))
                || draft.word(start - 1).equals("by") && !SchemaGrammar.UNITS.contains(only)
                || draft.gap(start).contains(",")
                || draft.gap(end).contains(",");
        if (single && (!SchemaLexicon.isContent(only) && !enumerated || isSteering(start))) {
            return;
        }
        List<Option> options = new ArrayList<>(draft.lexicon.named(key));
        if (options.isEmpty() && end - start == 2) {
            // "check-ins" of the table checkin
            options.addAll(draft.lexicon.named(Words.stem(draft.word(start) + draft.word(start + 1))));
        }
        boolean digits = IntStream.range(start, end).allMatch(i -> draft.word(i).matches("[\\d.,]+"));
        boolean capital = draft.words.list().get(start).isCapitalised() && start > 0;
        for (Option value : digits ? List.<Option>of() : draft.lexicon.valued(key)) {
            boolean lower = value.value().equals(value.value().toLowerCase(Locale.ROOT));
            boolean kind = single
                    && lower
                    && end < draft.size
                    && draft.lexicon.named(draft.words.key(end, end + 1)).stream()
                            .anyMatch(
                                    option -> option.isTable() && option.table().equals(value.table()));
            if (kind) {
                options.add(value);
            } else if (key.length() > 1
                    && (options.isEmpty() || capital)
                    && (capital || lower || !single || options.isEmpty() && key.length() > 3)) {
                options.add(value);
            }
        }
        if (!options.isEmpty()) {
            put(start, end, options);
        }
    }

    /** Words that steer the question, unless they are the only name of something that stands behind "the". */
    private boolean isSteering(int i) {
        String word = draft.word(i);
        return word.equals("number")
                        && (draft.word(i + 1).equals("of") || draft.word(i - 1).equals("total"))
                || Set.of(
                                "total", "average", "count", "order", "ordered", "sorted", "list", "return", "result",
                                "ratio", "each", "most", "least", "top")
                        .contains(word)
                || Set.of("minimum", "maximum", "low", "high", "open").contains(word)
                        && i + 1 < draft.size
                        && !draft.gap(i + 1).contains(",")
                        && !draft.lexicon.named(draft.words.key(i + 1, i + 2)).isEmpty();
    }

    private Link put(int start, int end, List<Option> options) {
        Link link = new Link(start, end, options);
        draft.links.add(link);
        for (int i = start; i < end; i++) {
            draft.taken[i] = true;
        }
        return link;
    }

    private void quotes() {
        Matcher quoted = QUOTED.matcher(draft.words.text());
        while (quoted.find()) {
            int start = draft.at(quoted.start(1));
            int end = draft.at(quoted.end(1) - 1) + 1;
            if (start >= draft.size || end <= start || draft.taken[start]) {
                continue;
            }
            String key = Words.key(quoted.group(1));
            List<Option> exact = draft.lexicon.valued(key);
            boolean part = draft.between(Math.max(0, start - 5), start)
                    .matches("(?s).*\\b(contain\\w*|includ\\w*|like|start\\w*|begin\\w*|end\\w*)\\b.*");
            List<Option> options = exact.isEmpty() || part ? draft.lexicon.containing(key) : exact;
            if (options.isEmpty()) {
                options = textColumns();
            }
            List<Option> meant = new ArrayList<>();
            Set<String> seen = new HashSet<>();
            for (Option option : options) {
                if (seen.add(option.table() + "." + option.column())) {
                    boolean whole = !exact.isEmpty() && !part;
                    meant.add(
                            whole
                                    ? option
                                    : new Option(
                                            option.table(),
                                            option.column(),
                                            quoted.group(1).strip(),
                                            2,
                                            false));
                }
            }
            if (!meant.isEmpty()) {
                Link link = put(start, Math.min(end, draft.size), meant);
                link.like = exact.isEmpty() || part;
            }
        }
    }

    private List<Option> textColumns() {
        List<Option> options = new ArrayList<>();
        draft.schema.relations().forEach((table, relation) -> relation.columns().forEach((name, column) -> {
            if (column.type() == Type.TEXT) {
                options.add(new Option(table, name, "", 1, false));
            }
        }));
        return options;
    }

    /** Capitalised words that nothing is called by: parts of stored names. */
    private void capitals() {
        for (int start = 1; start < draft.size; start++) {
            int end = start;
            while (end < draft.size
                    && !draft.taken[end]
                    && draft.words.list().get(end).isCapitalised()
                    && draft.sentence[end] == draft.sentence[start]
                    && (end == start || draft.gap(end).isBlank())) {
                end++;
            }
            for (int last = end; last > start; last--) {
                String key = draft.words.key(start, last);
                List<Option> options = key.length() < 3 || draft.sentence[start - 1] != draft.sentence[start]
                        ? List.of()
                        : draft.lexicon.containing(key);
                if (!options.isEmpty()) {
                    List<Option> meant = new ArrayList<>();
                    Set<String> seen = new HashSet<>();
                    for (Option option : options) {
                        if (seen.add(option.table() + "." + option.column())) {
                            meant.add(new Option(
                                    option.table(), option.column(), draft.words.slice(start, last), 2, false));
                        }
                    }
                    put(start, last, meant).like = true;
                    break;
                }
            }
        }
    }
}
