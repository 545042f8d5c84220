package dev.caravan.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.query.SchemaGraph;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guard lets through to the engine, and what it does not. */
class DslGuardTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final DslGuard GUARD = new DslGuard(layout(), 1_000);

    static IndexLayout layout() {
        Map<String, Relation> relations = new LinkedHashMap<>();
        relations.put(
                "sea.ports", relation(List.of("port_id"), Map.of(), Map.of("port_id", Type.NUMBER, "name", Type.TEXT)));
        relations.put(
                "sea.trips",
                relation(
                        List.of("trip_id"),
                        Map.of("port_id", "sea.ports.port_id"),
                        Map.of(
                                "trip_id", Type.NUMBER,
                                "port_id", Type.NUMBER,
                                "left", Type.DATE,
                                "ship", Type.TEXT,
                                "late", Type.FLAG,
                                "shape", Type.OTHER,
                                "tons", Type.NUMBER)));
        return new IndexLayout(new SchemaGraph(new Schema(Optional.empty(), relations)), Set.of("sea.trips.tons"));
    }

    private static Relation relation(List<String> key, Map<String, String> references, Map<String, Type> columns) {
        Map<String, Column> described = new LinkedHashMap<>();
        columns.forEach((name, type) -> described.put(name, new Column(type, List.of(name), "", false, Map.of())));
        return new Relation(List.of(), "", key, references, described);
    }

    private static void check(String body) {
        GUARD.check("sea.trips", DslGuard.read(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"query\": {\"match_all\": {}}, \"size\": 1000}",
                "{\"query\": {\"term\": {\"port.name\": \"Miami\"}}, \"sort\": [{\"left\": \"desc\"}, \"ship\"], \"_source\": [\"ship\", \"port.name\"]}",
                "{\"query\": {\"bool\": {\"filter\": [{\"range\": {\"left\": {\"gte\": \"2025-01-01\", \"lt\": \"2025-02-01\"}}}, {\"terms\": {\"ship\": [\"a\", \"b\"]}}],"
                        + " \"must_not\": {\"exists\": {\"field\": \"tons\"}}, \"should\": [{\"prefix\": {\"ship.lower\": \"msc\"}}, {\"wildcard\": {\"ship\": {\"value\": \"*anna*\", \"case_insensitive\": true}}},"
                        + " {\"fuzzy\": {\"ship\": {\"value\": \"mearsk\", \"fuzziness\": \"AUTO\"}}}], \"minimum_should_match\": 1}}}",
                "{\"size\": 0, \"aggs\": {\"by ship\": {\"terms\": {\"field\": \"ship\", \"size\": 10, \"order\": {\"weight\": \"desc\"}}, \"aggs\": {\"weight\": {\"sum\": {\"field\": \"tons\"}}}}}}",
                "{\"size\": 0, \"aggs\": {\"months\": {\"date_histogram\": {\"field\": \"left\", \"calendar_interval\": \"month\", \"format\": \"yyyy-MM\"}, \"aggs\": {\"ships\": {\"cardinality\": {\"field\": \"ship\"}}}}}}",
                "{\"size\": 0, \"aggs\": {\"groups\": {\"composite\": {\"size\": 1000, \"sources\": [{\"g1\": {\"terms\": {\"field\": \"ship\", \"missing_bucket\": true}}}, {\"g2\": {\"terms\": {\"field\": \"left_weekday\"}}}], \"after\": {\"g1\": \"x\", \"g2\": 3}}}}}",
                "{\"size\": 0, \"aggregations\": {\"sizes\": {\"range\": {\"field\": \"tons\", \"ranges\": [{\"to\": 5}, {\"from\": 5}]}}, \"late\": {\"filter\": {\"term\": {\"late\": true}}}, \"last\": {\"max\": {\"field\": \"left\"}}}}"
            })
    void letsThroughWhatItKnows(String body) {
        assertThatCode(() -> check(body)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // scripts, wherever they may stand
                "{\"query\": {\"script\": {\"script\": \"true\"}}}",
                "{\"query\": {\"bool\": {\"filter\": [{\"script\": {\"script\": {\"source\": \"while(true){}\"}}}]}}}",
                "{\"query\": {\"function_score\": {\"script_score\": {\"script\": \"1\"}}}}",
                "{\"query\": {\"script_score\": {\"query\": {\"match_all\": {}}, \"script\": {\"source\": \"1\"}}}}",
                "{\"script_fields\": {\"x\": {\"script\": \"1\"}}}",
                "{\"sort\": {\"_script\": {\"type\": \"number\", \"script\": \"1\"}}}",
                "{\"aggs\": {\"x\": {\"scripted_metric\": {\"map_script\": \"1\"}}}}",
                "{\"aggs\": {\"x\": {\"sum\": {\"script\": \"1\"}}}}",
                "{\"aggs\": {\"x\": {\"sum\": {\"field\": \"tons\", \"script\": \"_value\"}}}}",
                "{\"aggs\": {\"x\": {\"terms\": {\"script\": \"1\"}}}}",
                "{\"aggs\": {\"x\": {\"terms\": {\"field\": \"ship\"}, \"aggs\": {\"y\": {\"bucket_script\": {\"buckets_path\": {}, \"script\": \"1\"}}}}}}",
                "{\"runtime_mappings\": {\"x\": {\"type\": \"long\"}}}",
                "{\"derived\": {\"x\": {\"type\": \"long\", \"script\": \"emit(1)\"}}}",
                // other documents, other indices, other ways in
                "{\"query\": {\"terms\": {\"ship\": {\"index\": \".security\", \"id\": \"1\", \"path\": \"x\"}}}}",
                "{\"query\": {\"more_like_this\": {\"like\": [{\"_index\": \"other\", \"_id\": \"1\"}]}}}",
                "{\"query\": {\"percolate\": {\"field\": \"q\", \"document\": {}}}}",
                "{\"query\": {\"wrapper\": {\"query\": \"eyJtYXRjaF9hbGwiOnt9fQ==\"}}}",
                "{\"query\": {\"has_child\": {\"type\": \"x\", \"query\": {}}}}",
                "{\"query\": {\"nested\": {\"path\": \"port\", \"query\": {\"match_all\": {}}}}}",
                "{\"query\": {\"ids\": {\"values\": [\"1\"]}}}",
                "{\"query\": {\"geo_shape\": {\"x\": {\"indexed_shape\": {\"index\": \"other\"}}}}}",
                "{\"indices_boost\": [{\"*\": 1}]}",
                "{\"pit\": {\"id\": \"x\"}}",
                "{\"suggest\": {\"x\": {\"text\": \"a\"}}}",
                "{\"rescore\": {}}",
                "{\"collapse\": {\"field\": \"ship\"}}",
                "{\"aggs\": {\"x\": {\"global\": {}}}}",
                "{\"aggs\": {\"x\": {\"top_hits\": {}}}}",
                "{\"aggs\": {\"x\": {\"significant_text\": {\"field\": \"ship\"}}}}",
                "{\"_source\": [\"*\"]}",
                "{\"_source\": {\"includes\": [\"*\"]}}",
                "{\"sort\": \"_id\"}",
                "{\"docvalue_fields\": [\"ship\"]}",
                // what runs away
                "{\"query\": {\"regexp\": {\"ship\": \"(a+)+\"}}}",
                "{\"query\": {\"query_string\": {\"query\": \"*\"}}}",
                "{\"query\": {\"simple_query_string\": {\"query\": \"*\"}}}",
                "{\"query\": {\"wildcard\": {\"ship\": \"*\"}}}",
                "{\"query\": {\"wildcard\": {\"ship\": \"*a*b*c*\"}}}",
                "{\"query\": {\"fuzzy\": {\"ship\": {\"value\": \"a\", \"max_expansions\": 100000}}}}",
                "{\"size\": 1001}",
                "{\"from\": 10001}",
                "{\"size\": -1}",
                "{\"size\": 1e9}",
                "{\"track_total_hits\": false}",
                "{\"track_total_hits\": 100}",
                "{\"terminate_after\": 1}",
                "{\"timeout\": \"10h\"}",
                "{\"aggs\": {\"x\": {\"terms\": {\"field\": \"ship\", \"size\": 1000000}}}}",
                "{\"aggs\": {\"x\": {\"terms\": {\"field\": \"ship\", \"size\": 1000}, \"aggs\": {\"y\": {\"terms\": {\"field\": \"tons\", \"size\": 1000}}}}}}",
                "{\"aggs\": {\"x\": {\"terms\": {\"field\": \"ship\", \"include\": \".*\"}}}}",
                "{\"aggs\": {\"x\": {\"terms\": {\"field\": \"ship\", \"min_doc_count\": 0}}}}",
                "{\"aggs\": {\"x\": {\"date_histogram\": {\"field\": \"left\", \"fixed_interval\": \"1ms\"}}}}",
                "{\"aggs\": {\"x\": {\"date_histogram\": {\"field\": \"left\", \"calendar_interval\": \"second\"}}}}",
                "{\"aggs\": {\"x\": {\"date_histogram\": {\"field\": \"left\", \"calendar_interval\": \"day\", \"extended_bounds\": {\"min\": \"0001-01-01\", \"max\": \"9999-01-01\"}}}}}",
                "{\"aggs\": {\"x\": {\"histogram\": {\"field\": \"tons\", \"interval\": 0.0000001}}}}",
                "{\"aggs\": {\"x\": {\"histogram\": {\"field\": \"tons\", \"interval\": 0, \"min_doc_count\": 1}}}}",
                // what does not fit
                "{\"query\": {\"term\": {\"nothing\": 1}}}",
                "{\"query\": {\"term\": {\"shape\": 1}}}",
                "{\"query\": {\"term\": {\"ship\": {\"value\": {\"a\": 1}}}}}",
                "{\"query\": {\"prefix\": {\"tons\": \"1\"}}}",
                "{\"query\": {\"range\": {\"left\": {\"gte\": \"now-1d/d\"}}}}",
                "{\"query\": {\"range\": {\"left\": {\"gte\": \"2025-01-01||/M\"}}}}",
                "{\"query\": {\"range\": {\"left\": {\"format\": \"yyyy\", \"gte\": \"2025\"}}}}",
                "{\"query\": {\"match_all\": {}, \"term\": {\"ship\": 1}}}",
                "{\"query\": []}",
                "{\"query\": {\"bool\": {\"filter\": \"x\"}}}",
                "{\"aggs\": {\"x\": {\"sum\": {\"field\": \"ship\"}}}}",
                "{\"aggs\": {\"x\": {\"sum\": {\"field\": \"tons\"}, \"max\": {\"field\": \"tons\"}}}}",
                "{\"aggs\": {\"x\": {\"sum\": {\"field\": \"tons\"}, \"aggs\": {\"y\": {\"sum\": {\"field\": \"tons\"}}}}}}",
                "{\"aggs\": {\"a>b\": {\"sum\": {\"field\": \"tons\"}}}}",
                "{\"aggs\": {\"a\": {\"sum\": {\"field\": \"tons\"}}}, \"aggregations\": {}}",
                "{\"aggs\": {\"x\": {\"terms\": {\"field\": \"ship\", \"order\": {\"other\": \"asc\"}}}}}"
            })
    void refusesWhatItDoesNotKnow(String body) {
        assertThatThrownBy(() -> check(body))
                .isInstanceOfSatisfying(SearchProblem.class, problem -> assertThat(problem.kind())
                        .isEqualTo(SearchProblem.Kind.REFUSED));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "1",
                "{",
                "{\"size\": 1, \"size\": 2}",
                "{} {}",
                "{\"query\": {\"term\": {\"ship\": \"a\"}, \"term\": {\"ship\": \"b\"}}}",
                "POST /_search {}"
            })
    void refusesWhatIsNoJson(String text) {
        assertThatThrownBy(() -> check(text)).isInstanceOf(SearchProblem.class);
    }

    @Test
    void refusesWhatIsTooDeepOrTooMuch() {
        StringBuilder deep = new StringBuilder("{\"term\": {\"ship\": \"a\"}}");
        for (int i = 0; i < 9; i++) {
            deep.insert(0, "{\"bool\": {\"filter\": [").append("]}}");
        }
        assertThatThrownBy(() -> check("{\"query\": " + deep + "}")).hasMessageContaining("8 deep");

        ObjectNode wide = JSON.createObjectNode();
        ArrayNode should = wide.putObject("query").putObject("bool").putArray("should");
        for (int i = 0; i < 300; i++) {
            should.addObject().putObject("term").put("ship", "s" + i);
        }
        assertThatThrownBy(() -> GUARD.check("sea.trips", wide)).hasMessageContaining("200 conditions");
        assertThatThrownBy(() -> check("{\"query\": {\"term\": {\"ship\": \"" + "x".repeat(70_000) + "\"}}}"))
                .isInstanceOf(SearchProblem.class);
    }

    @Test
    void namesTheIndicesAndTheFieldThatWasMeant() {
        assertThatThrownBy(() -> GUARD.check("other", JSON.createObjectNode()))
                .hasMessageContaining("there is no index 'other'; there are sea.ports, sea.trips");
        assertThatThrownBy(() -> GUARD.check("sea.trips/_delete_by_query?q=*", JSON.createObjectNode()))
                .isInstanceOf(SearchProblem.class);
        assertThatThrownBy(() -> check("{\"query\": {\"term\": {\"port.nam\": \"Miami\"}}}"))
                .hasMessageContaining("query.term: there is no field 'port.nam'; did you mean port.name?");
    }

    /** Whatever is put into a proper search at whatever place: what was on no list is refused. */
    @Test
    void refusesAnythingStrangeAnywhere() {
        Random random = new Random(18);
        List<String> strange =
                List.of("script", "_script", "index", "lang", "source", "boost_mode", "x-content", "params");
        int tried = 0;
        for (int i = 0; i < 3_000; i++) {
            JsonNode body = DslGuard.read(
                    "{\"query\": {\"bool\": {\"filter\": [{\"range\": {\"left\": {\"gte\": \"2025-01-01\"}}}, {\"term\": {\"ship\": {\"value\": \"a\"}}}]}}, \"size\": 0,"
                            + " \"sort\": [{\"left\": {\"order\": \"asc\"}}],"
                            + " \"aggs\": {\"g\": {\"terms\": {\"field\": \"ship\", \"order\": {\"_key\": \"asc\"}}, \"aggs\": {\"s\": {\"sum\": {\"field\": \"tons\"}}}}}}");
            List<ObjectNode> objects = new ArrayList<>();
            collect(body, objects);
            ObjectNode place = objects.get(random.nextInt(objects.size()));
            // names of aggregations are free, so what stands there must be a wrong aggregation
            place.set(
                    strange.get(random.nextInt(strange.size())),
                    random.nextBoolean() ? JSON.createObjectNode() : JSON.valueToTree("1"));
            assertThatThrownBy(() -> GUARD.check("sea.trips", body))
                    .as(body.toString())
                    .isInstanceOf(SearchProblem.class);
            tried++;
        }
        assertThat(tried).isEqualTo(3_000);
    }

    private static void collect(JsonNode node, List<ObjectNode> objects) {
        if (node instanceof ObjectNode object) {
            objects.add(object);
        }
        node.forEach(child -> collect(child, objects));
    }
}
