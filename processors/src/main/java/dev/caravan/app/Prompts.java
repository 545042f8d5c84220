package dev.caravan.app;

import dev.caravan.agent.AskAgent;
import dev.caravan.analyst.AnalyzeData;
import dev.caravan.analyst.ClarifyQuery;
import dev.caravan.analyst.GradeResponse;
import dev.caravan.analyst.PlanQuery;
import dev.caravan.analyst.RewriteQuery;
import dev.caravan.analyst.SelectTables;
import dev.caravan.analyst.WriteSql;
import dev.caravan.docs.SelectDocuments;
import dev.caravan.docs.SynthesizeAnswer;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.graphql.ExtractEntities;
import dev.caravan.graphql.ResolveIds;
import dev.caravan.model.Prompt;
import dev.caravan.plan.ClassifyIntent;
import dev.caravan.plan.MapFields;
import dev.caravan.plan.PlanTodos;
import dev.caravan.plan.ReiterateIntention;
import dev.caravan.plan.ResolveEntities;
import dev.caravan.research.AnalyzeQuery;
import dev.caravan.research.AnalyzeRetrieval;
import dev.caravan.research.AssessReport;
import dev.caravan.research.ConcludeConversation;
import dev.caravan.research.GenerateQueries;
import dev.caravan.research.GenerateQuestions;
import dev.caravan.research.JudgeReferences;
import dev.caravan.research.ListTasks;
import dev.caravan.research.ReadPassages;
import dev.caravan.research.ResearchForms;
import dev.caravan.research.WriteReport;
import dev.caravan.sql.ExtractionPrompt;
import dev.caravan.sql.GenerateSql;
import dev.caravan.sql.LookUpCodes;
import java.util.List;
import java.util.Optional;

