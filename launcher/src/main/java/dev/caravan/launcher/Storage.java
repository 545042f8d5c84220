package dev.caravan.launcher;

import dev.caravan.workspace.DataOnDemand;
import java.io.IOException;
import java.util.Map;

/** The databases that the launcher runs for the web application. */
interface Storage extends AutoCloseable {
    /** Where the databases are and the logins to them, as settings. */
    Map<String, String> settings();

    /** How the data of workspaces are made that are made when they are first asked for. */
    Map<String, DataOnDemand.Maker> makers();

    @Override
    void close() throws IOException;

    /** No database of the launcher's own. */
    static Storage none() {
        return new Storage() {
            @Override
            public Map<String, String> settings() {
                return Map.of();
            }

            @Override
            public Map<String, DataOnDemand.Maker> makers() {
                return Map.of();
            }

            @Override
            public void close() {
                // there is nothing
            }
        };
    }
}
