package dev.caravan.analyst;

import dev.caravan.query.QueryWords;
import dev.caravan.reader.Datum;
import dev.caravan.reader.QuestionReader;
import dev.caravan.reader.QuestionReader.Reading;
import dev.caravan.semantic.Schema;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Reads questions about the workspaces whose data are described by a schema, with the names that their data have now. */
public final class SchemaQuestions {
    private final Domains domains;
    private final Clock clock;
    private final Map<String, Known> readers = new ConcurrentHashMap<>();

    /** A reader with the names it was made with. */
    private record Known(List<Member> members, QuestionReader reader) {}

    /**
     * Of workspaces.
     *
     * @param clock tells the day where the data do not
     */
    public SchemaQuestions(Domains domains, Clock clock) {
        this.domains = domains;
        this.clock = clock;
    }

    /** What a question was taken for, by the names that all tenants may see. */
    public Reading read(String workspace, String question) {
        return read(workspace, "", question);
    }

    /** What a question was taken for, by the names that a tenant may see. */
    public Reading read(String workspace, String tenant, String question) {
        return reader(workspace, tenant)
                .map(reader -> reader.read(question))
                .orElseGet(() -> Reading.none("The workspace " + workspace + " has no schema to read questions by."));
    }

    /** How a question is read: spans, rules and winner, and then the query in words, or why there is none. */
    public String explain(String workspace, String question) {
        Optional<QuestionReader> reader = reader(workspace, "");
        if (reader.isEmpty()) {
            return read(workspace, question).problem();
        }
        Reading reading = reader.get().read(question);
        Schema schema = domains.find(workspace).orElseThrow().model().schema().orElseThrow();
        return reader.get().explain(question)
                + reading.query()
                        .map(query -> "Read as: " + new QueryWords(schema).sentence(query) + ".")
                        .orElse("No query: " + reading.problem());
    }

    private Optional<QuestionReader> reader(String workspace, String tenant) {
        Optional<Domain> domain = domains.find(workspace, tenant);
        Optional<Schema> schema = domain.flatMap(found -> found.model().schema());
        if (schema.isEmpty()) {
            return Optional.empty();
        }
        List<Member> members = domain.get().members().members();
        Known known = readers.compute(
                workspace,
                (name, last) -> last != null && last.members() == members
                        ? last
                        : new Known(members, reader(schema.get(), members)));
        return Optional.of(known.reader());
    }

    private QuestionReader reader(Schema schema, List<Member> members) {
        List<Datum> data = members.stream()
                .filter(member -> schema.relations().containsKey(Schema.tableOf(member.dimension())))
                .map(member -> new Datum(
                        Schema.tableOf(member.dimension()),
                        Schema.columnOf(member.dimension()),
                        member.code(),
                        member.display()))
                .toList();
        return new QuestionReader(schema, data, schema.today().orElseGet(() -> LocalDate.now(clock)));
    }
}
