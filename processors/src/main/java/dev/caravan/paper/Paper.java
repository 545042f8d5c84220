package dev.caravan.paper;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Document;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;

/**
 * A text to be written to a file: blocks of Markdown, some of which can be led to. Texts go in as text: nothing in them is taken for
 * Markdown.
 */
public final class Paper {
    /** The anchor of the heading above the list of contents. */
    public static final String CONTENTS = "contents";

    private final String title;
    private final String language;
    private final Document document = new Document();
    private final Map<Node, String> anchors = new IdentityHashMap<>();

    /**
     * An empty one.
     *
     * @param title of the file
     * @param language {@code de} or {@code en}
     */
    public Paper(String title, String language) {
        this.title = title;
        this.language = language;
    }

    /** Adds a heading. */
    public void heading(int level, String text, String anchor) {
        Heading heading = new Heading();
        heading.setLevel(level);
        heading.appendChild(new Text(oneLine(text)));
        document.appendChild(heading);
        if (!anchor.isEmpty()) {
            anchors.put(heading, anchor);
        }
    }

    /** Adds a paragraph. */
    public void paragraph(String text) {
        document.appendChild(paragraphOf(text));
    }

    /** Adds what another text says. */
    public void quote(String text) {
        BlockQuote quote = new BlockQuote();
        text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .forEach(line -> quote.appendChild(paragraphOf(line)));
        if (quote.getFirstChild() != null) {
            document.appendChild(quote);
        }
    }

    /** Adds a list. */
    public void list(List<Entry> entries) {
        if (!entries.isEmpty()) {
            document.appendChild(listOf(entries));
        }
    }

    /**
     * An entry of a list.
     *
     * @param text of the entry
     * @param mark a short text behind it that leads to an anchor; empty where it leads nowhere
     * @param anchor where it, or the text itself where there is no mark, leads; may be empty
     * @param below entries of a list of its own
     */
    public record Entry(String text, String mark, String anchor, List<Entry> below) {
        /** Takes a copy. */
        public Entry {
            below = List.copyOf(below);
        }

        /** One that leads nowhere and has nothing below it. */
        public static Entry of(String text) {
            return new Entry(text, "", "", List.of());
        }
    }

    private static BulletList listOf(List<Entry> entries) {
        BulletList list = new BulletList();
        list.setTight(true);
        for (Entry entry : entries) {
            ListItem item = new ListItem();
            Paragraph paragraph = new Paragraph();
            if (entry.anchor().isEmpty()) {
                paragraph.appendChild(new Text(oneLine(entry.text())));
            } else if (entry.mark().isEmpty()) {
                paragraph.appendChild(link(entry.text(), entry.anchor()));
            } else {
                paragraph.appendChild(new Text(oneLine(entry.text()) + " "));
                paragraph.appendChild(link(entry.mark(), entry.anchor()));
            }
            item.appendChild(paragraph);
            if (!entry.below().isEmpty()) {
                item.appendChild(listOf(entry.below()));
            }
            list.appendChild(item);
        }
        return list;
    }

    private static Link link(String text, String anchor) {
        Link link = new Link("#" + anchor, null);
        link.appendChild(new Text(oneLine(text)));
        return link;
    }

    private static Paragraph paragraphOf(String text) {
        Paragraph paragraph = new Paragraph();
        paragraph.appendChild(new Text(oneLine(text)));
        return paragraph;
    }

    /** Without breaks and without characters that no XML has. */
    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ")
                .replaceAll("[\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF]", "")
                .strip();
    }

    String title() {
        return oneLine(title);
    }

    String language() {
        return language;
    }

    Node document() {
        return document;
    }

    Map<Node, String> anchors() {
        return Collections.unmodifiableMap(anchors);
    }
}
