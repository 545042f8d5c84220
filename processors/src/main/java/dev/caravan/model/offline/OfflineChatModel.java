package dev.caravan.model.offline;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.AnalyzeData;
import dev.caravan.analyst.ClarifyQuery;
import dev.caravan.analyst.Domain;
import dev.caravan.analyst.GradeResponse;
import dev.caravan.analyst.PlanQuery;
import dev.caravan.analyst.RewriteQuery;
import dev.caravan.analyst.SelectTables;
import dev.caravan.analyst.WriteSql;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.docs.DocsRun;
import dev.caravan.docs.SectionSearch;
import dev.caravan.docs.SelectDocuments;
import dev.caravan.docs.SynthesizeAnswer;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.graphql.ExtractEntities;
import dev.caravan.graphql.GraphqlRun;
import dev.caravan.graphql.ResolveIds;
import dev.caravan.model.Replies;
import dev.caravan.plan.ClassifyIntent;
import dev.caravan.plan.MapFields;
import dev.caravan.plan.NameSearch;
import dev.caravan.plan.PlanRun;
import dev.caravan.plan.PlanTodos;
import dev.caravan.plan.ReiterateIntention;
import dev.caravan.plan.ResolveEntities;
import dev.caravan.research.AnalyzeQuery;
import dev.caravan.research.AnalyzeRetrieval;
import dev.caravan.research.AssessReport;
import dev.caravan.research.BuiltInResearch;
import dev.caravan.research.ConcludeConversation;
import dev.caravan.research.GenerateQueries;
import dev.caravan.research.GenerateQuestions;
import dev.caravan.research.JudgeReferences;
import dev.caravan.research.ListTasks;
import dev.caravan.research.ReadPassages;
import dev.caravan.research.ResearchDesk;
import dev.caravan.research.ResearchRun;
import dev.caravan.research.WriteReport;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.sql.ExtractionPrompt;
import dev.caravan.sql.GenerateSql;
import dev.caravan.sql.LookUpCodes;
import dev.caravan.sql.SqlRun;
import dev.caravan.text.SentenceEncoder;
import dev.caravan.turn.Turn;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A chat model that needs no network: it answers a prompt from the structured inputs among the
 * attributes of the prompt's first user message that carries any.
 */
public final class OfflineChatModel implements ChatModel {
    /** Prompt key of the agent. */
    public static final String AGENT = "agent_system_prompt";

    private final String key;
    private final CatalogSource catalogs;
    private final OfflineAgent agent;
    private final OfflineExtraction extraction;
    private final OfflineSql sql;
    private final OfflineGraphql graphql;
    private final OfflineAnalyst analyst = new OfflineAnalyst();
    private final OfflinePlan plan = new OfflinePlan(analyst);

    /**
     * The model behind one prompt.
     *
     * @param key prompt key, which tells the method to answer by
     * @param model the workspace's semantic model
     * @param catalogs what has a name
     * @param documents finds sections of the documents; the agent weighs by it what is better taken there
     */
    public OfflineChatModel(String key, SemanticModel model, CatalogSource catalogs, SectionSearch documents) {
        this(key, model, catalogs, documents, Optional::empty);
    }

    /**
     * The same with an encoder, by which questions are compared with examples where their words leave open what they are.
     *
     * @param encoders gives it when it is first needed; empty for none
     */
    public OfflineChatModel(
            String key,
            SemanticModel model,
            CatalogSource catalogs,
            SectionSearch documents,
            Supplier<Optional<SentenceEncoder>> encoders) {
        QuestionReader reader = new QuestionReader(model);
        this.key = key;
        this.catalogs = catalogs;
        this.graphql = new OfflineGraphql(model, reader, new LabelledExamples(encoders));
        this.agent = new OfflineAgent(model, catalogs, reader, graphql, documents);
        this.extraction = new OfflineExtraction(reader);
        this.sql = new OfflineSql(model, reader);
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        Map<String, Object> attributes = request.messages().stream()
                .filter(UserMessage.class::isInstance)
                .map(message -> ((UserMessage) message).attributes())
                .filter(map -> !map.isEmpty())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the prompt carries no structured inputs"));
        return ChatResponse.builder().aiMessage(reply(request, attributes)).build();
    }

