package dev.caravan.docs;

import dev.caravan.docs.KnowledgeDocument.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * The knowledge documents of a workspace: every {@code *.md} of one folder. A file that came, went or changed is seen
 * at the next call; as long as nothing did, the very same list is returned.
 */
public final class KnowledgeFolder {
    private static final Logger LOG = LoggerFactory.getLogger(KnowledgeFolder.class);
    private static final Pattern FRONT_MATTER = Pattern.compile("\\A---\\R(.*?)\\R---\\R", Pattern.DOTALL);
    private static final String ASKED = "Asked:";
    private static final String RELATED = "Related:";

    private final Path folder;
    private List<Stamp> stamps = List.of();
    private List<KnowledgeDocument> documents = List.of();

    /** What tells two states of a file apart. */
    private record Stamp(Path file, long size, FileTime changed) {}

    /**
     * Documents of one folder.
     *
     * @param folder may be missing: then there are none
     */
    public KnowledgeFolder(Path folder) {
        this.folder = folder;
    }

    /** The documents in order of their names; a file that cannot be read is left out, and logged. */
    public synchronized List<KnowledgeDocument> documents() {
        List<Stamp> now = stamps();
        if (!now.equals(stamps)) {
            List<KnowledgeDocument> read = new ArrayList<>();
            for (Stamp stamp : now) {
                read(stamp.file()).ifPresent(read::add);
            }
            documents = List.copyOf(read);
            stamps = now;
        }
        return documents;
    }

    private List<Stamp> stamps() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Stamp> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                found.add(new Stamp(file, Files.size(file), Files.getLastModifiedTime(file)));
            }
        } catch (IOException e) {
            LOG.warn("the documents of {} cannot be listed: {}", folder, e.toString());
            return stamps;
        }
        return found;
    }

    private static Optional<KnowledgeDocument> read(Path file) {
        String name = file.getFileName().toString().replaceFirst("\\.md$", "");
        try {
            return Optional.of(parse(name, Files.readString(file)));
        } catch (IOException e) {
            LOG.warn("the document {} cannot be read: {}", file, e.toString());
            return Optional.empty();
        }
    }

    /**
     * Reads a document. Front matter between lines of three dashes gives {@code title} and {@code description}; without
     * them the first heading and the first paragraph serve. A section begins at each second-level heading; its line {@code
     * Asked:} holds questions in other words, its line {@code Related:} headings of further sections, with semicolons between.
     *
     * @param name name of the document
     * @param markdown its text
     */
    static KnowledgeDocument parse(String name, String markdown) {
        Matcher front = FRONT_MATTER.matcher(markdown);
        boolean hasFront = front.find();
        Map<?, ?> header = hasFront ? header(name, front.group(1)) : Map.of();
        List<String> lines =
                (hasFront ? markdown.substring(front.end()) : markdown).lines().toList();
        Optional<String> heading = lines.stream()
                .filter(line -> line.startsWith("# "))
                .findFirst()
                .map(line -> line.substring(2).strip());
        String title = text(header, "title").or(() -> heading).orElse(name);
        String description = text(header, "description").orElseGet(() -> lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .orElse(""));
        return new KnowledgeDocument(name, title, description, sections(name, title, lines));
    }

    private static Map<?, ?> header(String name, String yaml) {
        try {
            return new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml) instanceof Map<?, ?> map
                    ? map
                    : Map.of();
        } catch (YAMLException e) {
            LOG.warn("the front matter of the document {} is no valid YAML", name);
            return Map.of();
        }
    }

    private static Optional<String> text(Map<?, ?> header, String key) {
        return Optional.ofNullable(header.get(key))
                .map(value -> value.toString().strip())
                .filter(text -> !text.isEmpty());
    }

    private static List<Section> sections(String name, String title, List<String> lines) {
        List<Section> sections = new ArrayList<>();
        String heading = title;
        List<String> body = new ArrayList<>();
        boolean code = false;
        for (String line : lines) {
            code ^= line.startsWith("```");
            if (!code && line.startsWith("## ")) {
                add(sections, name, title, heading, body);
                heading = line.substring(3).strip();
                body.clear();
            } else if (code || !line.startsWith("# ")) {
                body.add(line);
            }
        }
        add(sections, name, title, heading, body);
        return sections;
    }

    private static void add(List<Section> sections, String name, String title, String heading, List<String> body) {
        List<String> asked = marked(body, ASKED, "(?<=[?])\\s+");
        List<String> related = marked(body, RELATED, ";");
        String text = body.stream()
                .filter(line -> !line.startsWith(ASKED) && !line.startsWith(RELATED))
                .collect(Collectors.joining("\n"))
                .strip();
        if (!text.isEmpty()) {
            sections.add(new Section(name, title, heading, text, asked, related));
        }
    }

    private static List<String> marked(List<String> body, String mark, String separator) {
        return body.stream()
                .filter(line -> line.startsWith(mark))
                .flatMap(line -> Stream.of(line.substring(mark.length()).split(separator)))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
