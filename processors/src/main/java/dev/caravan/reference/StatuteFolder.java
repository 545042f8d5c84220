package dev.caravan.reference;

import dev.caravan.reference.Statute.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a folder of laws in Markdown, one file a law. A section begins at a heading such as {@code #### § 7 Genehmigung von Anlagen}; names
 * are taken from the front matter ({@code title}, {@code jurabk}, {@code abbreviation}, {@code slug}), the first heading and the file.
 */
public final class StatuteFolder {
    private static final Pattern HEADING = Pattern.compile("^(#{1,6})\\s+(.*)$");
    private static final Pattern SECTION = Pattern.compile(
            "^((?:§§?|Art(?:ikel|icle|\\.)?|Sec(?:tion|\\.)?)\\s*\\d+\\s?[a-z]{0,2}\\b|(?:Anlage|Anhang|Annex|Appendix|Schedule)(?:\\s+(?:\\d+[a-z]?|[IVXL]+|[A-Z])\\b)?)[\\s:.–-]*(.*)$");
    private static final Pattern FRONT = Pattern.compile(
            "^(title|jurabk|abbreviation|abbrv|slug|short|synonyms?)\\s*:\\s*(.+)$", Pattern.CASE_INSENSITIVE);
    private static final Pattern SHORT_TITLE = Pattern.compile("^(.*?)\\s*\\(([^()]*)\\)\\s*$");
    private static final Pattern DASHES = Pattern.compile("\\s+[-–—]\\s+|,\\s*|;\\s*");
    private static final Set<String> NOTES = Set.of("readme", "license", "changelog", "contributing");
    private static final Set<String> COMMON_FILES = Set.of("index", "readme", "law", "gesetz");

    private StatuteFolder() {}

    /**
     * Every law of a folder and those below it; other documents that are divided by headings count as well, notes to readers aside.
     *
     * @throws IllegalArgumentException when there is no folder or no law in it
     */
    public static List<Statute> read(Path folder) throws IOException {
        return read(folder, file -> Optional.empty());
    }

    /**
     * The same with files of other kinds.
     *
     * @param others gives the text of a file that is no Markdown as Markdown; empty for what is not to be read
     */
    public static List<Statute> read(Path folder, Function<Path, Optional<String>> others) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(folder + " is no folder; name one that holds laws as Markdown files");
        }
        List<Statute> statutes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (file.toString().endsWith(".md")) {
                    readFile(file).ifPresent(statutes::add);
                } else {
                    others.apply(file)
                            .flatMap(text ->
                                    read(text, file.getFileName().toString().replaceFirst("\\.[^.]*$", "")))
                            .ifPresent(statutes::add);
                }
            }
        }
        if (statutes.isEmpty()) {
            throw new IllegalArgumentException(
                    "no law was found in " + folder + ": a Markdown file with headings such as \"#### § 7 …\" is one");
        }
        return statutes;
    }

    /** Whether a line heads a section, an article or an annex. */
    public static boolean isSection(String line) {
        return SECTION.matcher(line).matches() && SectionKey.of(line).isPresent();
    }

    /** The law of a file; empty when it has no section. */
    public static Optional<Statute> readFile(Path file) throws IOException {
        String name = file.getFileName().toString().replaceFirst("\\.md$", "");
        Path parent = file.toAbsolutePath().getParent();
        boolean common =
                COMMON_FILES.contains(name.toLowerCase(Locale.ROOT)) && parent != null && parent.getFileName() != null;
        return read(
                Files.readString(file),
                common ? parent.getFileName().toString() : name,
                !NOTES.contains(name.toLowerCase(Locale.ROOT)));
    }

    /** The law of a text, with the name of its file. */
    static Optional<Statute> read(String text, String file) {
        return read(text, file, true);
    }

    private static Optional<Statute> read(String text, String file, boolean plain) {
        Draft draft = new Draft();
        text.lines().forEach(draft::line);
        draft.close();
        if (draft.sections.isEmpty() && plain) {
            // guidance and articles have headings without numbers
            draft = new Draft(true);
            text.lines().forEach(draft::line);
            draft.close();
        }
        if (draft.sections.isEmpty()) {
            return Optional.empty();
        }
        Set<String> names = new LinkedHashSet<>();
        draft.titles.forEach(title -> names.addAll(namesOf(title)));
        names.add(file);
        return Optional.of(new Statute(idOf(names, file), List.copyOf(names), draft.sections));
    }

    /** A title and what it has in brackets: "Gesetz über … (Atomgesetz - AtG)". */
    private static List<String> namesOf(String title) {
        Matcher matcher = SHORT_TITLE.matcher(title);
        if (!matcher.matches()) {
            return List.of(title);
        }
        List<String> names = new ArrayList<>(List.of(matcher.group(1)));
        names.addAll(List.of(DASHES.split(matcher.group(2))));
        return names.stream().map(String::strip).filter(name -> !name.isEmpty()).toList();
    }

    private static String idOf(Set<String> names, String file) {
        return names.stream()
                .filter(name -> Token.of(name).size() == 1
                        && LawNames.isAbbreviation(Token.of(name).get(0)))
                .findFirst()
                .orElse(file);
    }

    /** What has been read of a file. */
    private static final class Draft {
        private final List<String> titles = new ArrayList<>();
        private final Map<String, Section> sections = new LinkedHashMap<>();
        private boolean front;
        private int lines;
        private Section open;
        private final boolean plain;
        private final StringBuilder body = new StringBuilder();

        private Draft() {
            this(false);
        }

        private Draft(boolean plain) {
            this.plain = plain;
        }

        private void line(String line) {
            if (line.equals("---") && (lines++ == 0 || front)) {
                front = !front;
                return;
            }
            lines++;
            Matcher heading = HEADING.matcher(line);
            if (front) {
                Matcher field = FRONT.matcher(line);
                if (field.matches()) {
                    titles.add(
                            field.group(2).replaceAll("^[\"'\\[]|[\"'\\]]$", "").strip());
                }
            } else if (heading.matches()) {
                String text = heading.group(2).replaceAll("[*_]", "").strip();
                if (!plain) {
                    heading(text);
                } else if (heading.group(1).length() == 1) {
                    close();
                    titles.add(text);
                } else {
                    close();
                    String number = "#" + (sections.size() + 1);
                    open = new Section(number, number, text, "");
                }
            } else if (open != null) {
                body.append(line).append('\n');
            }
        }

        private void heading(String text) {
            close();
            Matcher section = SECTION.matcher(text);
            if (section.matches()) {
                String number = section.group(1).strip();
                SectionKey.of(number)
                        .ifPresent(key ->
                                open = new Section(key, number, section.group(2).strip(), ""));
            } else if (sections.isEmpty() && titles.size() < 8) {
                titles.add(text);
            }
        }

        private void close() {
            if (open != null) {
                Section read = new Section(
                        open.key(),
                        open.number(),
                        open.heading(),
                        body.toString().strip());
                // lists of contents have headings as well, with little below them
                sections.merge(
                        read.key(),
                        read,
                        (one, other) -> one.text().length() >= other.text().length() ? one : other);
            }
            open = null;
            body.setLength(0);
        }
    }
}
