package dev.caravan.turn;

import java.util.List;

/** What an answer rests on: one record per tool call. */
public sealed interface Evidence {

    /** What was assumed or resolved on the way, in sentences. */
    List<String> notes();

    /**
     * A query against a database.
     *
     * @param question the question the tool was given
     * @param sql the statement that ran, or the last one tried
     * @param table its result
     * @param notes assumptions: defaulted years, resolved names, classification, dropped products
     * @param source where the rows come from and how old they are, e.g. "synthetic demo data"
     * @param millis time in the database
     */
    record SqlEvidence(String question, String sql, Table table, List<String> notes, String source, long millis)
            implements Evidence {
        /** Takes a copy of the notes. */
        public SqlEvidence {
            notes = List.copyOf(notes);
        }
    }

    /**
     * A query against a GraphQL API.
     *
     * @param question the question the tool was given
     * @param queryType what kind of question it was taken for
     * @param api which API was asked
     * @param query the query document, empty when none was sent
     * @param variables its variables as JSON
     * @param table the result
     * @param links pages that show the same
     * @param notes assumptions: defaulted years, resolved names, classification
     * @param source where the rows come from
     * @param millis time in the API
     */
    record GraphqlEvidence(
            String question,
            String queryType,
            String api,
            String query,
            String variables,
            Table table,
            List<Link> links,
            List<String> notes,
            String source,
            long millis)
            implements Evidence {
        /** Takes copies. */
        public GraphqlEvidence {
            links = List.copyOf(links);
            notes = List.copyOf(notes);
        }
    }

    /**
     * What the documentation says.
     *
     * @param question the question the tool was given
     * @param passages the sections the answer rests on, in the order of their citation
     * @param notes what was left out or could not be done
     */
    record DocsEvidence(String question, List<Passage> passages, List<String> notes) implements Evidence {
        /**
         * A section of a document.
         *
         * @param document name of the document
         * @param title its title
         * @param section heading of the section
         * @param text Markdown
         */
        public record Passage(String document, String title, String section, String text) {}

        /** Takes copies. */
        public DocsEvidence {
            passages = List.copyOf(passages);
            notes = List.copyOf(notes);
        }
    }
}
