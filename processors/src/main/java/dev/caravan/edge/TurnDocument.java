package dev.caravan.edge;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.caravan.trace.Steps;
import dev.caravan.turn.Form;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A finished turn as it is sent and stored; in JSON the names are in snake case.
 *
 * @param threadId the conversation
 * @param turnId the turn
 * @param workspace what was asked about
 * @param question as the person wrote it
 * @param asked the question as the tools were given it, in full
 * @param startedAt when it came in
 * @param choices what the person fixed, and what held by default
 * @param mode the one of them that is called so, under its older name
 * @param overrides the others of them, under their older name
 * @param outcome how it ended, a code of {@link dev.caravan.turn.Outcome}
 * @param answer Markdown
 * @param options complete questions to choose from, for a clarification
 * @param suggestions questions that may follow
 * @param form what the person is asked, where the turn waits
 * @param replies what the person replied to such questions, in words
 * @param evidence what the answer rests on
 * @param notes everything assumed or noticed, each once
 * @param steps the trace, with the keys of {@link dev.caravan.trace.Steps}
 * @param queries data queries spent
 * @param millis from question to answer
 * @param model who played the language model
 * @param usage what the model calls of the turn came to: calls, cached, input_tokens, output_tokens, and dollars where
 *     prices are known
 */
@RecordBuilder
public record TurnDocument(
        String threadId,
        String turnId,
        String workspace,
        String question,
        String asked,
        Instant startedAt,
        Map<String, String> choices,
        String mode,
        Map<String, String> overrides,
        String outcome,
        String answer,
        List<String> options,
        List<String> suggestions,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<Form> form,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> replies,
        List<EvidenceDocument> evidence,
        List<String> notes,
        List<Map<String, Object>> steps,
        int queries,
        long millis,
        String model,
        Map<String, Object> usage)
        implements TurnDocumentBuilder.With {

    /** The choice that has a member of its own. */
    static final String MODE = "mode";

    /** What that member says of a turn whose workspace has no such choice. */
    static final String AUTO = "auto";

    /** Documents stored earlier have no choices, forms and replies. */
    public TurnDocument {
        form = form == null ? Optional.empty() : form;
        replies = replies == null ? List.of() : List.copyOf(replies);
        if (choices == null) {
            choices = new LinkedHashMap<>(overrides);
            choices.put(MODE, mode);
        }
    }

    /** The choices but the one that has a member of its own. */
    static Map<String, String> overrides(Map<String, String> choices) {
        Map<String, String> others = new LinkedHashMap<>(choices);
        others.remove(MODE);
        return others;
    }

    /** As it is sent with an answer: what the steps asked of models and databases is for the trace alone. */
    public TurnDocument withoutCalls() {
        List<Map<String, Object>> told = steps.stream()
                .map(step -> {
                    Map<String, Object> kept = new LinkedHashMap<>(step);
                    kept.remove(Steps.CALLS);
                    return kept;
                })
                .toList();
        return withSteps(told);
    }

    /**
     * As others may see it who have nothing but this turn's own address: without ids, steps and mode.
     *
     * @param address what stands before {@code /tables/n.csv} there
     */
    public TurnDocument shared(String address) {
        List<EvidenceDocument> moved = new ArrayList<>();
        for (EvidenceDocument piece : evidence) {
            moved.add(piece.at(address + "/tables/" + moved.size() + ".csv"));
        }
        return with(document -> document.threadId("")
                .turnId("")
                .evidence(moved)
                .steps(List.of())
                .form(Optional.empty())
                .usage(Map.of()));
    }

    /** One piece of evidence; its member {@code type} tells the kind. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = SqlDocument.class, name = "sql"),
        @JsonSubTypes.Type(value = GraphqlDocument.class, name = "graphql"),
        @JsonSubTypes.Type(value = DocsDocument.class, name = "docs")
    })
    public sealed interface EvidenceDocument permits TableDocument, DocsDocument {
        /** The same with its rows to be had as CSV at another address. */
        EvidenceDocument at(String csv);
    }

    /** Evidence with rows. */
    public sealed interface TableDocument extends EvidenceDocument permits SqlDocument, GraphqlDocument {
        /** Names and units. */
        List<ColumnDocument> columns();

        /** Every row that is held. */
        List<List<Object>> rows();
    }

    /**
     * A query and its result.
     *
     * @param question the question the tool was given
     * @param sql the statement
     * @param columns names and units
     * @param rows every row that was fetched; cells are texts, numbers, booleans or null
     * @param rowsShown how many rows that are
     * @param rowsTotal how many the database counted
     * @param truncated whether rows were left out
     * @param notes what was assumed for this query
     * @param source where the rows come from
     * @param millis time in the database
     * @param csv where the rows can be had as CSV
     */
    public record SqlDocument(
            String question,
            String sql,
            List<ColumnDocument> columns,
            @JsonInclude(content = JsonInclude.Include.ALWAYS) List<List<Object>> rows,
            int rowsShown,
            long rowsTotal,
            boolean truncated,
            List<String> notes,
            String source,
            long millis,
            String csv)
            implements TableDocument {
        @Override
        public SqlDocument at(String address) {
            return new SqlDocument(
                    question, sql, columns, rows, rowsShown, rowsTotal, truncated, notes, source, millis, address);
        }
    }

    /**
     * A query of a GraphQL API and its result.
     *
     * @param question the question the tool was given
     * @param queryType what kind of question it was taken for
     * @param api which API was asked
     * @param query the query document
     * @param variables its variables as JSON
     * @param columns names and units
     * @param rows every row; cells are texts, numbers, booleans or null
     * @param rowsShown how many rows that are
     * @param rowsTotal how many the API gave
     * @param truncated whether rows were left out
     * @param links pages of the Atlas that show the same
     * @param notes what was assumed for this query
     * @param source where the rows come from
     * @param millis time in the API
     * @param csv where the rows can be had as CSV
     */
    public record GraphqlDocument(
            String question,
            String queryType,
            String api,
            String query,
            String variables,
            List<ColumnDocument> columns,
            @JsonInclude(content = JsonInclude.Include.ALWAYS) List<List<Object>> rows,
            int rowsShown,
            long rowsTotal,
            boolean truncated,
            List<LinkDocument> links,
            List<String> notes,
            String source,
            long millis,
            String csv)
            implements TableDocument {
        @Override
        public GraphqlDocument at(String address) {
            return new GraphqlDocument(
                    question, queryType, api, query, variables, columns, rows, rowsShown, rowsTotal, truncated, links,
                    notes, source, millis, address);
        }
    }

    /** A page: its address, label, kind (country_page or explore_page) and what was assumed to choose it. */
    public record LinkDocument(String url, String label, String linkType, List<String> resolutionNotes) {}

    /**
     * Sections of the documentation.
     *
     * @param question the question the tool was given
     * @param passages the sections, in the order of their citation
     * @param notes what was left out or could not be done
     */
    public record DocsDocument(String question, List<PassageDocument> passages, List<String> notes)
            implements EvidenceDocument {
        @Override
        public DocsDocument at(String csv) {
            return this;
        }
    }

    /** A section: name and title of its document, its heading, its text as Markdown. */
    public record PassageDocument(String document, String title, String section, String text) {}

    /** A column's name and unit; the unit may be empty. */
    public record ColumnDocument(String name, String unit) {}
}
