package dev.caravan.waiting;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.caravan.evidence.EvidenceKinds;
import dev.caravan.evidence.OpenEvidence;
import dev.caravan.evidence.TableMembers;
import dev.caravan.text.Json;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.Table;
import dev.caravan.turn.Turn;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Snapshots as mapper. Every component of a turn comes back as it was, numbers of results with their kind included. A shape that
 * changes so that earlier snapshots would be read wrongly gets the next version; what {@link #VERSION} cannot read is refused in
 * words.
 */
public final class TurnSnapshots {
    /** The shape that is written. */
    static final int VERSION = 1;

    private final ObjectMapper mapper;

    /** With the kinds of evidence that come back as what they were; others come back as {@link OpenEvidence}. */
    public TurnSnapshots(EvidenceKinds kinds) {
        SimpleModule evidence = new SimpleModule("evidence");
        evidence.addDeserializer(Evidence.class, new EvidenceReader(kinds));
        mapper = Json.mapper()
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false)
                // what is worked out of a record is none of its components
                .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
                .addMixIn(Turn.class, TurnForm.class)
                .addMixIn(Table.class, TableForm.class)
                .addMixIn(Evidence.class, EvidenceForm.class)
                .registerModule(evidence);
    }

    String write(TurnSnapshot snapshot) {
        try {
            return mapper.writeValueAsString(snapshot);
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
    TurnSnapshot read(String json) {
        try {
            JsonNode tree = mapper.readTree(json);
            int version = tree.path("version").asInt(0);
            if (version != VERSION) {
                throw new IllegalArgumentException("it was kept by " + (version > VERSION ? "a newer" : "an older")
                        + " Caravan (snapshot version " + version + "; this one reads version " + VERSION + ")");
            }
            return mapper.treeToValue(tree, TurnSnapshot.class);
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

    private interface EvidenceForm {
        @JsonProperty
        String kind();
    }

    private static final class EvidenceReader extends StdDeserializer<Evidence> {
        private static final long serialVersionUID = 1L;
        private static final String KIND = "kind";
        private static final String PAYLOAD = "payload";
        private static final String TABLE = "table";
        private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

        private final transient EvidenceKinds kinds;

        EvidenceReader(EvidenceKinds kinds) {
            super(Evidence.class);
            this.kinds = kinds;
        }

        @Override
        public Evidence deserialize(JsonParser in, DeserializationContext context) throws IOException {
            ObjectNode tree = context.readValue(in, ObjectNode.class);
            String kind = tree.path(KIND).asText();
            tree.remove(KIND);
            Optional<Class<? extends Evidence>> known = kinds.find(kind);
            if (known.isPresent()) {
                return context.readTreeAsValue(tree, known.get());
            }
            if (tree.path(PAYLOAD).isObject()) {
                tree = (ObjectNode) tree.get(PAYLOAD);
            }
            Map<String, Object> payload;
            try (JsonParser members = tree.traverse(in.getCodec())) {
                payload = members.readValueAs(MEMBERS);
            }
            if (tree.path(TABLE).isObject()) {
                TableMembers.put(context.readTreeAsValue(tree.get(TABLE), Table.class), payload);
                payload.remove(TABLE);
            }
            return new OpenEvidence(kind, payload);
        }
    }

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
