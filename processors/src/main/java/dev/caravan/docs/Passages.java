package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Cuts text: a section into passages for the encoder, a passage into sentences for a summary. */
public final class Passages {
    // the sentence model reads 128 tokens and drops the rest unseen; formulas take more tokens than words
    private static final int WORDS = 70;
    private static final Pattern CODE = Pattern.compile("(?s)```.*?(```|\\z)");
    private static final Pattern SENTENCE_END =
            Pattern.compile("(?<=[.!?])(?<!\\b(?:e\\.g|i\\.e|vs|cf|al|rev|No)\\.)\\s+(?=[\\p{Lu}\\p{N}\"(`*\\[])");

    private Passages() {}

    /** The passages of a section, each led by its heading, and the questions it answers; code is left out. */
    static List<String> of(Section section) {
        List<String> passages = new ArrayList<>(section.asked());
        StringBuilder passage = new StringBuilder();
        int words = 0;
        for (String sentence : sentences(plain(section.text()))) {
            int length = sentence.split("\\s+").length;
            if (words > 0 && words + length > WORDS) {
                passages.add(section.heading() + ". " + passage.toString().strip());
                passage.setLength(0);
                words = 0;
            }
            passage.append(sentence).append(' ');
            words += length;
        }
        if (words > 0 || passages.size() == section.asked().size()) {
            passages.add(section.heading() + ". " + passage.toString().strip());
        }
        return passages;
    }

    /** The text without code, tables' rulers and marks of emphasis. */
    public static String plain(String markdown) {
        return CODE.matcher(markdown)
                .replaceAll(" ")
                .replaceAll("(?m)^\\s*\\|?[\\s|:-]{3,}$", "")
                .replaceAll("[*`]|(?m)^\\s*[-#>]+\\s+", "")
                .replace('|', ' ')
                .replaceAll("[ \\t]+", " ");
    }

    /** The first sentence of a section, with its marks of emphasis. */
    public static String opening(String markdown) {
        List<String> sentences = sentences(CODE.matcher(markdown).replaceAll(" "));
        return sentences.isEmpty() ? "" : sentences.get(0);
    }

    /** The sentences of a text; every line end that leaves an empty line or begins a list ends one, too. */
    public static List<String> sentences(String text) {
        List<String> sentences = new ArrayList<>();
        for (String block : text.split("\\n\\s*\\n|\\n(?=\\s*[-*|] )")) {
            for (String sentence : SENTENCE_END.split(block.strip().replaceAll("\\s+", " "))) {
                if (!sentence.isBlank()) {
                    sentences.add(sentence);
                }
            }
        }
        return sentences;
    }
}
