package dev.caravan.agent;

import dev.caravan.gate.SourceGate;
import dev.caravan.trace.TurnNotes;
import dev.caravan.turn.Turn;
import dev.caravan.workspace.Choice;
import dev.caravan.workspace.Tool;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;

/** Stage resolve_mode: settles which tools a turn has, so that they stay the same while it goes on. */
public final class OfferTools {
    private final ToolTable tools;

    /** Of the tools of the workspaces. */
    public OfferTools(ToolTable tools) {
        this.tools = tools;
    }

    /**
     * With the tools that a choice of the person names, or else with all whose gates let them. A choice that leaves the tools open
     * becomes the one that names just these, so that the answer says what it was made with.
     */
    public Turn offer(@Body Turn turn, Exchange exchange) {
        List<Choice> choices =
                tools.workspace(turn).map(workspace -> workspace.choices()).orElse(List.of());
        Optional<Choice> deciding = choices.stream()
                .filter(choice -> choice.values().stream()
                        .anyMatch(value -> !value.tools().isEmpty()))
                .findFirst();
        List<String> named = deciding.flatMap(
                        choice -> turn.choice(choice.name()).flatMap(choice::value))
                .map(Choice.Value::tools)
                .orElse(List.of());
        if (!named.isEmpty()) {
            return turn.withTools(named);
        }
        List<String> usable = tools.all(turn).stream()
                .filter(tool -> isUsable(tool, exchange))
                .map(Tool::name)
                .toList();
        Turn settled = turn.withTools(usable);
        return deciding.flatMap(choice -> choice.values().stream()
                        .filter(value -> value.tools().equals(usable))
                        .findFirst()
                        .map(value -> settled.withChoice(choice.name(), value.name())))
                .orElse(settled);
    }

    /** A tool that is there but has no budget or health is not offered, and the person is told. */
    private boolean isUsable(Tool tool, Exchange exchange) {
        if (tool.gate().isEmpty()) {
            return true;
        }
        SourceGate gate = tools.gate(tool.gate().get());
        if (gate.isLacking()) {
            String lack = gate.isSpent()
                    ? tool.gate().get().spent()
                    : tool.gate().get().resting();
            if (!lack.isEmpty()) {
                TurnNotes.add(exchange, lack);
            }
        }
        return gate.isUsable();
    }
}
