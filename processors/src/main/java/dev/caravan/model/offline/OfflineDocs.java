package dev.caravan.model.offline;

import dev.caravan.docs.DocsRun;
import dev.caravan.docs.KnowledgeDocument;
import dev.caravan.docs.KnowledgeDocument.Section;
import dev.caravan.docs.Passages;
import dev.caravan.docs.SectionSearch.Hit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The offline model's answers to the prompts document_selection and documentation_synthesis. It writes no sentence of
 * its own: it takes the sections that the index found, and marks each statement with its section.
 */
final class OfflineDocs {
    private static final int DOCUMENTS = 3;
    private static final int LEADS = 2;
    private static final int FURTHER = 6;
    // a second section leads, too, only when it fits nearly as well as the first
    private static final double AS_GOOD = 0.93;
    private static final Pattern LIST_ITEM = Pattern.compile("\\n(?=\\s*(?:[-*]|\\d+\\.) )");

    private OfflineDocs() {}

    /** The documents of the sections found, the best first; a further one where the context is about something else. */
    static Map<String, Object> select(DocsRun run) {
        Set<String> names = new LinkedHashSet<>();
        run.hits().stream().limit(4).map(hit -> hit.section().document()).forEach(names::add);
        List<String> chosen =
                new ArrayList<>(names.stream().limit(DOCUMENTS - 1).toList());
        run.contextHits().stream()
                .map(hit -> hit.section().document())
                .filter(name -> !chosen.contains(name))
                .findFirst()
                .ifPresent(chosen::add);
        return Map.of("documents", chosen);
    }

    /** The best section in full, then what belongs to it, each statement with the number of its section. */
    static String synthesize(DocsRun run) {
        List<Section> sections = run.sections();
        List<Section> found =
                run.hits().stream().map(Hit::section).filter(sections::contains).toList();
        if (found.isEmpty()) {
            return "";
        }
        List<Section> leads = new ArrayList<>(List.of(found.get(0)));
        run.hits().stream()
                .skip(1)
                .filter(hit -> hit.score() >= AS_GOOD * run.hits().get(0).score() && sections.contains(hit.section()))
                .limit(LEADS - 1)
                .map(Hit::section)
                .forEach(leads::add);
        StringBuilder text = new StringBuilder();
        for (Section lead : leads) {
            text.append("**")
                    .append(lead.heading())
                    .append("**\n\n")
                    .append(marked(lead, number(sections, lead)))
                    .append("\n\n");
        }
        Set<Section> further = new LinkedHashSet<>();
        leads.forEach(
                lead -> lead.related().forEach(heading -> section(run, heading).ifPresent(further::add)));
        run.contextHits().stream().map(Hit::section).forEach(further::add);
        found.stream().skip(leads.size()).limit(2).forEach(further::add);
        further.removeIf(section -> leads.contains(section) || !sections.contains(section));
        if (!further.isEmpty()) {
            text.append("**Related**\n\n");
            text.append(further.stream()
                    .limit(FURTHER)
                    .map(section -> "- **" + section.heading() + "**: " + Passages.opening(section.text()) + " ["
                            + number(sections, section) + "]")
                    .collect(Collectors.joining("\n")));
        }
        return text.toString().strip();
    }

    private static int number(List<Section> sections, Section section) {
        return sections.indexOf(section) + 1;
    }

    private static Optional<Section> section(DocsRun run, String heading) {
        return run.documents().stream()
                .map(KnowledgeDocument::sections)
                .flatMap(List::stream)
                .filter(section -> section.heading().equals(heading))
                .findFirst();
    }

    /** The text with the section's number behind each paragraph and list item; tables and code follow a marked paragraph. */
    private static String marked(Section section, int number) {
        List<String> blocks = new ArrayList<>();
        boolean code = false;
        for (String block : section.text().split("\\n\\s*\\n")) {
            boolean begins = block.startsWith("```");
            boolean verbatim = code || begins || block.startsWith("|");
            code = begins ? !block.endsWith("```") || block.length() == 3 : code && !block.endsWith("```");
            if (verbatim) {
                blocks.add(block);
            } else {
                blocks.add(LIST_ITEM
                        .splitAsStream(block)
                        .map(item -> item.stripTrailing() + " [" + number + "]")
                        .collect(Collectors.joining("\n")));
            }
        }
        return String.join("\n\n", blocks);
    }
}
