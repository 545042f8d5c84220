package dev.caravan.documents;

import dev.caravan.documents.Block.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * What an index finds: some blocks of a page with the heading they stand under.
 *
 * @param page counted from 1
 * @param first number of its first block
 * @param last number of its last block
 * @param text of the blocks
 * @param headings over and among them
 */
record Chunk(int page, int first, int last, String text, String headings) {
    /** How the words of a heading count beside those of the text. */
    static final float HEADING_WEIGHT = 0.6f;

    private static final int LONGEST = 1400;

    /** The chunks of a document. */
    static List<Chunk> of(List<Block> blocks) {
        List<Chunk> chunks = new ArrayList<>();
        List<Block> chunk = new ArrayList<>();
        int length = 0;
        String heading = "";
        String chunkHeading = "";
        for (Block block : blocks) {
            boolean full = length + block.printed().length() > LONGEST;
            if (!chunk.isEmpty() && (full || chunk.get(0).page() != block.page())) {
                chunks.add(of(chunk, chunkHeading));
                chunk = new ArrayList<>();
                length = 0;
            }
            if (block.kind() == Kind.HEADING) {
                heading = block.text();
            }
            if (chunk.isEmpty()) {
                chunkHeading = heading;
            }
            chunk.add(block);
            length += block.printed().length();
        }
        if (!chunk.isEmpty()) {
            chunks.add(of(chunk, chunkHeading));
        }
        return chunks;
    }

    private static Chunk of(List<Block> blocks, String heading) {
        StringBuilder text = new StringBuilder();
        StringBuilder headings = new StringBuilder(heading);
        for (Block block : blocks) {
            text.append(block.printed()).append('\n');
            if (block.kind() == Kind.HEADING) {
                headings.append('\n').append(block.text());
            }
        }
        return new Chunk(
                blocks.get(0).page(),
                blocks.get(0).number(),
                blocks.get(blocks.size() - 1).number(),
                text.toString(),
                headings.toString());
    }
}
