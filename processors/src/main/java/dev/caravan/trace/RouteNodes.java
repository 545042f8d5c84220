package dev.caravan.trace;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.NamedNode;
import org.apache.camel.NamedRoute;
import org.apache.camel.model.ModelCamelContext;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.ToDefinition;

/**
 * What the trace says of the nodes and endpoints of routes. Camel finds a node by a search through all routes, too slow for each
 * step of each turn; so what was found is kept until a route comes or goes.
 */
final class RouteNodes {
    /**
     * A node.
     *
     * @param label its description, as people read it; its id where it has none
     * @param route the route it stands in; empty where there is none
     * @param send the variable it sends instead of the body; empty for the body
     * @param receive the variable it takes the answer into; empty for the body
     */
    record Node(String label, String route, String send, String receive) {}

    private volatile Map<String, Node> nodes = new ConcurrentHashMap<>();
    private volatile Map<String, String> kinds = new ConcurrentHashMap<>();

    /** Looks all of them up anew; maps that a look-up under way still writes to are left behind. */
    void forget() {
        nodes = new ConcurrentHashMap<>();
        kinds = new ConcurrentHashMap<>();
    }

    /** The node of an id. */
    Node node(CamelContext camel, String id) {
        return nodes.computeIfAbsent(id, unknown -> found((ModelCamelContext) camel, unknown));
    }

    private static Node found(ModelCamelContext camel, String id) {
        NamedNode node = camel.getProcessorDefinition(id);
        NamedRoute route = node == null ? null : ProcessorDefinitionHelper.getRoute(node);
        ToDefinition to = node instanceof ToDefinition call ? call : null;
        return new Node(
                node == null || node.getDescriptionText() == null ? id : node.getDescriptionText(),
                route == null ? "" : route.getRouteId(),
                to == null ? "" : filled(to.getVariableSend(), route),
                to == null ? "" : filled(to.getVariableReceive(), route));
    }

    /** A variable's name; in a route made from a template the node still says which parameter gives it. */
    private static String filled(String name, NamedRoute route) {
        if (name == null) {
            return "";
        }
        if (!name.startsWith("{{")
                || !(route instanceof RouteDefinition made)
                || made.getTemplateParameters() == null) {
            return name;
        }
        return String.valueOf(made.getTemplateParameters().getOrDefault(name.substring(2, name.length() - 2), name));
    }

    /** What an endpoint leads to: model, database, http, or nothing that belongs into the trace. */
    String kind(Endpoint endpoint) {
        return kinds.computeIfAbsent(endpoint.getEndpointUri(), uri -> OutboundCall.kind(endpoint));
    }
}
