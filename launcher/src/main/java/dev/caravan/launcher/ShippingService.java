package dev.caravan.launcher;

import dev.caravan.demo.api.Faults;
import dev.caravan.demo.api.ShippingApi;
import dev.caravan.lookup.DemoService;
import dev.caravan.search.SearchData;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** The demo GraphQL service of workspace shipments. */
public final class ShippingService implements DemoService {
    private static final int MOST_ROWS = 100;

    private Optional<ShippingApi> api = Optional.empty();

    /** As the service loader makes it; not started. */
    public ShippingService() {}

    @Override
    public String workspace() {
        return "shipments";
    }

    @Override
    public synchronized URI start(SearchData rows) throws IOException {
        if (api.isEmpty()) {
            api = Optional.of(ShippingApi.start(sql -> rows.read(sql, MOST_ROWS), 0, new Faults()));
        }
        return api.get().address();
    }

    @Override
    public synchronized void close() {
        api.ifPresent(ShippingApi::close);
        api = Optional.empty();
    }
}
