package dev.caravan.text;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.Map;

/** How JSON is written and read at the edge and in the store. */
public final class Json {
    private Json() {}

    /**
     * Snake case, instants as ISO 8601, decimals exact, duplicate keys and anything behind the document
     * refused. Text that no JSON reader or PostgreSQL accepts (NUL, half a surrogate pair) is left out or
     * replaced on the way out.
     */
    public static ObjectMapper mapper() {
        SimpleModule cleanText = new SimpleModule("clean-text");
        cleanText.addSerializer(String.class, new CleanText());
        return JsonMapper.builder()
                .addModules(new Jdk8Module(), new JavaTimeModule(), cleanText)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
                .build();
    }

    /** Writes a map of JSON-ready values. */
    public static String write(ObjectMapper mapper, Map<String, ?> values) {
        try {
            return mapper.writeValueAsString(values);
        } catch (IOException e) {
            throw new IllegalArgumentException("these values cannot be JSON", e);
        }
    }

    /** Without NUL; half a surrogate pair becomes U+FFFD. */
    public static String clean(String text) {
        if (isClean(text)) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .filter(point -> point != 0)
                .map(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xFFFD : point)
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isClean(String text) {
        // every text of every answer comes by here: an array is read several times as fast as a string by the first
        // compiler's code
        for (char letter : text.toCharArray()) {
            if (letter == 0 || Character.isSurrogate(letter)) {
                return false;
            }
        }
        return true;
    }

    private static final class CleanText extends StdSerializer<String> {
        private static final long serialVersionUID = 1L;

        CleanText() {
            super(String.class);
        }

        @Override
        public void serialize(String text, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(clean(text));
        }
    }
}
