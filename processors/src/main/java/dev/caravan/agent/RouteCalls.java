package dev.caravan.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.turn.ToolCall;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.ToolResult.Status;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.camel.AggregationStrategy;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;

/** What the agent's router asks: what a turn needs next, where a call goes, and which calls may run side by side. */
public final class RouteCalls implements AggregationStrategy {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ToolTable tools;
    private final int maxQueries;
    private final int mostAtOnce;

    /**
     * A router's knowledge.
     *
     * @param maxQueries counted calls that a turn may spend
     * @param mostAtOnce how many calls of one message may run side by side
     */
    public RouteCalls(ToolTable tools, int maxQueries, int mostAtOnce) {
        this.tools = tools;
        this.maxQueries = maxQueries;
        this.mostAtOnce = mostAtOnce;
    }

    /**
     * What has to be done next: {@code model} when it has to be asked, {@code call} or {@code calls} when one tool or several at
     * once are to run, {@code limit} when the next call may not run any more, {@code over} when nothing is left to do, else
     * {@code wrong}: there is no such tool, or its arguments are not what it wants.
     */
    public String next(@Body Turn turn) {
        if (!turn.isOpen()) {
            return "over";
        }
        if (turn.pending().isEmpty()) {
            return "model";
        }
        ToolCall call = turn.nextCall();
        if (turn.limitReached() && tools.isCounted(turn, call.tool()) || isSpent(turn, call)) {
            return "limit";
        }
        if (!faults(turn, call).isEmpty()) {
            return "wrong";
        }
        return batch(turn).size() > 1 ? "calls" : "call";
    }

    /** Whether a tool has made all the calls that it may make in a turn. */
    private boolean isSpent(Turn turn, ToolCall call) {
        int most = tools.offered(turn, call.tool()).map(Tool::callsPerTurn).orElse(0);
        return most > 0
                && turn.results().stream()
                                .filter(result -> result.call().tool().equals(call.tool()))
                                .count()
                        >= most;
    }

    /** What is wrong with a call, in words for the model; empty where nothing is. */
    private List<String> faults(Turn turn, ToolCall call) {
        Optional<Tool> tool = tools.offered(turn, call.tool());
        if (tool.isEmpty()) {
            return List.of("There is no tool called \"" + call.tool() + "\". Use " + names(turn) + ".");
        }
        if (isRepeated(turn, call)) {
            return List.of(
                    "This very call was made before; its result stands above. Ask for something else, or answer from what"
                            + " there is.");
        }
        List<String> faults = tool.get().faults(arguments(call));
        return faults.isEmpty()
                ? List.of()
                : List.of("The arguments of " + call.tool() + " are wrong: " + String.join("; ", faults)
                        + ". Call it again with arguments as its description wants them.");
    }

    /** Whether a tool that counts was asked the same in an earlier round, and could answer. */
    private boolean isRepeated(Turn turn, ToolCall call) {
        return tools.isCounted(turn, call.tool())
                && turn.results().stream()
                        .filter(result -> result.status() != Status.UNAVAILABLE)
                        .map(ToolResult::call)
                        .anyMatch(earlier -> earlier.round() < call.round()
                                && earlier.tool().equals(call.tool())
                                && arguments(earlier).equals(arguments(call)));
    }

    private String names(Turn turn) {
        List<String> names = tools.offered(turn).stream().map(Tool::name).toList();
        return names.isEmpty() ? "none: answer from what there is" : String.join(" or ", names);
    }

