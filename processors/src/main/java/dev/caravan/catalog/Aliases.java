package dev.caravan.catalog;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.text.ReadOnce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What people call things: the workspace file {@code aliases.yaml}.
 *
 * @param countries ISO alpha-3 code to other names and adjectives
 * @param ambiguousCountries a name to the ISO codes it may mean
 * @param groups group name to its usual type and other names
 * @param products HS 1992 code to everyday names
 * @param ambiguousProducts a name to the HS 1992 codes it may mean
 * @param sitc SITC code to everyday names
 * @param services service code to everyday names
 * @param unions names for several countries that are no group of the database
 */
public record Aliases(
        Map<String, List<String>> countries,
        @JsonProperty("ambiguous_countries") Map<String, Choice> ambiguousCountries,
        Map<String, GroupAliases> groups,
        Map<String, List<String>> products,
        @JsonProperty("ambiguous_products") Map<String, Choice> ambiguousProducts,
        Map<String, List<String>> sitc,
        Map<String, List<String>> services,
        List<Union> unions) {

    /**
     * Countries that go by one name.
     *
     * @param names what they are called together, in lower case
     * @param members ISO codes
     */
    public record Union(List<String> names, List<String> members) {
        /** Takes copies. */
        public Union {
            names = List.copyOf(names);
            members = List.copyOf(members);
        }
    }

    /**
     * A name with more than one meaning.
     *
     * @param choices the codes it may mean
     * @param usual the code it usually means; empty when one has to ask
     */
    public record Choice(List<String> choices, Optional<String> usual) {
        /** Takes a copy; a missing usual reading is none. */
        public Choice {
            choices = List.copyOf(choices);
            usual = Objects.requireNonNullElse(usual, Optional.empty());
        }
    }

    /**
     * Other names of a group.
     *
     * @param type the type meant when the name exists under several
     * @param also other names and adjectives
     */
    public record GroupAliases(String type, List<String> also) {}

    /** Parts that the file leaves out are empty. */
    public Aliases {
        countries = Objects.requireNonNullElse(countries, Map.of());
        ambiguousCountries = Objects.requireNonNullElse(ambiguousCountries, Map.of());
        groups = Objects.requireNonNullElse(groups, Map.of());
        products = Objects.requireNonNullElse(products, Map.of());
        ambiguousProducts = Objects.requireNonNullElse(ambiguousProducts, Map.of());
        sitc = Objects.requireNonNullElse(sitc, Map.of());
        services = Objects.requireNonNullElse(services, Map.of());
        unions = Objects.requireNonNullElse(unions, List.of());
    }

    /** No other names at all. */
    public static Aliases none() {
        return new Aliases(null, null, null, null, null, null, null, null);
    }

    private static final ReadOnce<Aliases> READ = new ReadOnce<>(Aliases::parse);

    /** Reads the file; none when it does not exist. */
    public static Aliases read(Path file) {
        return Files.exists(file) ? READ.of(file) : none();
    }

    private static Aliases parse(Path file) {
        try {
            return YAMLMapper.builder()
                    .addModule(new com.fasterxml.jackson.datatype.jdk8.Jdk8Module())
                    .build()
                    .readValue(file.toFile(), Aliases.class);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
