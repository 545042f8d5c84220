package dev.caravan.research;

import dev.caravan.research.Research.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The report that the built-in model writes: the sentences that were found, a chapter for each task. */
final class BuiltInReport {
    private static final int STATEMENTS = 12;
    private static final int MORE_STATEMENTS = 18;
    private static final int SENTENCES_OF_A_SECTION = 2;
    private static final int LONGEST = 700;

    private BuiltInReport() {}

    /** A reply of the form of the report. */
    static Map<String, Object> write(Research research) {
        Map<String, Integer> numbers = new HashMap<>();
        WriteReport.sources(research)
                .forEach(source -> numbers.put(source.passage().id(), source.number()));
        int most = research.focus().isEmpty() ? STATEMENTS : MORE_STATEMENTS;
        Set<String> told = new HashSet<>();
        List<Map<String, Object>> chapters = new ArrayList<>();
        for (Task task : research.tasks()) {
            List<Map<String, Object>> statements = statements(task, most, numbers, told);
            if (!statements.isEmpty()) {
                chapters.add(Map.of("heading", task.query(), "statements", statements));
            }
        }
        return Map.of("chapters", chapters);
    }

    /** How many statements it would have. */
    static int statements(Research research) {
        List<?> chapters = (List<?>) write(research).get("chapters");
        return chapters.stream()
                .mapToInt(chapter -> ((List<?>) ((Map<?, ?>) chapter).get("statements")).size())
                .sum();
    }

    /** The best sentence of each section comes before the second of any, so that what references led to has its place. */
    private static List<Map<String, Object>> statements(
            Task task, int most, Map<String, Integer> numbers, Set<String> told) {
        List<Map<String, Object>> statements = new ArrayList<>();
        for (int round = 0; round < SENTENCES_OF_A_SECTION; round++) {
            Set<String> sections = new HashSet<>();
            for (Finding finding : task.findings()) {
                if (statements.size() >= most
                        || sections.contains(finding.passage().section())) {
                    continue;
                }
                Optional<String> next =
                        finding.sentences().stream().filter(told::add).findFirst();
                if (next.isPresent()) {
                    sections.add(finding.passage().section());
                    statements.add(Map.of(
                            "text",
                            shortened(Passage.unnumbered(next.get())),
                            "source",
                            numbers.get(finding.passage().id())));
                }
            }
        }
        return statements;
    }

    private static String shortened(String sentence) {
        if (sentence.length() <= LONGEST) {
            return sentence;
        }
        int end = sentence.lastIndexOf(' ', LONGEST);
        return sentence.substring(0, end > 0 ? end : LONGEST) + " …";
    }
}
