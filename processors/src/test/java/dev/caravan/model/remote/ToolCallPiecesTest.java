package dev.caravan.model.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolCallPiecesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Every piece as "place id name arguments", in the order of the stream. */
    private static List<String> said(String... calls) throws Exception {
        ToolCallPieces pieces = new ToolCallPieces();
        List<String> said = new ArrayList<>();
        for (String call : calls) {
            String data = "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":" + call + "}}]}";
            for (ServerSentEvent event : pieces.of(new ServerSentEvent(null, data))) {
                JsonNode list = JSON.readTree(event.data()).at("/choices/0/delta/tool_calls");
                assertThat(list).hasSize(1);
                JsonNode one = list.get(0);
                said.add(one.path("index").asInt() + " " + one.path("id").asText("-") + " "
                        + one.at("/function/name").asText("-") + " "
                        + one.at("/function/arguments").asText("-"));
            }
        }
        return said;
    }

    @Test
    void leavesPiecesInOrderAsTheyAre() throws Exception {
        assertThat(said(
                        "[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]",
                        "[{\"index\":0,\"function\":{\"arguments\":\"{}\"}}]",
                        "[{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]"))
                .containsExactly("0 a f ", "0 - - {}", "1 b g {}");
    }

    @Test
    void takesSeveralCallsOfOnePieceApart() throws Exception {
        assertThat(said("[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
                        + "{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}]"))
                .containsExactly("0 a f {}", "1 b g {}");
    }

    @Test
    void findsThePlaceOfCallsThatHaveNoneOrAllTheSame() throws Exception {
        String none = "[{\"id\":\"%s\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]";
        String same = "[{\"index\":0,\"id\":\"%s\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]";
        for (String call : List.of(none, same)) {
            assertThat(said(call.formatted("a"), call.formatted("b"))).as(call).containsExactly("0 a f {}", "1 b f {}");
        }
        String neither = "[{\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]";
        assertThat(said(neither, neither)).containsExactly("0 - f {}", "1 - f {}");
    }

    @Test
    void saysIdAndNameOnceThoughEveryPieceRepeatsThem() throws Exception {
        String piece = "[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"%s\"}}]";
        assertThat(said(piece.formatted("{"), piece.formatted("}"))).containsExactly("0 a f {", "0 - - }");
    }

    @Test
    void takesArgumentsThatAreAnObjectAndCallsWithoutAny() throws Exception {
        assertThat(said(
                        "[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":{\"question\":\"q\"}}}]",
                        "[{\"index\":1,\"id\":\"b\"}]"))
                .containsExactly("0 a f {\"question\":\"q\"}", "1 b - -");
    }

    @Test
    void leavesEverythingElseAlone() {
        ToolCallPieces pieces = new ToolCallPieces();
        for (String data : new String[] {
            "[DONE]",
            "",
            null,
            "{\"choices\":[]}",
            "{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}",
            "{oops"
        }) {
            ServerSentEvent event = new ServerSentEvent(null, data);
            assertThat(pieces.of(event)).containsExactly(event);
        }
    }
}
