package dev.caravan.derive;

import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Measure;
import dev.caravan.semantic.Schema.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was read of a database.
 *
 * @param schema with everything that was guessed
 * @param guesses what the database does not declare, for a person to confirm
 */
public record DerivedSchema(Schema schema, List<Guess> guesses) {

    /** Something that was concluded from names and values. */
    public sealed interface Guess {
        /** The table that it is about. */
        String table();

        /** As a person is asked whether it is so. */
        String told();
    }

    /** A column whose values tell rows apart. */
    public record Key(String table, String column) implements Guess {
        @Override
        public String told() {
            return table + ": " + column + " tells its rows apart";
        }
    }

    /** A column that refers to another table. */
    public record Reference(String table, String column, String target) implements Guess {
        @Override
        public String told() {
            return table + ": " + column + " refers to " + target;
        }
    }

    /** A figure that rows add up to. */
    public record Figure(String table, String name, String formula) implements Guess {
        @Override
        public String told() {
            return table + ": " + name + " is the sum of " + formula.replaceAll("[{}]", "") + " of its rows";
        }
    }

    /** Takes a copy. */
    public DerivedSchema {
        guesses = List.copyOf(guesses);
    }

    /** The schema without what a person said is not so; figures that were confirmed are no guesses any more. */
    public Schema without(List<Guess> wrong) {
        Map<String, Relation> relations = new LinkedHashMap<>();
        schema.relations().forEach((table, relation) -> {
            Map<String, String> references = new LinkedHashMap<>(relation.references());
            List<String> key = new ArrayList<>(relation.key());
            Map<String, Measure> measures = new LinkedHashMap<>();
            relation.measures()
                    .forEach((name, measure) ->
                            measures.put(name, new Measure(measure.formula(), measure.names(), false)));
            for (Guess guess : wrong) {
                if (!guess.table().equals(table)) {
                    continue;
                }
                if (guess instanceof Reference reference) {
                    references.remove(reference.column());
                } else if (guess instanceof Key own) {
                    key.remove(own.column());
                } else if (guess instanceof Figure figure) {
                    measures.remove(figure.name());
                }
            }
            relations.put(
                    table,
                    new Relation(
                            relation.names(),
                            relation.description(),
                            key,
                            references,
                            relation.columns(),
                            measures,
                            relation.view(),
                            relation.introduced(),
                            relation.shown()));
        });
        return new Schema(schema.today(), relations);
    }
}
