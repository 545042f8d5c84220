package dev.caravan.demo.api;

import java.io.IOException;
import java.net.URI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A GraphQL API of single shipments, containers, vessels, ports, terminals, carriers and importers, over HTTP on the loopback address:
 * {@value #PATH}, with an allowance of 600 requests a minute for each client; {@link GraphqlHttp} says how it is asked and made to fail.
 */
public final class ShippingApi implements AutoCloseable {
    /** The path of the API. */
    public static final String PATH = "/api/shipping/graphql";

    private static final Logger LOG = LoggerFactory.getLogger(ShippingApi.class);
    private static final int REQUESTS = 600;

    private final GraphqlHttp http;

    private ShippingApi(GraphqlHttp http) {
        this.http = http;
    }

    /**
     * Starts the service; quick, for the schema is made by the first request.
     *
     * @param rows the data that it answers from
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    public static ShippingApi start(RowSource rows, int port, Faults faults) throws IOException {
        ShippingApi api = new ShippingApi(new GraphqlHttp(port, faults, REQUESTS, System::nanoTime));
        api.http.serve(PATH, new ShippingQueries(rows).answers());
        api.http.start();
        LOG.info("The demo shipping service listens at {}", api.address());
        return api;
    }

    /** Where it is asked. */
    public URI address() {
        return http.address().resolve(PATH);
    }

    @Override
    public void close() {
        http.close();
    }
}
