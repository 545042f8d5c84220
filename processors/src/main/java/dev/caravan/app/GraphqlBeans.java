package dev.caravan.app;

import dev.caravan.catalog.Aliases;
import dev.caravan.gate.Breakers;
import dev.caravan.gate.BudgetGate;
import dev.caravan.gate.Quota;
import dev.caravan.gate.SourceGate;
import dev.caravan.graphql.ApiCatalog;
import dev.caravan.graphql.ApiProblem;
import dev.caravan.graphql.AskApi;
import dev.caravan.graphql.BuildQuery;
import dev.caravan.graphql.ClassifyQuery;
import dev.caravan.graphql.ExtractEntities;
import dev.caravan.graphql.FormatGraphqlResults;
import dev.caravan.graphql.GraphqlHttp;
import dev.caravan.graphql.MissingApi;
import dev.caravan.graphql.OpenGraphqlRun;
import dev.caravan.graphql.QueryTemplates;
import dev.caravan.graphql.ResolveIds;
import dev.caravan.graphql.YearCoverage;
import dev.caravan.model.PromptFolder;
import dev.caravan.semantic.SemanticModel;
import dev.langchain4j.model.chat.ChatModel;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import org.apache.camel.spi.Registry;

/** The beans of the route graphql, and the gates in front of the Atlas APIs. */
public final class GraphqlBeans implements AutoCloseable {
    private static final ManagedBean QUOTA = new ManagedBean("dev.caravan:type=quota,name=atlas-api");

    private final GraphqlHttp http;

    private GraphqlBeans(GraphqlHttp http) {
        this.http = http;
    }

    /**
     * Binds the beans.
     *
     * @param models gives the chat model of a prompt key
     */
    static GraphqlBeans bind(
            Registry registry,
            Settings settings,
            PromptFolder prompts,
            Aliases aliases,
            SemanticModel model,
            Function<String, ChatModel> models,
            Clock clock) {
        Budgets budgets = new Budgets(registry, settings, clock);
        Quota quota = budgets.ofMinute(
                "atlas-api", settings.number("atlas.api.budget"), settings.duration("atlas.api.timeout"));
        Quota attempts = budgets.ofAttempts("atlas-api-calls", settings.number("atlas.api.ceiling"), false);
        // while it is open nobody is offered the API, so it has to go half open by itself
        CircuitBreaker breaker = Breakers.recovering(
                "atlas-api",
                settings.number("atlas.api.breaker.failures"),
                settings.duration("atlas.api.breaker.open"),
                ApiProblem::isTransient);
        SourceGate gate = new SourceGate(isConfigured(settings), quota, breaker);
        GraphqlHttp http = new GraphqlHttp(
                settings.duration("atlas.api.timeout"),
                "Caravan/" + Versions.all().getOrDefault("caravan", "0"));
        QUOTA.publish(quota);
        registry.bind("atlasQuota", quota);
        registry.bind("atlasBreaker", breaker);
        registry.bind("atlasGate", gate);
        registry.bind("atlasBudget", new BudgetGate(quota, attempts));
        registry.bind("atlasHttp", http);
        registry.bind("missingApi", new MissingApi());
        registry.bind("askApi", new AskApi());

        QueryTemplates templates = new QueryTemplates();
        CatalogCalls calls = new CatalogCalls();
        registry.bind("catalogCalls", calls);
        ApiCatalog catalog = new ApiCatalog(calls, templates, aliases, clock);
        registry.bind("graphqlClassificationModel", models.apply(ClassifyQuery.KEY));
        registry.bind("graphqlEntityExtractionModel", models.apply(ExtractEntities.KEY));
        registry.bind("idResolutionSelectionModel", models.apply(ResolveIds.KEY));
        registry.bind("openGraphqlRun", new OpenGraphqlRun());
        registry.bind("classifyQuery", new ClassifyQuery(prompts));
        registry.bind("extractEntities", new ExtractEntities(prompts, catalog));
        registry.bind("resolveIds", new ResolveIds(catalog, catalog::staleness, prompts, YearCoverage.of(model)));
        registry.bind("buildQuery", new BuildQuery(templates));
        registry.bind("formatGraphqlResults", new FormatGraphqlResults(catalog, () -> source(settings)));
        return new GraphqlBeans(http);
    }

    /** Placeholders of the routes that follow from the settings. */
    public static Map<String, String> placeholders(Settings settings) {
        return Map.of(
                // a redelivery policy reads plain milliseconds only
                "caravan.atlas.retry-millis",
                        String.valueOf(
                                settings.duration("atlas.api.retry-delay").toMillis()),
                "caravan.endpoint.atlas-explore", endpoint(settings.text("atlas.api.explore-url")),
                "caravan.endpoint.atlas-country-pages", endpoint(settings.text("atlas.api.country-pages-url")));
    }

    private static String endpoint(String url) {
        return url.isEmpty()
                ? "bean:missingApi?method=ask"
                : "graphql:" + url + "?httpClient=#atlasHttp&variablesHeader=" + AskApi.VARIABLES;
    }

    static boolean isConfigured(Settings settings) {
        return !settings.text("atlas.api.explore-url").isEmpty()
                && !settings.text("atlas.api.country-pages-url").isEmpty();
    }

    private static String source(Settings settings) {
        String url = settings.text("atlas.api.explore-url");
        return url.contains("://127.0.0.1") || url.contains("://localhost")
                ? "Atlas API (synthetic demo data)"
                : "Atlas of Economic Complexity API";
    }

    @Override
    public void close() {
        QUOTA.close();
        try {
            http.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
