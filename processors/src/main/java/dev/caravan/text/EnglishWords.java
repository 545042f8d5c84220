package dev.caravan.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;

/**
 * Words that are in common use, so that what is not among them may be a slip of typing. They are the whole words of the
 * vocabulary that comes with the sentence encoder; read when first needed.
 */
public final class EnglishWords {
    private static final String VOCABULARY = "/all-minilm-l6-v2-q-tokenizer.json";

    private EnglishWords() {}

    private static final class Holder {
        private static final Set<String> WORDS = read();
    }

    /** Whether a word in lower case is in common use; every word is where the vocabulary is not there to say. */
    public static boolean knows(String word) {
        return Holder.WORDS.isEmpty() || Holder.WORDS.contains(word);
    }

    private static Set<String> read() {
        Set<String> words = new HashSet<>();
        try (InputStream file = EnglishWords.class.getResourceAsStream(VOCABULARY)) {
            if (file == null) {
                return words;
            }
            JsonParser parser = new JsonFactory().createParser(file);
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.FIELD_NAME
                        && parser.currentName().equals("vocab")) {
                    parser.nextToken();
                    while (parser.nextToken() == JsonToken.FIELD_NAME) {
                        String word = parser.currentName();
                        if (word.length() > 2 && word.chars().allMatch(Character::isLetter)) {
                            words.add(word);
                        }
                        parser.nextToken();
                    }
                }
            }
            return words;
        } catch (IOException e) {
            throw new UncheckedIOException("the vocabulary cannot be read: " + e.getMessage(), e);
        }
    }
}
