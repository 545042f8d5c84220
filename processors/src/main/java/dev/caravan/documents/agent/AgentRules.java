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
 * @param shadow how many of a hundred questions also go the other way, for comparison
 */
public record AgentRules(
        boolean enabled, List<String> models, String weakest, String model, boolean isBuiltIn, int shadow) {
    /** The choice by which a request leaves the agent out. */
    static final String CHOICE = "agent";

    private static final String OFF = "off";
    private static final int PERCENT = 100;

    /** Takes a copy. */
    public AgentRules {
        models = List.copyOf(models);
    }

    /** Why it may not answer; empty where it may. */
    Optional<String> against(Turn turn) {
        if (!enabled) {
            return Optional.of("the agent is switched off (documents.agent.enabled)");
        }
        if (isLeftOut(turn)) {
            return Optional.of("the request leaves the agent out");
        }
        if (!isAllowed()) {
            return Optional.of("the model " + model + " is not among those that may run the agent");
        }
        return Optional.empty();
    }

    private static boolean isLeftOut(Turn turn) {
        return turn.choice(CHOICE).filter(OFF::equals).isPresent();
    }

    private boolean isAllowed() {
        int place = models.indexOf(model);
        return isBuiltIn || models.isEmpty() || place >= 0 && place >= models.indexOf(weakest);
    }

    /** The way that is gone as well, for comparison only; by the turn's id, so that each is as likely. */
    Chosen.Shadow shadow(Turn turn) {
        if (Math.floorMod(turn.id().hashCode(), PERCENT) >= shadow || isLeftOut(turn) || !isAllowed()) {
            return Chosen.Shadow.NONE;
        }
        return enabled ? Chosen.Shadow.PIPELINE : Chosen.Shadow.AGENT;
    }
}
