package dev.caravan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.model.Prompt;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PromptFormsTest {
    /** Those whose replies people read as they are. */
    private static final List<String> TEXTS = List.of("agent_system_prompt", "documentation_synthesis");

    private static List<Prompt> forms() {
        return Prompts.ALL.stream().filter(prompt -> prompt.form().isPresent()).toList();
    }

    private static List<JsonEnumSchema> choices(JsonSchemaElement element) {
        List<JsonEnumSchema> found = new ArrayList<>();
        if (element instanceof JsonEnumSchema choice) {
            found.add(choice);
        } else if (element instanceof JsonObjectSchema object) {
            object.properties().values().forEach(property -> found.addAll(choices(property)));
        } else if (element instanceof JsonArraySchema array) {
            found.addAll(choices(array.items()));
        }
        return found;
    }

    private static Map<String, JsonSchemaElement> fields(Prompt prompt) {
        return ((JsonObjectSchema) prompt.form().orElseThrow().rootElement()).properties();
    }

    @Test
    void everyPromptWhoseReplyAStageReadsHasAForm() {
        assertThat(Prompts.ALL)
                .filteredOn(prompt -> prompt.form().isEmpty())
                .extracting(Prompt::key)
                .isEqualTo(TEXTS);
        assertThat(forms()).allSatisfy(prompt -> assertThat(prompt.form().map(JsonSchema::name))
                .isEqualTo(Optional.of(formName(prompt))));
    }

    private static String formName(Prompt prompt) {
        return prompt.key().equals("graphql_classification") ? "graphql_query_classification" : prompt.key();
    }

    @Test
    void everyValueOfEveryChoiceIsExplained() {
        for (Prompt prompt : forms()) {
            for (JsonEnumSchema choice : choices(prompt.form().orElseThrow().rootElement())) {
                for (String value : choice.enumValues()) {
                    assertThat(choice.description())
                            .as(prompt.key())
                            .containsPattern("(?m)^- ([\\w, ]+, )?" + value + "(, [\\w, ]+)?: \\S+");
                }
            }
        }
    }

    @Test
    void repliesHoldReasoningOnlyWhereItIsSwitchedOnAndThenInFrontOfEverythingElse() {
        for (Prompt prompt : forms()) {
            assertThat(fields(prompt)).as(prompt.key()).doesNotContainKeys("reasoning", "thinking");
            Map<String, JsonSchemaElement> reasoned = fields(prompt.withReasoning());
            assertThat(reasoned.keySet()).as(prompt.key()).first().isEqualTo("reasoning");
            assertThat(reasoned).containsAllEntriesOf(fields(prompt));
        }
    }
}
