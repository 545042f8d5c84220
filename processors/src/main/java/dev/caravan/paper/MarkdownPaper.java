package dev.caravan.paper;

import java.nio.charset.StandardCharsets;
import org.commonmark.renderer.markdown.MarkdownRenderer;

/** Writes a paper as Markdown. */
final class MarkdownPaper {
    private static final MarkdownRenderer RENDERER = MarkdownRenderer.builder().build();

    byte[] write(Paper paper) {
        // a number in brackets is a text that needs no escape, and is read by people as it stands
        String text = RENDERER.render(paper.document())
                .replaceAll("\\[\\\\\\[(\\d+)\\\\]]\\(#[a-z0-9-]+\\)", "[$1]")
                .replaceAll("\\\\\\[(\\d+)\\\\]", "[$1]")
                .replaceAll("(?m)^(\\s*- )\\[([^\\[\\]]+)]\\(#[a-z0-9-]+\\)$", "$1$2");
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