    private AiMessage reply(ChatRequest request, Map<String, Object> attributes) {
        return switch (key) {
            case AGENT -> {
                boolean mayQuery = request.toolSpecifications() != null
                        && !request.toolSpecifications().isEmpty();
                Turn turn = (Turn) attributes.get("turn");
                yield OfflineDocuments.serves(turn)
                        ? OfflineDocuments.answer(turn, mayQuery)
                        : agent.answer(turn, mayQuery);
            }
            case ExtractionPrompt.KEY -> json(extraction.extract(run(attributes), catalogs.get()));
            case LookUpCodes.KEY -> json(extraction.select(run(attributes)));
            case GenerateSql.KEY -> json(sql.generate(run(attributes), catalogs.get()));
            case SelectDocuments.KEY -> json(OfflineDocs.select((DocsRun) attributes.get("run")));
            case SynthesizeAnswer.KEY -> AiMessage.from(OfflineDocs.synthesize((DocsRun) attributes.get("run")));
            case ClassifyQuery.KEY -> json(graphql.classify(graphqlRun(attributes), catalogs.get()));
            case ExtractEntities.KEY -> json(graphql.extract(graphqlRun(attributes), catalogs.get()));
            case ResolveIds.KEY -> json(graphql.select(graphqlRun(attributes)));
            case ClarifyQuery.KEY -> json(analyst.clarify(question(attributes), domain(attributes)));
            case RewriteQuery.KEY -> json(analyst.rewrite(question(attributes), domain(attributes)));
            case PlanQuery.KEY -> json(analyst.plan(question(attributes), domain(attributes)));
            case SelectTables.KEY -> json(analyst.select(run(attributes), domain(attributes)));
            case WriteSql.KEY -> json(analyst.write(run(attributes), domain(attributes)));
            case AnalyzeData.KEY -> json(analyst.tell(question(attributes), domain(attributes)));
            case GradeResponse.KEY -> json(analyst.grade(question(attributes), domain(attributes)));
            case AnalyzeQuery.KEY,
                    GenerateQueries.KEY,
                    AnalyzeRetrieval.KEY,
                    GenerateQuestions.KEY,
                    ConcludeConversation.KEY,
                    ListTasks.KEY,
                    ReadPassages.KEY,
                    JudgeReferences.KEY,
                    WriteReport.KEY,
                    AssessReport.KEY -> json(BuiltInResearch.reply(
                    key, (ResearchRun) attributes.get("research"), (ResearchDesk) attributes.get("desk")));
            case ClassifyIntent.KEY -> json(plan.classify(planned(attributes), domain(attributes)));
            case ReiterateIntention.KEY -> json(plan.reiterate(planned(attributes), domain(attributes)));
            case PlanTodos.KEY -> json(plan.plan(planned(attributes), domain(attributes)));
            case ResolveEntities.KEY -> json(
                    plan.names(planned(attributes), domain(attributes), (NameSearch) attributes.get("names")));
            case MapFields.KEY -> json(plan.map(planned(attributes), domain(attributes)));
            default -> throw new IllegalArgumentException("the offline model has no method for the prompt " + key);
        };
    }

    private static SqlRun run(Map<String, Object> attributes) {
        return (SqlRun) attributes.get("run");
    }

    private static GraphqlRun graphqlRun(Map<String, Object> attributes) {
        return (GraphqlRun) attributes.get("run");
    }

    private static AnalystRun question(Map<String, Object> attributes) {
        return (AnalystRun) attributes.get("analyst");
    }

    private static PlanRun planned(Map<String, Object> attributes) {
        return (PlanRun) attributes.get("plan");
    }

    private static Domain domain(Map<String, Object> attributes) {
        return (Domain) attributes.get("domain");
    }

    private static AiMessage json(Map<String, Object> reply) {
        return AiMessage.from(Replies.write(reply));
    }
}
