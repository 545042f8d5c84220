package dev.caravan.launcher;

/** What Hawtio asks of a plugin, by the names it asks for. */
public interface RoutePluginMXBean {
    /** Folder of its script. */
    String getUrl();

    /** Name of its script. */
    String getRemoteEntryFileName();

    /** The global variable that the script sets. */
    String getScope();

    /** What to ask that variable for. */
    String getModule();

    /** The function to call. */
    String getPluginEntry();
}
