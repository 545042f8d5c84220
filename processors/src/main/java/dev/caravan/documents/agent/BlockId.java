package dev.caravan.documents.agent;

import dev.caravan.documents.Block;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id by which a model cites a block.
 *
 * @param document its id
 * @param number of the block in it
 */
record BlockId(String document, int number) {
    /** As it stands in texts; ids of documents have no blank and no such sign. */
    static final Pattern WRITTEN = Pattern.compile("([\\p{L}\\p{N}_-]+)#(\\d{1,6})");

    static String of(String document, Block block) {
        return document + "#" + block.number();
    }

    /** Reads an id as a model wrote it, with or without brackets. */
    static Optional<BlockId> read(String text) {
        Matcher matcher = WRITTEN.matcher(text.replaceAll("[\\[\\]\\s]", ""));
        return matcher.matches()
                ? Optional.of(new BlockId(matcher.group(1), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }
}
