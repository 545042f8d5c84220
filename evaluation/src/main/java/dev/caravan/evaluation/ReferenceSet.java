package dev.caravan.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.reference.DocumentRegistry;
import dev.caravan.reference.Reference;
import dev.caravan.reference.ReferenceReader;
import dev.caravan.reference.ResolveReference;
import dev.caravan.reference.ResolveReference.Resolved;
import dev.caravan.reference.SectionKey;
import dev.caravan.reference.Statute;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * References labelled by hand in the sections of laws. Each labelled section is read whole, so that what is found there and has no label
 * counts against the precision; kinds of references that a set labels nowhere are left aside.
 */
public final class ReferenceSet {
    private final List<Label> labels;

    /**
     * A reference as a person labelled it.
     *
     * @param law the law it stands in
     * @param section the section it stands in
     * @param text as written
     * @param kind as {@link Reference.Kind#code} says it; may be empty
     * @param targetLaw the law it leads to; empty for its own
     * @param targets the sections it leads to
     */
    public record Label(String law, String section, String text, String kind, String targetLaw, List<String> targets) {
        /** Takes a copy. */
        public Label {
            targets = List.copyOf(targets);
        }
    }

    /**
     * What came of it.
     *
     * @param labelled how many references the set has
     * @param missing labels whose law, section or text the collection has not: not counted
     * @param found labelled ones that were detected
     * @param detected how many were detected in the labelled sections
     * @param right detected ones that are labelled
     * @param resolvable labelled ones whose law the collection has
     * @param resolved detected ones among them that lead to just the labelled sections
     * @param faults one line for each fault
     */
    public record Score(
            int labelled,
            int missing,
            int found,
            int detected,
            int right,
            int resolvable,
            int resolved,
            List<String> faults) {
        /** Takes a copy. */
        public Score {
            faults = List.copyOf(faults);
        }

        /** Right ones among those detected. */
        public double precision() {
            return detected == 0 ? 0 : (double) right / detected;
        }

        /** Detected ones among those labelled. */
        public double recall() {
            return labelled == 0 ? 0 : (double) found / labelled;
        }

        /** Those led to the right sections among those that can be. */
        public double resolution() {
            return resolvable == 0 ? 0 : (double) resolved / resolvable;
        }
    }

    private ReferenceSet(List<Label> labels) {
        this.labels = List.copyOf(labels);
    }

