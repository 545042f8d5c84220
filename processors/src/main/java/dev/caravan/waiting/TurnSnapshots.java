package dev.caravan.waiting;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.caravan.edge.Json;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Snapshots as JSON. Every component of a turn comes back as it was, numbers of results with their kind included. A shape that
 * changes so that earlier snapshots would be read wrongly gets the next version; what {@link #VERSION} cannot read is refused in
 * words.
 */
final class TurnSnapshots {
    /** The shape that is written. */
    static final int VERSION = 1;

    private static final ObjectMapper JSON = Json.mapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // what is worked out of a record is none of its components
            .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
            .addMixIn(Turn.class, TurnForm.class)
            .addMixIn(Table.class, TableForm.class)
            .addMixIn(Evidence.class, EvidenceForm.class);

    private TurnSnapshots() {}

    static String write(TurnSnapshot snapshot) {
        try {
            return JSON.writeValueAsString(snapshot);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "turn " + snapshot.turn().id() + " cannot be kept: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Reads what {@link #write} wrote, here or in another Caravan.
     *
     * @throws IllegalArgumentException saying why it cannot be gone on with
     */
    static TurnSnapshot read(String json) {
        try {
            JsonNode tree = JSON.readTree(json);
            int version = tree.path("version").asInt(0);
            if (version != VERSION) {
                throw new IllegalArgumentException("it was kept by " + (version > VERSION ? "a newer" : "an older")
                        + " Caravan (snapshot version " + version + "; this one reads version " + VERSION + ")");
            }
            return JSON.treeToValue(tree, TurnSnapshot.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("its snapshot cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private interface TurnForm {
        @JsonIgnore
        String getNextTool();
    }

    /** Rows whose cells keep their kind. */
    private interface TableForm {
        @JsonProperty
        @JsonSerialize(contentUsing = RowWriter.class)
        @JsonDeserialize(contentUsing = RowReader.class)
        List<List<Object>> rows();
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Evidence.SqlEvidence.class, name = "sql"),
        @JsonSubTypes.Type(value = Evidence.GraphqlEvidence.class, name = "graphql"),
        @JsonSubTypes.Type(value = Evidence.DocsEvidence.class, name = "docs")
    })
    private interface EvidenceForm {}

    /** Decimals as an object, so that they are told from floating numbers; what JSON has no number for as well. */
    private static final class RowWriter extends StdSerializer<List<Object>> {
        private static final long serialVersionUID = 1L;

        RowWriter() {
            super(List.class, false);
        }

        @Override
        public void serialize(List<Object> row, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeStartArray();
            for (Object cell : row) {
                if (cell instanceof BigDecimal decimal) {
                    tagged(out, "decimal", decimal.toString());
                } else if (cell instanceof Double number && !Double.isFinite(number)) {
                    tagged(out, "double", number.toString());
                } else {
                    provider.defaultSerializeValue(cell, out);
                }
            }
            out.writeEndArray();
        }

        private static void tagged(JsonGenerator out, String kind, String text) throws IOException {
            out.writeStartObject();
            out.writeStringField(kind, text);
            out.writeEndObject();
        }
    }

    private static final class RowReader extends StdDeserializer<List<Object>> {
        private static final long serialVersionUID = 1L;

        RowReader() {
            super(List.class);
        }

        @Override
        public List<Object> deserialize(JsonParser in, DeserializationContext context) throws IOException {
            List<Object> row = new ArrayList<>();
            for (JsonNode cell : context.readTree(in)) {
                row.add(cell(cell));
            }
            return row;
        }

        private static Object cell(JsonNode cell) {
            if (cell.isObject()) {
                return cell.has("decimal")
                        ? new BigDecimal(cell.get("decimal").textValue())
                        : (Object) Double.valueOf(cell.path("double").asText());
            }
            if (cell.isNull()) {
                return null;
            }
            if (cell.isBoolean()) {
                return cell.booleanValue();
            }
            if (cell.isIntegralNumber()) {
                return cell.longValue();
            }
            return cell.isNumber() ? (Object) cell.doubleValue() : cell.textValue();
        }
    }
}
