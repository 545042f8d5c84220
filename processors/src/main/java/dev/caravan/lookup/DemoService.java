package dev.caravan.lookup;

import dev.caravan.search.SearchData;
import java.io.IOException;
import java.net.URI;

/** The GraphQL service that comes with the demo data of a workspace; found by {@link java.util.ServiceLoader}. */
public interface DemoService extends AutoCloseable {
    /** Whose data it answers from. */
    String workspace();

    /**
     * Starts it, when the workspace is first asked for a single thing.
     *
     * @param rows the data
     * @return where it is asked
     * @throws IOException where it cannot listen
     */
    URI start(SearchData rows) throws IOException;

    /** Ends it, where it was started. */
    @Override
    void close();
}