/** Every prompt there is; docs/prompts.md lists the same for people. */
public final class Prompts {
    /** In the order in which a question meets them. */
    public static final List<Prompt> ALL = List.of(
            new Prompt(
                    AskAgent.KEY,
                    "chooses tools and writes the answer",
                    List.of("conversation", "question", "tool results"),
                    Optional.empty(),
                    false,
                    true,
                    false),
            Prompt.ofForm(
                    ExtractionPrompt.KEY,
                    "finds the classification, places and products that a question names",
                    ExtractionPrompt.REPLY,
                    true,
                    "Question",
                    "Fixed by the person",
                    "Service categories"),
            Prompt.ofForm(
                    LookUpCodes.KEY,
                    "chooses among candidate codes",
                    LookUpCodes.REPLY,
                    true,
                    "Question",
                    "Candidates"),
            // SQL is written anew each time: a statement that was good yesterday may miss today's tables
            Prompt.ofForm(
                    GenerateSql.KEY,
                    "says what is asked as a query over metrics, or writes one SELECT",
                    GenerateSql.REPLY,
                    false,
                    "Metrics",
                    "Years",
                    "Tables",
                    "Names",
                    "Fixed by the person",
                    "Context",
                    "Question",
                    "Statement that was not accepted",
                    "Reason"),
            Prompt.ofForm(
                    ClassifyQuery.KEY,
                    "takes a question for a query type of the Atlas API, or rejects it",
                    ClassifyQuery.REPLY,
                    true,
                    "Question",
                    "Context",
                    "Query types"),
            Prompt.ofForm(
                    ExtractEntities.KEY,
                    "finds what a question for the Atlas API names",
                    ExtractEntities.REPLY,
                    true,
                    "Question",
                    "Context",
                    "Query type",
                    "Fixed by the person",
                    "Service categories"),
            Prompt.ofForm(
                    ResolveIds.KEY,
                    "chooses among candidate countries, products and groups",
                    ResolveIds.REPLY,
                    true,
                    "Question",
                    "Candidates"),
            Prompt.ofForm(
                            SelectDocuments.KEY,
                            "chooses documents by their descriptions",
                            SelectDocuments.REPLY,
                            true,
                            "Question",
                            "Context",
                            "Documents")
                    .repeatedOnce(),
            new Prompt(
                    SynthesizeAnswer.KEY,
                    "writes an explanation from the chosen documents",
                    List.of("Question", "Context", "Sections"),
                    Optional.empty(),
                    true,
                    false,
                    true),
            Prompt.ofForm(
                    ClarifyQuery.KEY,
                    "judges whether a question is clear enough",
                    ClarifyQuery.REPLY,
                    true,
                    "What can be asked",
                    "Conversation",
                    "Question"),
            Prompt.ofForm(
                    RewriteQuery.KEY,
                    "says a question in full from the conversation",
                    RewriteQuery.REPLY,
                    true,
                    "Conversation",
                    "Question"),
            Prompt.ofForm(
                    PlanQuery.KEY,
                    "splits a question into queries",
                    PlanQuery.REPLY,
                    true,
                    "What can be asked",
                    "Question"),
            Prompt.ofForm(
                    SelectTables.KEY,
                    "chooses among the tables found",
                    SelectTables.REPLY,
                    true,
                    "Question",
                    "Candidate tables"),
            Prompt.ofForm(
                    WriteSql.KEY,
                    "says what is asked as a query over metrics or tables, or writes one SELECT",
                    WriteSql.REPLY,
                    false,
                    "Question",
                    "Database",
                    "Functions",
                    "Schema",
                    "Today",
                    "Context",
                    "Available schema",
                    "Names",
                    "Metrics",
                    "Statement that was not accepted",
                    "Reason"),
            Prompt.ofForm(
                    AnalyzeData.KEY,
                    "puts results into words",
                    AnalyzeData.REPLY,
                    false,
                    "Question",
                    "Understood as",
                    "Plan",
                    "SQL of each part",
                    "Result of each part"),
            Prompt.ofForm(
                    GradeResponse.KEY,
                    "checks an answer against question and results",
                    GradeResponse.REPLY,
                    false,
                    "Question",
                    "Understood as",
                    "Plan",
                    "SQL of each part",
                    "Result of each part",
                    "Answer",
                    "How it was found"),
            Prompt.ofForm(
                    AnalyzeQuery.KEY,
                    "says what a question for a research is about and whether it has to be clarified",
                    ResearchForms.ANALYSIS,
                    false,
                    "Language",
                    "Question",
                    "Documents"),
            Prompt.ofForm(
                    GenerateQueries.KEY,
                    "makes the queries of a round of a research",
                    ResearchForms.QUERIES,
                    false,
                    "Language",
                    "Question",
                    "Conversation",
                    "Gaps",
                    "Earlier queries"),
            Prompt.ofForm(
                    AnalyzeRetrieval.KEY,
                    "finds what passages cover of a question and what is missing",
                    ResearchForms.GAPS,
                    false,
                    "Language",
                    "Question",
                    "Conversation",
                    "Passages"),
            Prompt.ofForm(
                    GenerateQuestions.KEY,
                    "thinks of questions to the person that a research would gain by",
                    ResearchForms.QUESTIONS,
                    false,
                    "Language",
                    "Question",
                    "Conversation",
                    "Gaps",
                    "Passages"),
            Prompt.ofForm(
                    ConcludeConversation.KEY,
                    "says what is to be researched",
                    ResearchForms.PLAN,
                    false,
                    "Language",
                    "Question",
                    "Conversation",
                    "Analysis",
                    "Gaps",
                    "Passages"),
            Prompt.ofForm(
                    ListTasks.KEY,
                    "makes the tasks of a research, and new ones of what a task found",
                    ResearchForms.TASKS,
                    false,
                    "Language",
                    "Question",
                    "Analysis",
                    "Research queries",
                    "Tasks so far",
                    "Found by the last task",
                    "References that were not followed"),
            Prompt.ofForm(
                    ReadPassages.KEY,
                    "extracts what bears on a query from passages, scores them, and names their references",
                    ResearchForms.EXTRACT,
                    false,
                    "Language",
                    "Query",
                    "Referred to by",
                    "Passages"),
            Prompt.ofForm(
                    JudgeReferences.KEY,
                    "decides which references are followed",
                    ResearchForms.GATE,
                    false,
                    "Language",
                    "Question",
                    "Query",
                    "References"),
            Prompt.ofForm(
                    WriteReport.KEY,
                    "writes the report of a research",
                    ResearchForms.REPORT,
                    false,
                    "Language",
                    "Question",
                    "Analysis",
                    "Findings",
                    "What this writing must see to"),
            Prompt.ofForm(
                    AssessReport.KEY,
                    "judges the report of a research",
                    ResearchForms.QUALITY,
                    false,
                    "Language",
                    "Question",
                    "Report",
                    "Sources"),
            Prompt.ofForm(
                    ClassifyIntent.KEY,
                    "takes a message for what it is to the plan of its conversation",
                    ClassifyIntent.REPLY,
                    false,
                    "Question",
                    "Plan under way",
                    "Last request",
                    "The person was asked",
                    "Options"),
            Prompt.ofForm(
                    ReiterateIntention.KEY,
                    "says a request in full, with days instead of \"last week\"",
                    ReiterateIntention.REPLY,
                    false,
                    "Question",
                    "Kind of request",
                    "Request before",
                    "Reply to what was asked",
                    "Today"),
            Prompt.ofForm(
                    PlanTodos.KEY,
                    "splits a request into tasks",
                    PlanTodos.REPLY,
                    false,
                    "Question",
                    "Kind of request",
                    "Earlier requests",
                    "Tools"),
            Prompt.ofForm(
                    ResolveEntities.KEY,
                    "finds the names in a request",
                    ResolveEntities.REPLY,
                    false,
                    "Question",
                    "Kinds of things"),
            Prompt.ofForm(
                    MapFields.KEY,
                    "finds the fields that a request means",
                    MapFields.REPLY,
                    false,
                    "Question",
                    "Tables"));

    private Prompts() {}

    /** The prompt of a key. */
    static Prompt of(String key) {
        return ALL.stream()
                .filter(prompt -> prompt.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no prompt " + key));
    }
}
