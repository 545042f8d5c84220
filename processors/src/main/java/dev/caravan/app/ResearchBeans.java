package dev.caravan.app;

import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.PassageVectors;
import dev.caravan.documents.ReadDocument;
import dev.caravan.model.PromptFolder;
import dev.caravan.reference.StatuteFolder;
import dev.caravan.research.AnalyzeQuery;
import dev.caravan.research.AnalyzeRetrieval;
import dev.caravan.research.AssessReport;
import dev.caravan.research.AttributeSources;
import dev.caravan.research.ConcludeConversation;
import dev.caravan.research.GenerateQueries;
import dev.caravan.research.GenerateQuestions;
import dev.caravan.research.JudgeReferences;
import dev.caravan.research.ListTasks;
import dev.caravan.research.OpenResearch;
import dev.caravan.research.PrintedDocuments;
import dev.caravan.research.ProcessResponse;
import dev.caravan.research.ReadPassages;
import dev.caravan.research.ResearchBudget;
import dev.caravan.research.ResearchCollection;
import dev.caravan.research.ResearchCollection.Vectors;
import dev.caravan.research.ResearchDesk;
import dev.caravan.research.ResearchDesks;
import dev.caravan.research.ResearchRun;
import dev.caravan.research.ResearchSettings;
import dev.caravan.research.RetrieveChunks;
import dev.caravan.research.SearchTask;
import dev.caravan.research.SearchWeb;
import dev.caravan.research.WebSearch;
import dev.caravan.research.WriteReport;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Workspace;
import dev.caravan.workspace.Workspaces;
import dev.langchain4j.model.chat.ChatModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.camel.spi.Registry;

/** The workspaces of the research flow, and the beans of its routes. */
final class ResearchBeans implements AutoCloseable {
    /** The id of the flow's route. */
    static final String FLOW = "research";

    private final Map<String, ResearchSettings> settings = new TreeMap<>();
    private final Map<String, ResearchDesk> desks = new ConcurrentHashMap<>();
    private final Path folder;
    private final PrintedDocuments printed;

    private final Optional<Supplier<PassageVectors>> vectors;
    private final Optional<WebSearch> web;

    private ResearchBeans(
            Path folder,
            PrintedDocuments printed,
            Optional<Supplier<PassageVectors>> vectors,
            Optional<WebSearch> web) {
        this.web = web;
        this.folder = folder;
        this.printed = printed;
        this.vectors = vectors;
    }

    /**
     * Binds the beans; a collection is read when it is first researched.
     *
     * @param documents reads what is no Markdown in a collection
     * @param vectors of passages; empty where they are found by words alone
     * @param web finds pages of the web; empty where it is not searched
     * @param models gives the chat model of a prompt key
     * @param limits answers a turn that was stopped, is to pause or is over its time
     * @param budgets tells what a turn has cost and may cost
     * @throws IllegalArgumentException when the file of a workspace is written wrongly
     */
    static ResearchBeans bind(
            Registry registry,
            Workspaces workspaces,
            Path folder,
            ReadDocument documents,
            Optional<Supplier<PassageVectors>> vectors,
            Optional<WebSearch> web,
            Function<String, ChatModel> models,
            UnaryOperator<Turn> limits,
            Function<Turn, ResearchBudget> budgets) {
        ResearchBeans beans = new ResearchBeans(folder, new PrintedDocuments(documents), vectors, web);
        for (Workspace workspace : workspaces.list()) {
            if (workspace.flow().equals(FLOW)) {
                beans.settings.put(workspace.name(), ResearchSettings.read(workspace.folder()));
            }
        }
        ResearchDesks desks = new ResearchDesks(beans::desk);
        registry.bind("openResearch", new OpenResearch(desks, limits, budgets));
        registry.bind("analyzeQuery", new AnalyzeQuery(desks));
        registry.bind("generateQueries", new GenerateQueries(desks));
        registry.bind("retrieveChunks", new RetrieveChunks(desks));
        registry.bind("analyzeRetrieval", new AnalyzeRetrieval(desks));
        registry.bind("generateQuestions", new GenerateQuestions(desks));
        registry.bind("processResponse", new ProcessResponse(desks));
        registry.bind("concludeConversation", new ConcludeConversation(desks));
        registry.bind("listTasks", new ListTasks(desks));
        registry.bind("searchWeb", new SearchWeb(desks));
        registry.bind("searchTask", new SearchTask(desks));
        registry.bind("readPassages", new ReadPassages(desks));
        registry.bind("judgeReferences", new JudgeReferences(desks));
        registry.bind("writeReport", new WriteReport(desks));
        registry.bind("assessReport", new AssessReport(desks));
        registry.bind("attributeSources", new AttributeSources(desks));
        registry.bind("referencesAsked", new BodyField<>(ResearchRun.class, JudgeReferences::isAsked));
        registry.bind("researchFresh", new BodyField<>(ResearchRun.class, run -> !run.turn()
                .isResumed()));
        registry.bind(
                "researchShares",
                new BodyField<>(ResearchRun.class, run -> run.turn().progress().kept()));
        registry.bind("researchAnalysisModel", models.apply(AnalyzeQuery.KEY));
        registry.bind("researchQueriesModel", models.apply(GenerateQueries.KEY));
        registry.bind("researchGapsModel", models.apply(AnalyzeRetrieval.KEY));
        registry.bind("researchQuestionsModel", models.apply(GenerateQuestions.KEY));
        registry.bind("researchPlanModel", models.apply(ConcludeConversation.KEY));
        registry.bind("researchTasksModel", models.apply(ListTasks.KEY));
        registry.bind("researchExtractModel", models.apply(ReadPassages.KEY));
        registry.bind("researchGateModel", models.apply(JudgeReferences.KEY));
        registry.bind("researchReportModel", models.apply(WriteReport.KEY));
        registry.bind("researchQualityModel", models.apply(AssessReport.KEY));
        return beans;
    }

    private ResearchDesk desk(String workspace) {
        return desks.computeIfAbsent(workspace, name -> {
            ResearchSettings known = settings.get(name);
            if (known == null) {
                throw new IllegalArgumentException("no workspace of the research flow: " + name);
            }
            try {
                return ResearchDesk.of(
                                known,
                                new ResearchCollection(
                                        StatuteFolder.read(known.collection(), printed::markdown),
                                        vectors.map(each -> new Vectors(each.get(), new Owner(name, FLOW)))),
                                new PromptFolder(folder.resolve(name).resolve("prompts"), folder.resolve("prompts")))
                        .with(web);
            } catch (IOException e) {
                throw new UncheckedIOException("the collection of the workspace " + name + " cannot be read", e);
            }
        });
    }

    @Override
    public void close() {
        desks.values().forEach(desk -> desk.collection().close());
        web.ifPresent(WebSearch::close);
    }
}
