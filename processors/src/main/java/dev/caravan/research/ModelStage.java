package dev.caravan.research;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.model.ModelFailure;
import dev.caravan.model.Replies;
import dev.langchain4j.data.message.ChatMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;

/**
 * A stage of a research that a model is asked for. What it cannot say, because its reply is unreadable or the budget of the turn is spent,
 * is worked out by the words of the texts alone, as the built-in model does it, and the report says so. A model that does not answer
 * pauses the research.
 */
public abstract class ModelStage {
    private final String key;
    private final ResearchDesks desks;

    ModelStage(String key, ResearchDesks desks) {
        this.key = key;
        this.desks = desks;
    }

    /** What the model reads, by heading. */
    abstract Map<String, String> inputs(ResearchRun run, ResearchDesk desk);

    /** Takes a reply of the form of the stage. */
    abstract ResearchRun take(ResearchRun run, ResearchDesk desk, JsonNode reply);

    /** The messages to send. */
    public final List<ChatMessage> prepare(@Body ResearchRun run) {
        ResearchDesk desk = desks.of(run);
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("Language", run.research().german() ? "German" : "English");
        inputs.putAll(inputs(run, desk));
        return desk.prompts().messages(key, inputs, Map.of("research", run, "desk", desk));
    }

    /**
     * Goes on with a reply.
     *
     * @param reply null when the model failed
     * @param failure why it did
     */
    public final ResearchRun accept(
            @Body ResearchRun run,
            @Variable("reply") String reply,
            @ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Throwable failure) {
        ResearchDesk desk = desks.of(run);
        if (reply != null) {
            try {
                return take(run, desk, Replies.object(reply));
            } catch (Replies.Unreadable e) {
                return byWords(run, desk, "note.unreadable");
            }
        }
        if (failure instanceof ModelFailure known && known.kind() == ModelFailure.Kind.BUDGET) {
            return byWords(run, desk, "note.budget");
        }
        return run.failed(ModelFailure.told(failure));
    }

    private ResearchRun byWords(ResearchRun run, ResearchDesk desk, String note) {
        ResearchRun noted = run.gone(
                run.research().noted(ResearchTexts.of(run.research().language()).text(note)));
        return builtIn(noted, desk);
    }

    /** Goes on with the reply of the built-in model. */
    final ResearchRun builtIn(ResearchRun run, ResearchDesk desk) {
        try {
            return take(run, desk, Replies.object(Replies.write(BuiltInResearch.reply(key, run, desk))));
        } catch (Replies.Unreadable e) {
            throw new IllegalStateException("the built-in model's reply to " + key + " cannot be read", e);
        }
    }
}
