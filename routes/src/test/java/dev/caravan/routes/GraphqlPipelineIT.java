package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.DatabaseCatalog;
import dev.caravan.demo.SharedWorld;
import dev.caravan.demo.api.AtlasApi;
import dev.caravan.demo.api.Fault;
import dev.caravan.demo.api.Faults;
import dev.caravan.demo.database.EmbeddedPostgres;
import dev.caravan.demo.world.DemoWorld;
import dev.caravan.turn.ToolResult.Status;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The GraphQL pipeline over HTTP against the demo Atlas service on the demo world, with the offline model. */
class GraphqlPipelineIT {
    private static EmbeddedPostgres server;
    private static HikariDataSource data;
    private static DatabaseCatalog names;

    private final Faults faults = new Faults();
    private final PipelineRoutes.SetClock clock = new PipelineRoutes.SetClock();
    private AtlasApi api;
    private GraphqlRoutes routes;

    @BeforeAll
    static void connect() {
        server = SharedWorld.get().server();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(server.jdbcUrl(DemoWorld.DATABASE));
        config.setUsername(server.readerCredentials().user());
        config.setPassword(server.readerCredentials().password());
        data = new HikariDataSource(config);
        names = new DatabaseCatalog(
                data, Aliases.read(RouteFiles.HOME.resolve("workspaces/atlas/aliases.yaml")), Clock.systemUTC());
    }

    @AfterAll
    static void disconnect() {
        data.close();
    }

    @BeforeEach
    void start() throws Exception {
        api = AtlasApi.start(server.jdbcUrl(DemoWorld.DATABASE), server.readerCredentials(), 0, faults);
        routes = GraphqlRoutes.startOn(api, names, clock);
    }

    @AfterEach
    void stop() {
        routes.close();
        api.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
          country_profile           | What is Kenya's diversification grade?                            | 1
          country_lookback          | How fast have Ghana's non-oil exports grown over the past 10 years? | 2
          new_products              | Which new products does Peru export?                               | 1
          treemap_products          | What did Ghana export in 2021?                                     | 2
          treemap_products          | What were India's service exports in 2020?                         | 2
          treemap_partners          | Where did Ghana's exports go in 2021?                              | 1
          treemap_bilateral         | Which products did Germany export to France in 2021?               | 1
          overtime_products         | How have Kenya's exports changed since 1995?                       | 2
          overtime_products         | How have Kenya's coffee exports changed since 1970?                | 2
          overtime_partners         | How have Ghana's export destinations changed since 2005?           | 1
          marketshare               | What is Ghana's global market share of cocoa beans since 2005?     | 1
          product_space             | Where does Ghana stand in the product space?                       | 2
          feasibility               | What are Kenya's growth opportunities?                             | 2
          feasibility_table         | List the USA's growth opportunities as a table                     | 1
          country_year              | What was Ghana's GDP in 2015?                                      | 1
          product_info              | What is the PCI of cocoa beans?                                    | 1
          product_info              | Is coffee a natural resource?                                      | 1
          explore_bilateral         | How much did Ghana export to France in 2021?                       | 1
          explore_group             | What are the total exports of ASEAN in 2020?                       | 1
          explore_group             | Which countries belong to the European Union?                      | 1
          explore_group             | What did Kenya export to the European Union in 2020?               | 1
          global_datum              | What are total world exports?                                      | 0
          explore_data_availability | Which years of data are available for SITC?                        | 0
          """)
    void answersEveryTypeEndToEnd(String type, String question, int links) {
        GraphqlRoutes.Outcome outcome = routes.ask(question);
        assertThat(outcome.result().status()).as(outcome.result().text()).isEqualTo(Status.OK);
        assertThat(outcome.evidence().queryType()).isEqualTo(type);
        assertThat(outcome.evidence().table().rows()).isNotEmpty();
        assertThat(outcome.evidence().links()).hasSize(links);
        assertThat(outcome.result().text())
                .hasSizeLessThanOrEqualTo(15_000)
                .doesNotContain("product-", "country-", "location-");
    }

    @ParameterizedTest
    @CsvSource({"SERVER_ERROR", "UNAVAILABLE", "TOO_MANY_REQUESTS", "HTML_BODY", "NO_CONTENT", "DROPPED_CONNECTION"})
    void saysWhatIsWrongAndRecoversWhenItIsOver(Fault fault) {
        assertThat(routes.ask("What was Ghana's GDP in 2015?").result().status())
                .isEqualTo(Status.OK);
        long before = routes.quota.getCommitted();
        faults.show(fault);
        GraphqlRoutes.Outcome failed = routes.ask("What was Ghana's GDP in 2015?");
        assertThat(failed.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(failed.result().text()).contains("query_tool");
        assertThat(failed.evidence().links()).isEmpty();
        assertThat(routes.quota.getCommitted()).as("failed calls cost nothing").isEqualTo(before);
        faults.clear();
        assertThat(routes.ask("What was Ghana's GDP in 2015?").result().status())
                .isEqualTo(Status.OK);
    }

    @Test
    void graphqlErrorsDoNotCountAgainstTheBreaker() {
        routes.ask("What was Ghana's GDP in 2015?");
        faults.show(Fault.GRAPHQL_ERRORS);
        for (int i = 0; i < 6; i++) {
            assertThat(routes.ask("What was Ghana's GDP in 2015?").result().status())
                    .isEqualTo(Status.REJECTED);
        }
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void aServiceThatDiesOpensTheBreakerAndIsUsedAgainWhenItIsBack() throws IOException {
        assertThat(routes.ask("What was Ghana's GDP in 2015?").result().status())
                .isEqualTo(Status.OK);
        int port = api.address().getPort();
        api.close();
        routes.ask("What was Ghana's GDP in 2015?");
        GraphqlRoutes.Outcome second = routes.ask("What was Ghana's GDP in 2015?");
        assertThat(second.result().status()).isEqualTo(Status.UNAVAILABLE);
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.OPEN);
        assertThat(routes.gate.isUsable()).isFalse();

        api = AtlasApi.start(server.jdbcUrl(DemoWorld.DATABASE), server.readerCredentials(), port, faults);
        // what happens by itself after 30 seconds
        routes.breaker.transitionToHalfOpenState();
        assertThat(routes.gate.isUsable()).isTrue();
        assertThat(routes.ask("What was Ghana's GDP in 2015?").result().status())
                .isEqualTo(Status.OK);
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }

    @Test
    void twoHundredTurnsAtOnceNeverSpendMoreThanTheBudget() throws Exception {
        ExecutorService people = Executors.newFixedThreadPool(200);
        List<Future<GraphqlRoutes.Outcome>> turns = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int year = 1995 + i % 30;
            turns.add(people.submit(() -> routes.ask("What was Ghana's GDP in " + year + "?")));
        }
        int answered = 0;
        for (Future<GraphqlRoutes.Outcome> turn : turns) {
            GraphqlRoutes.Outcome outcome = turn.get();
            if (outcome.result().status() == Status.OK) {
                answered++;
                assertThat(outcome.result().text())
                        .contains(outcome.result().call().question().replaceAll("\\D", ""));
            } else {
                assertThat(outcome.result().text()).contains("budget_exhausted");
            }
        }
        people.shutdown();
        // the clock stands still: everything happens in one window
        assertThat(routes.quota.getCommitted()).isEqualTo(100);
        assertThat(answered).as("the rest went to the catalog").isEqualTo(98);
        assertThat(routes.quota.getPending()).isZero();
        assertThat(routes.breaker.getState()).isEqualTo(CircuitBreaker.State.CLOSED);
    }
}