    /**
     * Reads a file of one JSON object a line: {@code law, section, text, kind, target_law, targets}.
     *
     * @throws IllegalArgumentException naming the line that cannot be read
     */
    public static ReferenceSet read(Path file) throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<Label> labels = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                labels.add(label(json.readTree(line)));
            } catch (IOException | IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ":" + number + ": " + e.getMessage(), e);
            }
        }
        return new ReferenceSet(labels);
    }

    private static Label label(JsonNode node) {
        for (String field : List.of("law", "section", "text")) {
            if (node.path(field).asText().isBlank()) {
                throw new IllegalArgumentException("there is no " + field);
            }
        }
        List<String> targets = new ArrayList<>();
        node.path("targets").forEach(target -> targets.add(target.asText()));
        return new Label(
                node.path("law").asText(),
                node.path("section").asText(),
                node.path("text").asText(),
                node.path("kind").asText(""),
                node.path("target_law").asText(""),
                targets);
    }

    /** Detects and resolves on a collection. */
    public Score score(List<Statute> collection) {
        Scoring scoring = new Scoring(new DocumentRegistry(collection), forms());
        Map<List<String>, List<Label>> bySection = labels.stream()
                .collect(Collectors.groupingBy(
                        label -> List.of(label.law(), label.section()), LinkedHashMap::new, Collectors.toList()));
        bySection.forEach((place, some) -> scoring.section(place.get(0), place.get(1), some));
        return scoring.score();
    }

    /** The forms that are labelled. */
    private Set<String> forms() {
        ReferenceReader reader = new ReferenceReader();
        return labels.stream()
                .flatMap(label -> reader.read(label.text()).stream())
                .map(ReferenceSet::form)
                .collect(Collectors.toSet());
    }

    /** A kind; documents with a number such as acts of the Union are one form, those with a name alone another. */
    private static String form(Reference reference) {
        boolean numbered = reference.kind() == Reference.Kind.DOCUMENT_MENTION
                && reference.text().chars().anyMatch(Character::isDigit);
        return reference.kind().code() + (numbered ? " with a number" : "");
    }

    /** The count while it goes on. */
    private static final class Scoring {
        private final ReferenceReader reader = new ReferenceReader();
        private final DocumentRegistry registry;
        private final ResolveReference resolver;
        private final Set<String> forms;
        private final List<String> faults = new ArrayList<>();
        private int labelled;
        private int missing;
        private int found;
        private int detected;
        private int right;
        private int resolvable;
        private int resolved;

        private Scoring(DocumentRegistry registry, Set<String> forms) {
            this.registry = registry;
            this.resolver = new ResolveReference(registry);
            this.forms = forms;
        }

        private Score score() {
            return new Score(labelled, missing, found, detected, right, resolvable, resolved, faults);
        }

        private void section(String law, String name, List<Label> labels) {
            Optional<Statute.Section> section = registry.find(law).flatMap(statute -> statute.section(name));
            if (section.isEmpty()) {
                missing += labels.size();
                faults.add(law + " " + name + ": the collection has no such section");
                return;
            }
            String text = section.get().text();
            List<Reference> references = reader.read(text).stream()
                    .filter(each -> forms.contains(form(each)))
                    .toList();
            Set<Reference> hit = new HashSet<>();
            Map<Label, Integer> places = places(text, labels);
            for (Label label : labels) {
                if (!places.containsKey(label)) {
                    missing++;
                    faults.add(law + " " + name + ": \"" + label.text() + "\" does not stand there");
                    continue;
                }
                int start = places.get(label);
                labelled++;
                List<Reference> over = references.stream()
                        .filter(each -> each.start() < start + label.text().length() && start < each.end())
                        .toList();
                hit.addAll(over);
                label(label, over, section.get().key());
            }
            detected += references.size();
            right += hit.size();
            references.stream()
                    .filter(each -> !hit.contains(each))
                    .forEach(each -> faults.add(law + " " + name + ": \"" + each.text() + "\" is not labelled"));
        }

        /** Where each label stands: the longest first, each at the first place that is no part of a word or of another label. */
        private static Map<Label, Integer> places(String text, List<Label> labels) {
            Map<Label, Integer> places = new IdentityHashMap<>();
            boolean[] taken = new boolean[text.length()];
            List<Label> longestFirst = labels.stream()
                    .sorted(Comparator.comparingInt(
                                    (Label label) -> label.text().length())
                            .reversed())
                    .toList();
            for (Label label : longestFirst) {
                int length = label.text().length();
                for (int at = text.indexOf(label.text()); at >= 0; at = text.indexOf(label.text(), at + 1)) {
                    if (isWhole(text, at, at + length) && !taken[at] && !taken[at + length - 1]) {
                        Arrays.fill(taken, at, at + length, true);
                        places.put(label, at);
                        break;
                    }
                }
            }
            return places;
        }

        private static boolean isWhole(String text, int start, int end) {
            boolean before = start == 0 || text.charAt(start) != '§' || text.charAt(start - 1) != '§';
            boolean behind = end == text.length()
                    || !Character.isLetterOrDigit(text.charAt(end - 1))
                    || !Character.isLetterOrDigit(text.charAt(end));
            return before && behind;
        }

        private void label(Label label, List<Reference> over, String section) {
            String where = label.law() + " " + label.section() + ": \"" + label.text() + "\"";
            if (over.isEmpty()) {
                faults.add(where + " was not found");
            } else {
                found++;
            }
            String wanted = label.targetLaw().isEmpty() ? label.law() : label.targetLaw();
            Optional<Statute> statute = registry.find(wanted);
            if (statute.isEmpty() || label.targets().isEmpty()) {
                return;
            }
            resolvable++;
            Set<String> keys = label.targets().stream()
                    .flatMap(target -> SectionKey.of(target).stream())
                    .collect(Collectors.toCollection(TreeSet::new));
            List<Resolved> led = over.stream()
                    .map(each -> resolver.resolve(each, label.law(), section))
                    .toList();
            Set<String> got =
                    led.stream().flatMap(each -> each.keys().stream()).collect(Collectors.toCollection(TreeSet::new));
            boolean sameLaw = led.stream()
                    .allMatch(each -> each.law().equals(statute.get().id()));
            if (!led.isEmpty() && sameLaw && got.equals(keys)) {
                resolved++;
            } else if (!led.isEmpty()) {
                faults.add(where + " leads to "
                        + led.stream().map(Resolved::law).distinct().toList() + " " + got + ", not "
                        + statute.get().id() + " " + keys);
            }
        }
    }
}
