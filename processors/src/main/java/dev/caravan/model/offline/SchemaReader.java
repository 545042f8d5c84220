package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.model.offline.SchemaSql.Query;
import dev.caravan.semantic.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads questions on any schema: which tables, columns and stored values the words mean, what is counted or summed, by what,
 * under which conditions and in which order. One part after the other reads its share into the {@link SchemaDraft}.
 */
final class SchemaReader {
    private final Schema schema;
    private final SchemaLexicon lexicon;
    private final SchemaSql sql;

    SchemaReader(Schema schema, List<Member> members) {
        this.schema = schema;
        this.lexicon = new SchemaLexicon(schema, members);
        this.sql = new SchemaSql(schema);
    }

    /**
     * What a question was taken for.
     *
     * @param query empty where nothing could be made of it
     * @param problem why not
     * @param known whether anything in it is in the schema
     * @param notes how it was read, in sentences
     */
    record Reading(Optional<String> query, String problem, boolean known, List<String> notes) {}

    /** Reads a question; what follows an empty line is advice to whoever writes SQL. */
    Reading read(String question) {
        String first = question.strip().split("\\n\\s*\\n")[0];
        SchemaDraft draft = new SchemaDraft(first, schema, lexicon, sql);
        new SchemaNameReader(draft).read();
        new SchemaSenseReader(draft).read();
        if (draft.links.isEmpty()) {
            return new Reading(Optional.empty(), "None of its words means anything in these data.", false, List.of());
        }
        try {
            Optional<Query> query = query(draft);
            List<String> unread = unread(draft);
            if (!unread.isEmpty()) {
                draft.notes.add(UnreadWords.note(unread));
            }
            return query.map(made -> new Reading(Optional.of(sql.text(made)), "", true, draft.notes))
                    .orElseGet(() -> new Reading(
                            Optional.empty(),
                            "It is not clear what is asked of " + tables(draft) + ".",
                            true,
                            List.of()));
        } catch (SchemaSql.NotJoined e) {
            return new Reading(
                    Optional.empty(),
                    "The tables cannot be brought together: " + e.getMessage() + ".",
                    true,
                    List.of());
        }
    }

    private static Optional<Query> query(SchemaDraft draft) {
        SchemaCalendar calendar = new SchemaCalendar(draft);
        SchemaGroupReader groups = new SchemaGroupReader(draft, calendar);
        SchemaDateReader dates = new SchemaDateReader(draft, calendar);
        SchemaComparisonReader comparisons = new SchemaComparisonReader(draft, groups);
        SchemaConditionReader conditions = new SchemaConditionReader(draft, comparisons, dates, groups);
        SchemaMeasureReader measures = new SchemaMeasureReader(draft);
        SchemaRatioReader ratios = new SchemaRatioReader(draft, conditions, dates, groups, measures);
        if (ratios.isAsked()) {
            return ratios.read();
        }
        groups.read(0, draft.size);
        conditions.read(0, draft.size);
        measures.read(0, draft.size);
        SchemaOrderReader orders = new SchemaOrderReader(draft, calendar);
        orders.ranking();
        orders.ordering();
        return new SchemaStatement(draft).query();
    }

    private static String tables(SchemaDraft draft) {
        return draft.links.stream()
                .filter(link -> link.chosen != null)
                .map(link -> link.chosen.table())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** Words that mean something and were taken for nothing. */
    private static List<String> unread(SchemaDraft draft) {
        List<String> unread = new ArrayList<>();
        for (int i = 0; i < draft.size; i++) {
            String word = draft.word(i);
            boolean spoken = draft.taken[i]
                    || !SchemaLexicon.isContent(word)
                    || word.length() < 3
                    || SchemaGrammar.CARRYING.contains(draft.words.list().get(i).stem())
                    || SchemaGrammar.CARRYING.contains(word)
                    || SchemaGrammar.OPERATORS.keySet().stream()
                            .anyMatch(said -> (" " + said + " ").contains(" " + word + " "));
            boolean steers = SchemaGrammar.EACH.contains(word)
                    || SchemaGrammar.MOST.contains(word)
                    || SchemaGrammar.LEAST.contains(word)
                    || SchemaGrammar.NEGATIVE.contains(word)
                    || SchemaGrammar.UNIQUE.contains(word)
                    || SchemaGrammar.AGGREGATES.containsKey(word)
                    || SchemaGrammar.UNITS.contains(draft.words.list().get(i).stem());
            if (!spoken
                    && !steers
                    && !unread.contains(word)
                    && SchemaDraft.number(word).isEmpty()
                    && !isNearName(draft, word)) {
                unread.add(word);
            }
        }
        return unread;
    }

    /** A verb that says what a table or a column is called by anyhow: "joined" beside a date of joining. */
    private static boolean isNearName(SchemaDraft draft, String word) {
        String begin = word.substring(0, Math.min(word.length(), 4));
        return draft.links.stream()
                .filter(link -> link.chosen != null)
                .map(link -> draft.schema.relations().get(link.chosen.table()))
                .anyMatch(relation -> relation.columns().values().stream()
                        .flatMap(column -> column.names().stream())
                        .flatMap(name -> Arrays.stream(name.split(" ")))
                        .anyMatch(part -> part.length() > 3 && part.startsWith(begin)));
    }
}
