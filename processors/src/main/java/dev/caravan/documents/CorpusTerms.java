package dev.caravan.documents;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What documents of a workspace are and what their statements call a thing, from its {@code corpus.yaml}.
 *
 * @param kinds of documents, the first that fits is taken
 * @param statements by their titles
 * @param items lines of the statements
 * @param ratios what is worked out of them
 * @param idle words of a question that say nothing of what is asked
 */
public record CorpusTerms(
        List<Kind> kinds, List<Statement> statements, List<Item> items, List<Ratio> ratios, Set<String> idle) {
    /** Name of the file. */
    public static final String FILE = "corpus.yaml";

    /**
     * A kind of document.
     *
     * @param name as shown
     * @param says how its first pages speak
     * @param asked how a question speaks of it
     * @param annual whether it tells of whole years
     */
    public record Kind(String name, List<Phrase> says, List<Phrase> asked, boolean annual) {
        @JsonCreator
        static Kind of(
                @JsonProperty(value = "name", required = true) String name,
                @JsonProperty("says") List<String> says,
                @JsonProperty("asked") List<String> asked,
                @JsonProperty("annual") boolean annual) {
            return new Kind(name, phrases(says), phrases(asked), annual);
        }
    }

    /**
     * A statement of a report.
     *
     * @param name that items refer to
     * @param titles over its page
     * @param asked what a question calls it
     */
    public record Statement(String name, List<Phrase> titles, List<Phrase> asked) {
        @JsonCreator
        static Statement of(
                @JsonProperty(value = "name", required = true) String name,
                @JsonProperty("titles") List<String> titles,
                @JsonProperty("asked") List<String> asked) {
            return new Statement(name, phrases(titles), phrases(asked));
        }
    }

    /**
     * A line of a statement.
     *
     * @param name that formulas refer to
     * @param statement where it stands
     * @param flow whether it is the figure of a period, not of a day
     * @param size whether it is taken without its sign
     * @param share whether it is an amount for each share
     * @param asked what a question calls it
     * @param labels what statements call it, preferred first
     * @param otherwise the formula that gives it where no statement names it; empty for none
     */
    public record Item(
            String name,
            String statement,
            boolean flow,
            boolean size,
            boolean share,
            List<Phrase> asked,
            List<Phrase> labels,
            String otherwise) {
        @JsonCreator
        static Item of(
                @JsonProperty(value = "name", required = true) String name,
                @JsonProperty(value = "statement", required = true) String statement,
                @JsonProperty("flow") boolean flow,
                @JsonProperty("size") boolean size,
                @JsonProperty("share") boolean share,
                @JsonProperty("asked") List<String> asked,
                @JsonProperty("labels") List<String> labels,
                @JsonProperty("otherwise") String otherwise) {
            return new Item(
                    name,
                    statement,
                    flow,
                    size,
                    share,
                    phrases(asked),
                    phrases(labels),
                    otherwise == null ? "" : otherwise);
        }

        /** As a person reads it. */
        public String title() {
            return name.replace('_', ' ');
        }
    }

    /**
     * A figure worked out of others.
     *
     * @param name as shown
     * @param asked what a question calls it
     * @param formula over names of items
     * @param percent whether it is told in per cent
     */
    public record Ratio(String name, List<Phrase> asked, String formula, boolean percent) {
        @JsonCreator
        static Ratio of(
                @JsonProperty(value = "name", required = true) String name,
                @JsonProperty("asked") List<String> asked,
                @JsonProperty(value = "formula", required = true) String formula,
                @JsonProperty("percent") boolean percent) {
            return new Ratio(name, phrases(asked), formula, percent);
        }
    }

    @JsonCreator
    static CorpusTerms of(
            @JsonProperty("kinds") List<Kind> kinds,
            @JsonProperty("statements") List<Statement> statements,
            @JsonProperty("items") List<Item> items,
            @JsonProperty("ratios") List<Ratio> ratios,
            @JsonProperty("idle") List<String> idle) {
        return new CorpusTerms(some(kinds), some(statements), some(items), some(ratios), Set.copyOf(some(idle)));
    }

    /**
     * Reads the file of a workspace's folder.
     *
     * @throws IllegalArgumentException naming what is wrong with the file
     */
    public static CorpusTerms read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            CorpusTerms terms = new YAMLMapper().readValue(file.toFile(), CorpusTerms.class);
            Set<String> statements =
                    terms.statements().stream().map(Statement::name).collect(Collectors.toSet());
            for (Item item : terms.items()) {
                if (!statements.contains(item.statement())) {
                    throw new IllegalArgumentException(file + ": item " + item.name() + " is of statement '"
                            + item.statement() + "', which is none of " + statements);
                }
            }
            FormulaReader formulas = new FormulaReader(terms);
            terms.ratios().forEach(ratio -> formula(formulas, ratio.formula(), file));
            terms.items().stream()
                    .filter(item -> !item.otherwise().isEmpty())
                    .forEach(item -> formula(formulas, item.otherwise(), file));
            return terms;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            throw new IllegalArgumentException(file + ":" + line + ": " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static void formula(FormulaReader formulas, String text, Path file) {
        if (formulas.read(text).isEmpty()) {
            throw new IllegalArgumentException(file + ": the formula '" + text + "' cannot be read");
        }
    }

    /** The item of that name. */
    Optional<Item> item(String name) {
        return items.stream().filter(item -> item.name().equals(name)).findFirst();
    }

    /** Whether words are, or hold, a term: a kind of document, a statement, a line or a ratio. */
    boolean knows(List<String> words) {
        return Stream.of(
                        kinds.stream().flatMap(kind -> kind.asked().stream()),
                        statements.stream()
                                .flatMap(each -> Stream.concat(each.asked().stream(), each.titles().stream())),
                        items.stream().flatMap(each -> Stream.concat(each.asked().stream(), each.labels().stream())),
                        ratios.stream().flatMap(ratio -> ratio.asked().stream()))
                .flatMap(phrases -> phrases)
                .anyMatch(phrase -> phrase.in(words));
    }

    private static List<Phrase> phrases(List<String> texts) {
        return some(texts).stream().map(Phrase::of).toList();
    }

    private static <T> List<T> some(List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
