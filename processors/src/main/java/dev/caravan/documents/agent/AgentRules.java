package dev.caravan.documents.agent;

import dev.caravan.turn.Turn;
import java.util.List;
import java.util.Optional;

/**
 * Whether the agent may answer a question on documents.
 *
 * @param enabled whether it answers at all
 * @param models names of the models that may run it, the weakest first; any where empty
 * @param weakest the weakest of them that may; any where empty
 * @param model name of the one that is set up
 * @param isBuiltIn whether that is the built-in model
 */
public record AgentRules(boolean enabled, List<String> models, String weakest, String model, boolean isBuiltIn) {
    /** The choice by which a request leaves the agent out. */
    static final String CHOICE = "agent";

    private static final String OFF = "off";

    /** Takes a copy. */
    public AgentRules {
        models = List.copyOf(models);
    }

    /** Why it may not answer; empty where it may. */
    Optional<String> against(Turn turn) {
        if (!enabled) {
            return Optional.of("the agent is switched off (documents.agent.enabled)");
        }
        if (turn.choice(CHOICE).filter(OFF::equals).isPresent()) {
            return Optional.of("the request leaves the agent out");
        }
        int place = models.indexOf(model);
        if (!isBuiltIn && !models.isEmpty() && (place < 0 || place < models.indexOf(weakest))) {
            return Optional.of("the model " + model + " is not among those that may run the agent");
        }
        return Optional.empty();
    }
}
