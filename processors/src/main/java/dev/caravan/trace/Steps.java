package dev.caravan.trace;

/**
 * The trace of a turn while it runs: an exchange property that holds a list of maps, one for each
 * step in the order they began, with the keys named here. Each map may carry more.
 */
public final class Steps {
    /** Exchange property: a {@code List<Map<String, Object>>}. */
    public static final String PROPERTY = "caravan.steps";

    /** Exchange property: the id of the OpenTelemetry trace that the turn is told in; absent where none is made. */
    public static final String OTEL_TRACE = "caravan.otel-trace";

    /** Key: the step's id in the route. */
    public static final String STAGE = "stage";

    /** Key: the step's description in the route, as people read it. */
    public static final String LABEL = "label";

    /** Key: the route that the step stands in. */
    public static final String ROUTE = "route";

    /** Key: which tool call of the turn it belongs to, counted from 1; 0 outside of one. */
    public static final String TOOL_CALL = "tool_call";

    /** Key: done or failed. */
    public static final String STATUS = "status";

    /** Key: when it began, in milliseconds from the beginning of the trace. */
    public static final String AT = "at";

    /**
     * Key: what was asked of models, databases and services meanwhile, a {@code List<Map<String, Object>>}; kept for the
     * trace and not sent with an answer.
     */
    public static final String CALLS = "calls";

    /** Key: how long it took. */
    public static final String MILLIS = "millis";

    private Steps() {}
}
