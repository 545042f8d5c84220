package dev.caravan.model.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class WireMendsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode mended(RemoteKind kind, String body) throws Exception {
        return JSON.readTree(WireMends.request(kind, true, body));
    }

    @Test
    void givesGeminiTheResultsOfOneTurnInOneContent() throws Exception {
        String body =
                "{\"contents\":[{\"role\":\"user\",\"parts\":[1]},{\"role\":\"model\",\"parts\":[2,3]},{\"role\":\"user\",\"parts\":[4]},{\"role\":\"user\",\"parts\":[5]}]}";
        assertThat(mended(RemoteKind.GEMINI, body))
                .isEqualTo(
                        JSON.readTree(
                                "{\"contents\":[{\"role\":\"user\",\"parts\":[1]},{\"role\":\"model\",\"parts\":[2,3]},{\"role\":\"user\",\"parts\":[4,5]}]}"));
        assertThat(mended(RemoteKind.OLLAMA, body)).isEqualTo(JSON.readTree(body));
    }

    @Test
    void letsAModelThatIsKeptToASchemaLeaveAChoiceOut() throws Exception {
        String schema =
                "{\"response_format\":{\"json_schema\":{\"schema\":{\"properties\":{\"a\":{\"type\":[\"string\",\"null\"],\"enum\":[\"x\"]},"
                        + "\"b\":{\"type\":\"string\",\"enum\":[\"x\"]},\"c\":{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"null\"],\"enum\":[\"x\"]}}}}}}}";
        JsonNode properties = mended(RemoteKind.OPENAI, schema).at("/response_format/json_schema/schema/properties");
        assertThat(properties.at("/a/enum")).isEqualTo(JSON.readTree("[\"x\",null]"));
        assertThat(properties.at("/b/enum")).isEqualTo(JSON.readTree("[\"x\"]"));
        assertThat(properties.at("/c/items/enum")).isEqualTo(JSON.readTree("[\"x\",null]"));
    }

    @Test
    void putsTheFormWhereAnthropicLooksForIt() throws Exception {
        String form = "{\"type\":\"json_schema\",\"schema\":{}}";
        assertThat(mended(RemoteKind.ANTHROPIC, "{\"model\":\"m\",\"output_format\":" + form + "}"))
                .isEqualTo(JSON.readTree("{\"model\":\"m\",\"output_config\":{\"format\":" + form + "}}"));
        assertThat(mended(RemoteKind.ANTHROPIC, "{\"model\":\"m\"}")).isEqualTo(JSON.readTree("{\"model\":\"m\"}"));
    }

    @Test
    void leavesABodyThatIsNoObjectAsItIs() {
        assertThat(WireMends.request(RemoteKind.GEMINI, true, "{oops")).isEqualTo("{oops");
        assertThat(WireMends.request(RemoteKind.OPENAI, true, "[1]")).isEqualTo("[1]");
    }

    @Test
    void mendsAnAnswerWhoseTextComesInPartsAndWhoseArgumentsAreAnObject() throws Exception {
        String parts = "{\"choices\":[{\"message\":{\"content\" : [{\"text\":\"a\"},{\"text\":\"b\"}]}}]}";
        assertThat(JSON.readTree(WireMends.answer(RemoteKind.COMPATIBLE, parts)).at("/choices/0/message/content"))
                .isEqualTo(JSON.readTree("\"ab\""));
        String object =
                "{\"choices\":[{\"message\":{\"tool_calls\":[{\"function\":{\"arguments\": {\"sql\":\"x\"}}}]}}]}";
        assertThat(JSON.readTree(WireMends.answer(RemoteKind.OPENAI, object))
                        .at("/choices/0/message/tool_calls/0/function/arguments")
                        .asText())
                .isEqualTo("{\"sql\":\"x\"}");
    }

    @Test
    void writesNothingAnewWhereNothingIsToMend() {
        String request = "{\n  \"model\" : \"m\",\n  \"messages\" : [ ]\n}";
        assertThat(WireMends.request(RemoteKind.OPENAI, false, request)).isSameAs(request);
        assertThat(WireMends.request(RemoteKind.ANTHROPIC, false, request)).isSameAs(request);
        String answer = "{\"choices\":[{\"message\":{\"content\":\"{\\\"a\\\":1}\",\"tool_calls\":[]}}]}";
        assertThat(WireMends.answer(RemoteKind.OPENAI, answer)).isSameAs(answer);
    }
}
