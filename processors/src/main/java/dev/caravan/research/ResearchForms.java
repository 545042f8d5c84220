package dev.caravan.research;

import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;

/** The forms of the replies to the prompts of a research. */
public final class ResearchForms {
    /** What a question is about, and whether it has to be clarified. */
    public static final JsonSchema ANALYSIS = form(
            "research_analysis",
            JsonObjectSchema.builder()
                    .addProperty("concepts", texts("the terms that the answer depends on"))
                    .addProperty(
                            "entities", texts("laws, sections, documents and organisations that the question names"))
                    .addStringProperty("scope", "what the research covers, in a few words")
                    .addBooleanProperty(
                            "clarification_needed",
                            "true only where the research would go another way for another reply of the person")
                    .addProperty("unclear", texts("what is unclear, most important first; empty where nothing is"))
                    .required("concepts", "entities", "scope", "clarification_needed", "unclear"));

    /** Three queries of a round. */
    public static final JsonSchema QUERIES = form(
            "research_queries",
            JsonObjectSchema.builder()
                    .addProperty(
                            "queries", texts("three queries for a search by words; the first is the question itself"))
                    .required("queries"));

    /** What is covered and what is missing. */
    public static final JsonSchema GAPS = form(
            "research_gaps",
            JsonObjectSchema.builder()
                    .addProperty("coverage", share("how much of the question the passages speak of, 0 to 1"))
                    .addProperty(
                            "gaps",
                            list(
                                    "what the passages leave open, most important first, at most six",
                                    JsonObjectSchema.builder()
                                            .addProperty(
                                                    "kind",
                                                    JsonEnumSchema.builder()
                                                            .description(
                                                                    """
                                                                    what is missing:
                                                                    - word: a word of the question that no passage has
                                                                    - section: a section that is referred to and not among the passages
                                                                    - matter: anything else""")
                                                            .enumValues("word", "section", "matter")
                                                            .build())
                                            .addStringProperty("about", "the word, the section or the matter")
                                            .required("kind", "about")
                                            .build()))
                    .required("coverage", "gaps"));

    /** Questions for the person. */
    public static final JsonSchema QUESTIONS = form(
            "research_questions",
            JsonObjectSchema.builder()
                    .addProperty(
                            "questions",
                            list(
                                    "two or three questions to the person, each aimed at a gap",
                                    JsonObjectSchema.builder()
                                            .addStringProperty("question", "in the person's language")
                                            .addProperty("options", texts("up to four short replies to choose from"))
                                            .required("question", "options")
                                            .build()))
                    .required("questions"));

    /** What is to be researched. */
    public static final JsonSchema PLAN = form(
            "research_plan",
            JsonObjectSchema.builder()
                    .addStringProperty(
                            "analysis", "what is wanted, in one or two sentences, with what the person added")
                    .addProperty("queries", texts("one query for each part of what is wanted"))
                    .required("analysis", "queries"));

    /** Tasks. */
    public static final JsonSchema TASKS = form(
            "research_tasks",
            JsonObjectSchema.builder()
                    .addProperty(
                            "tasks", texts("each a query for a search, in the words of the documents; may be empty"))
                    .required("tasks"));