    private static JsonNode arguments(ToolCall call) {
        try {
            return JSON.readTree(call.arguments());
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }

    /** The next call cannot run: the model is told why. */
    public Turn wrong(@Body Turn turn) {
        ToolCall call = turn.nextCall();
        Status status = tools.offered(turn, call.tool()).isEmpty() ? Status.UNKNOWN_TOOL : Status.REJECTED;
        // a model that asks the same again and again comes to its limit
        int cost = status == Status.REJECTED && isRepeated(turn, call) ? 1 : 0;
        return turn.withResult(ToolResult.of(call, status, String.join(" ", faults(turn, call))), cost);
    }

    /** The endpoint of the next call's tool: that of the workspace's table. */
    public String endpoint(@Body Turn turn) {
        return tools.offered(turn, turn.nextCall().tool())
                .map(tool -> "direct:" + tool.route())
                .orElseThrow(() -> new IllegalStateException("no tool of the turn is called so"));
    }

    /** The calls to run now, each as a turn with this call alone: the next one, with those behind it that may run beside it. */
    public List<Turn> batch(@Body Turn turn) {
        List<Turn> batch = new ArrayList<>();
        int queries = turn.queries();
        for (ToolCall call : turn.pending()) {
            Optional<Tool> tool = tools.offered(turn, call.tool());
            boolean fits = batch.size() < mostAtOnce
                    && tool.filter(Tool::parallel)
                            .filter(each -> each.callsPerTurn() == 0)
                            .isPresent()
                    && faults(turn, call).isEmpty()
                    && (!tool.get().counted() || queries < maxQueries && !turn.limitReached());
            if (!batch.isEmpty() && !fits) {
                break;
            }
            batch.add(turn.withPending(List.of(call)));
            queries += tools.isCounted(turn, call.tool()) ? 1 : 0;
            if (!fits) {
                break;
            }
        }
        return batch;
    }

    /** The steps of a call carry its number in the turn. */
    public void mark(@Body Turn turn, Exchange exchange) {
        exchange.setProperty(
                "caravan.tool-call",
                turn.results().size() + 1 + exchange.getProperty(Exchange.SPLIT_INDEX, 0, Integer.class));
    }

    @Override
    public Exchange aggregate(Exchange sofar, Exchange next) {
        Exchange all = sofar == null ? next : sofar;
        List<ToolResult> results = new ArrayList<>();
        if (sofar != null) {
            results.addAll(sofar.getMessage().getBody(Ended.class).results());
        }
        if (next.getMessage().getBody() instanceof ToolResult result) {
            results.add(result);
        }
        all.getMessage().setBody(new Ended(results));
        return all;
    }

    /** Results of calls that ran side by side. */
    public record Ended(List<ToolResult> results) {
        /** Takes a copy. */
        public Ended {
            results = List.copyOf(results);
        }
    }

    /**
     * Takes the results in the order of the calls; one whose call broke off or took too long says so. Those that ask the person wait,
     * the first of them with its form, and come up again one after the other.
     */
    public Turn collect(@Body Object body, @Variable("turn") Turn turn) {
        List<ToolResult> ended = body instanceof Ended some ? some.results() : List.of();
        Turn collected = turn;
        List<ToolResult> asking = new ArrayList<>();
        for (Turn each : batch(turn)) {
            ToolCall call = each.nextCall();
            ToolResult result = ended.stream()
                    .filter(one -> one.call().id().equals(call.id()))
                    .findFirst()
                    .orElseGet(() ->
                            ToolResult.of(call, Status.UNAVAILABLE, "The tool broke off or gave no answer in time."));
            if (result.form().isPresent()) {
                asking.add(result);
                collected = collected.withPending(
                        collected.pending().subList(1, collected.pending().size()));
            } else {
                collected = collected.withResult(result, tools.isCounted(turn, call.tool()) ? 1 : 0);
            }
        }
        return asking.isEmpty() ? collected : waiting(collected, asking);
    }

    private static Turn waiting(Turn turn, List<ToolResult> asking) {
        List<ToolCall> pending =
                new ArrayList<>(asking.stream().map(ToolResult::call).toList());
        pending.addAll(turn.pending());
        ToolResult first = asking.get(0);
        return turn.withPending(pending).waitingFor(first.form().orElseThrow(), first.text());
    }
}
