package dev.caravan.demo.api;

import com.zaxxer.hikari.HikariDataSource;
import dev.caravan.warehouse.Credentials;
import java.io.IOException;
import java.net.URI;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The two GraphQL APIs of the Atlas of Economic Complexity over HTTP, on the loopback address, answered from the demo
 * database: {@value #EXPLORE} and {@value #COUNTRY_PAGES}, with an allowance of 120 requests a minute for each client; {@link
 * GraphqlHttp} says how they are asked and made to fail.
 */
public final class AtlasApi implements AutoCloseable {
    /** The path of the Explore API. */
    public static final String EXPLORE = "/api/graphql";

    /** The path of the Country Pages API. */
    public static final String COUNTRY_PAGES = "/api/countries/graphql";

    private static final Logger LOG = LoggerFactory.getLogger(AtlasApi.class);
    private static final int REQUESTS = 120;
    private static final int CONNECTIONS = 8;

    private final HikariDataSource source;
    private final GraphqlHttp http;

    private AtlasApi(HikariDataSource source, int port, Faults faults, int requests, LongSupplier nanoTime)
            throws IOException {
        this.source = source;
        http = new GraphqlHttp(port, faults, requests, nanoTime);
        Database database = new Database(source);
        Classifications classifications = new Classifications(database);
        NewProducts newProducts = new NewProducts(database);
        CountryPagesQueries pages = new CountryPagesQueries(database, classifications, newProducts);
        SchemaAnswers countryPages = pages.answers();
        SchemaAnswers explore = new ExploreQueries(database, classifications, newProducts).answers();
        http.serve(EXPLORE, explore);
        http.serve(COUNTRY_PAGES, countryPages);
        http.start();
        LOG.info("The demo Atlas service listens at {}", address());
        http.execute(() -> {
            explore.prepare();
            countryPages.prepare();
            prepare(pages);
        });
    }

    /** Ahead of the first question, which would wait for it for a second or two. */
    private static void prepare(CountryPagesQueries pages) {
        try {
            pages.prepare();
        } catch (IllegalStateException e) {
            LOG.debug("The first query will have to do it", e);
        }
    }

    /**
     * Starts the service; quick, for schemas and connections are made in the background or by the first request.
     *
     * @param jdbcUrl the demo database
     * @param login who may read it
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    public static AtlasApi start(String jdbcUrl, Credentials login, int port, Faults faults) throws IOException {
        return start(jdbcUrl, login, port, faults, System::nanoTime);
    }

    /** The same with another allowance, in requests a minute: an evaluation asks more in a minute than a person does. */
    public static AtlasApi start(String jdbcUrl, Credentials login, int port, Faults faults, int requests)
            throws IOException {
        return start(jdbcUrl, login, port, faults, requests, System::nanoTime);
    }

    /** The same with a clock of the caller's, which the request limit goes by. */
    static AtlasApi start(String jdbcUrl, Credentials login, int port, Faults faults, LongSupplier nanoTime)
            throws IOException {
        return start(jdbcUrl, login, port, faults, REQUESTS, nanoTime);
    }

    private static AtlasApi start(
            String jdbcUrl, Credentials login, int port, Faults faults, int requests, LongSupplier nanoTime)
            throws IOException {
        // made without its settings, the pool begins with the first query
        HikariDataSource source = new HikariDataSource();
        source.setJdbcUrl(jdbcUrl);
        source.setUsername(login.user());
        source.setPassword(login.password());
        source.setMaximumPoolSize(CONNECTIONS);
        source.setMinimumIdle(1);
        source.setReadOnly(true);
        source.setPoolName("demo-api");
        try {
            return new AtlasApi(source, port, faults, requests, nanoTime);
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /** Where it listens, without a path: {@code http://127.0.0.1:41234}. */
    public URI address() {
        return http.address();
    }

    /** The address of the Explore API. */
    public URI explore() {
        return address().resolve(EXPLORE);
    }

    /** The address of the Country Pages API. */
    public URI countryPages() {
        return address().resolve(COUNTRY_PAGES);
    }

    @Override
    public void close() {
        http.close();
        source.close();
    }
}
