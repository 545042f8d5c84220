package dev.caravan.model;

import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import java.util.List;
import java.util.Optional;

/**
 * One kind of model call. Its text is the file of its key in a workspace's prompts folder.
 *
 * @param key its name in settings, routes, files and traces
 * @param purpose what it is for, in a few words
 * @param inputs the headings under which a model finds what it works on
 * @param form the form of the reply; empty where the reply is text
 * @param kept whether the same question may be answered from the cache: true only where no fresh data go in
 * @param spoken whether people read its replies, so that they are shown while they are written
 * @param brief whether its pipeline has a good way to go on without it, so that one repetition is enough
 */
public record Prompt(
        String key,
        String purpose,
        List<String> inputs,
        Optional<JsonSchema> form,
        boolean kept,
        boolean spoken,
        boolean brief) {

    /** Takes a copy. */
    public Prompt {
        inputs = List.copyOf(inputs);
    }

    /** A prompt whose reply is an object of a form. */
    public static Prompt ofForm(String key, String purpose, JsonSchema form, boolean kept, String... inputs) {
        return new Prompt(key, purpose, List.of(inputs), Optional.of(form), kept, false, false);
    }

    /** The same, with one repetition instead of two. */
    public Prompt repeatedOnce() {
        return new Prompt(key, purpose, inputs, form, kept, spoken, true);
    }

    /**
     * The same, with a sentence of reasoning in front of the reply. Models that think by themselves gain nothing by it, and it
     * makes each reply slower.
     */
    public Prompt withReasoning() {
        return new Prompt(key, purpose, inputs, form.map(Prompt::reasoned), kept, spoken, brief);
    }

    private static JsonSchema reasoned(JsonSchema form) {
        JsonObjectSchema object = (JsonObjectSchema) form.rootElement();
        JsonObjectSchema.Builder reasoned = JsonObjectSchema.builder()
                .description(object.description())
                .addStringProperty("reasoning", "one sentence: what speaks for the values below; written first");
        object.properties().forEach(reasoned::addProperty);
        List<String> required = new java.util.ArrayList<>(List.of("reasoning"));
        required.addAll(object.required());
        return JsonSchema.builder()
                .name(form.name())
                .rootElement(reasoned.required(required).build())
                .build();
    }
}
