package dev.caravan.research;

import dev.caravan.documents.Block;
import dev.caravan.documents.ReadDocument;
import dev.caravan.documents.UnreadableDocument;
import dev.caravan.reference.StatuteFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Documents of a collection that are no Markdown (PDF, DOCX, HTML), as Markdown: lines that head a section become headings, running heads
 * are left out, and each paragraph says on which page it begins.
 */
public final class PrintedDocuments {
    private static final Pattern PAGE = Pattern.compile("\\[\\[(\\d+)]]\\s*");
    private static final Pattern PARAGRAPH = Pattern.compile("^\\(\\d+[a-z]?\\)\\s");
    // "§ 7 Abs. 1 gilt" begins a sentence, "§ 7 Anmeldung" a section
    private static final Pattern SENTENCE = Pattern.compile(
            "^(?:\\S+\\s+)?\\S+\\s+(?:Abs|Absatz|Absätze|Satz|Nr|Nummer|Buchst|Halbsatz|paragraph|point)\\b.*",
            Pattern.DOTALL);
    private static final String BREAK = "\n\n";
    private static final int LONGEST_HEADING = 300;
    private static final int LONGEST_PARAGRAPH = 1_500;
    private static final int TITLES = 2;
    // a line that stands on so many pages, its figures aside, heads or foots them
    private static final int RUNNING = 3;

    private final ReadDocument reader;

    /** Read by a reader of documents. */
    public PrintedDocuments(ReadDocument reader) {
        this.reader = reader;
    }

    /**
     * The text of a file as Markdown; empty where it is of a kind that is not read here.
     *
     * @throws IllegalArgumentException naming what is wrong with the file
     */
    public Optional<String> markdown(Path file) {
        String name = String.valueOf(file.getFileName());
        if (!ReadDocument.isKnown(file) || name.endsWith(".md") || name.endsWith(".txt")) {
            return Optional.empty();
        }
        try {
            return Optional.of(written(reader.blocks(file)));
        } catch (UnreadableDocument e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The page on which a paragraph begins; 0 where none is known. */
    static int page(String paragraph) {
        Matcher page = PAGE.matcher(paragraph);
        return page.lookingAt() ? Integer.parseInt(page.group(1)) : 0;
    }

    /** A paragraph without what tells its page. */
    static String unpaged(String paragraph) {
        return PAGE.matcher(paragraph).replaceAll("");
    }

    static String written(List<Block> blocks) {
        Set<String> running = running(blocks);
        StringBuilder text = new StringBuilder();
        boolean divided = blocks.stream()
                .anyMatch(
                        block -> isSection(block.shown().replaceAll("\\s+", " ").strip()));
        boolean begun = false;
        boolean bare = false;
        int titles = 0;
        int length = LONGEST_PARAGRAPH;
        for (Block block : blocks) {
            String line = block.shown().replaceAll("\\s+", " ").strip();
            if (line.isEmpty() || running.contains(shape(line))) {
                continue;
            }
            boolean section = isSection(line);
            if (bare && !section && block.kind() == Block.Kind.HEADING) {
                // the number of a section stands on a line of its own, above what the section is about
                text.setLength(text.length() - BREAK.length());
                text.append(' ').append(line).append(BREAK);
                bare = false;
                continue;
            }
            bare = section && line.indexOf(' ') == line.lastIndexOf(' ');
            boolean title = block.kind() == Block.Kind.HEADING && !begun && titles < TITLES;
            begun |= section;
            // what stands between title and first section of a law is none of its names
            if (section || title || block.kind() == Block.Kind.HEADING && (begun || !divided)) {
                titles += title ? 1 : 0;
                String level = section ? "#### " : title ? "# " : "## ";
                text.append(BREAK).append(level).append(line).append(BREAK);
                length = LONGEST_PARAGRAPH;
                continue;
            }
            if (length >= LONGEST_PARAGRAPH || PARAGRAPH.matcher(line).lookingAt()) {
                text.append(BREAK).append("[[").append(block.page()).append("]] ");
                length = 0;
            } else {
                text.append('\n');
            }
            text.append(line);
            length += line.length();
        }
        return text.toString().strip() + "\n";
    }

    private static boolean isSection(String line) {
        return line.length() <= LONGEST_HEADING
                && !line.matches(".*[.;:,]$")
                && StatuteFolder.isSection(line)
                && !SENTENCE.matcher(line).matches();
    }

    private static String shape(String line) {
        return line.replaceAll("\\d+", "#");
    }

    private static Set<String> running(List<Block> blocks) {
        Map<String, Set<Integer>> pages = new HashMap<>();
        int last = 0;
        for (Block block : blocks) {
            String line = block.shown().replaceAll("\\s+", " ").strip();
            last = Math.max(last, block.page());
            if (!isSection(line) && !PARAGRAPH.matcher(line).lookingAt()) {
                pages.computeIfAbsent(shape(line), key -> new HashSet<>()).add(block.page());
            }
        }
        int many = Math.max(RUNNING, last / 2);
        Set<String> running = new HashSet<>();
        pages.forEach((line, on) -> {
            if (on.size() >= many) {
                running.add(line);
            }
        });
        return running;
    }
}
