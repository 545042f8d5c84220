package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.spi.Registry;
import org.junit.jupiter.api.Test;

/** A model that fails, at each prompt: the stage that asked goes on with its own run and without a reply. */
class FailedModelsTest {
    /** Prepares a prompt, whatever the run. */
    public static final class Stage {
        private final boolean speechless;

        Stage(boolean speechless) {
            this.speechless = speechless;
        }

        /** One message. */
        public List<ChatMessage> prepare() {
            if (speechless) {
                throw new IllegalStateException("nothing to say");
            }
            return new ArrayList<>(List.of(UserMessage.from("?")));
        }

        /** Fails as the agent's model does. */
        public ChatMessage ask() {
            throw new IllegalStateException("no model");
        }
    }

    private boolean speechless;
    private final ScriptedModel model = new ScriptedModel().fails();
    private final List<Map<String, String>> prompts = RouteModel.instances().stream()
            .filter(instance -> instance.get("routeTemplateRef").equals("ask"))
            .map(FailedModelsTest::parameters)
            .toList();

    private static Map<String, String> parameters(Map<?, ?> instance) {
        Map<String, String> parameters = new HashMap<>();
        for (Object parameter : (List<?>) instance.get("parameters")) {
            Map<?, ?> given = (Map<?, ?>) parameter;
            parameters.put(String.valueOf(given.get("name")), String.valueOf(given.get("value")));
        }
        return parameters;
    }

    private void bind(Registry registry) {
        for (Map<String, String> prompt : prompts) {
            registry.bind(prompt.get("stage"), new Stage(speechless));
            if (prompt.containsKey("model")) {
                registry.bind(prompt.get("model"), model);
            }
        }
    }

    @Test
    void leavesTheRunAsItWasAndNoReply() throws Exception {
        assertThat(prompts).hasSizeGreaterThan(10);
        try (RouteFiles routes = RouteFiles.start(Map.of("state.jdbc-url", ""), this::bind, "models.camel.yaml")) {
            for (Map<String, String> prompt : prompts) {
                Exchange done = routes.camel()
                        .createFluentProducerTemplate()
                        .to("direct:ask-" + prompt.get("name"))
                        .withBody("the run")
                        .withVariable("reply", "an earlier reply")
                        .request(Exchange.class);
                assertThat(done.getException()).as(prompt.toString()).isNull();
                assertThat(done.getMessage().getBody()).as(prompt.toString()).isEqualTo("the run");
                assertThat(done.getVariable("reply")).as(prompt.toString()).isNull();
            }
            assertThat(model.asked).hasSize((int) prompts.stream()
                    .filter(prompt -> prompt.containsKey("model"))
                    .count());
        }
    }

    @Test
    void sendsNoModelTheMessagesOfAnEarlierPrompt() throws Exception {
        speechless = true;
        try (RouteFiles routes = RouteFiles.start(Map.of("state.jdbc-url", ""), this::bind, "models.camel.yaml")) {
            for (Map<String, String> prompt : prompts) {
                Exchange done = routes.camel()
                        .createFluentProducerTemplate()
                        .to("direct:ask-" + prompt.get("name"))
                        .withBody("the run")
                        .withVariable("messages", new ArrayList<>(List.of(UserMessage.from("of an earlier prompt"))))
                        .request(Exchange.class);
                assertThat(done.getException()).as(prompt.toString()).isNull();
                assertThat(done.getMessage().getBody()).as(prompt.toString()).isEqualTo("the run");
            }
        }
        assertThat(model.asked).isEmpty();
    }
}