    /** What passages say. */
    public static final JsonSchema EXTRACT = form(
            "research_extract",
            JsonObjectSchema.builder()
                    .addProperty(
                            "passages",
                            list(
                                    "one for each passage, in their order",
                                    JsonObjectSchema.builder()
                                            .addProperty("number", whole("of the passage"))
                                            .addProperty("relevance", share("to the query, 0 to 1"))
                                            .addProperty(
                                                    "sentences",
                                                    texts(
                                                            "the sentences that bear on the query, word for word; none where none does"))
                                            .addProperty(
                                                    "references",
                                                    list(
                                                            "what these sentences refer to",
                                                            JsonObjectSchema.builder()
                                                                    .addProperty(
                                                                            "kind",
                                                                            JsonEnumSchema.builder()
                                                                                    .description(
                                                                                            """
                                                                                            what it refers to:
                                                                                            - legal_section: a section, article or annex of a law
                                                                                            - academic_numbered: a number of a list of literature
                                                                                            - academic_shortform: author and year
                                                                                            - document_mention: a document by its name""")
                                                                                    .enumValues(
                                                                                            "legal_section",
                                                                                            "academic_numbered",
                                                                                            "academic_shortform",
                                                                                            "document_mention")
                                                                                    .build())
                                                                    .addStringProperty(
                                                                            "text", "the reference word for word")
                                                                    .addStringProperty(
                                                                            "document",
                                                                            "the document it names; empty for the one at hand")
                                                                    .required("kind", "text")
                                                                    .build()))
                                            .required("number", "relevance", "sentences")
                                            .build()))
                    .required("passages"));

    /** Which references to follow. */
    public static final JsonSchema GATE = form(
            "research_gate",
            JsonObjectSchema.builder()
                    .addProperty(
                            "decisions",
                            list(
                                    "one for each reference, in their order",
                                    JsonObjectSchema.builder()
                                            .addProperty("number", whole("of the reference"))
                                            .addBooleanProperty("follow", "whether it is worth reading for the query")
                                            .addStringProperty("reason", "why, in a few words")
                                            .required("number", "follow", "reason")
                                            .build()))
                    .required("decisions"));

    /** The report. */
    public static final JsonSchema REPORT = form(
            "research_report",
            JsonObjectSchema.builder()
                    .addProperty(
                            "chapters",
                            list(
                                    "the parts of the report",
                                    JsonObjectSchema.builder()
                                            .addStringProperty("heading", "in the person's language")
                                            .addProperty(
                                                    "statements",
                                                    list(
                                                            "sentences that stand in one source each, in its terms",
                                                            JsonObjectSchema.builder()
                                                                    .addStringProperty("text", "one sentence")
                                                                    .addProperty(
                                                                            "source", whole("number of its source"))
                                                                    .required("text", "source")
                                                                    .build()))
                                            .required("heading", "statements")
                                            .build()))
                    .required("chapters"));

    /** How good the report is, and what to do about it. */
    public static final JsonSchema QUALITY = form(
            "research_quality",
            JsonObjectSchema.builder()
                    .addProperty("factual_accuracy", points("statements that their source says"))
                    .addProperty("semantic_validity", points("statements that bear on the question"))
                    .addProperty("structural_integrity", points("order and completeness of the chapters"))
                    .addProperty("citation_correctness", points("statements that cite the right source"))
                    .addProperty("query_relevance", points("how much of the question is answered"))
                    .addProperty("issues", texts("what is wrong; may be empty"))
                    .addProperty(
                            "action",
                            JsonEnumSchema.builder()
                                    .description(
                                            """
                                            what becomes of the report:
                                            - accept: it is good enough
                                            - retry: writing it again would mend it""")
                                    .enumValues("accept", "retry")
                                    .build())
                    .addStringProperty("focus", "with retry: what the second writing must see to")
                    .required(
                            "factual_accuracy",
                            "semantic_validity",
                            "structural_integrity",
                            "citation_correctness",
                            "query_relevance",
                            "action"));

    private ResearchForms() {}

    private static JsonSchema form(String name, JsonObjectSchema.Builder root) {
        return JsonSchema.builder().name(name).rootElement(root.build()).build();
    }

    private static JsonArraySchema texts(String description) {
        return list(description, JsonStringSchema.builder().build());
    }

    private static JsonArraySchema list(String description, JsonSchemaElement items) {
        return JsonArraySchema.builder().description(description).items(items).build();
    }

    private static JsonNumberSchema share(String description) {
        return JsonNumberSchema.builder().description(description).build();
    }

    private static JsonIntegerSchema whole(String description) {
        return JsonIntegerSchema.builder().description(description).build();
    }

    private static JsonIntegerSchema points(String description) {
        return whole(description + ", 0 to 100");
    }
}
