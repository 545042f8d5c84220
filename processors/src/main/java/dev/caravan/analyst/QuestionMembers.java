package dev.caravan.analyst;

import dev.caravan.sql.MetricForm.Named;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The members of a workspace's dimensions that a text names, for a form that can name no others. */
final class QuestionMembers {
    private static final int MOST = 40;

    private QuestionMembers() {}

    /** The members by what they are called in the text; of names within others the longer one counts. */
    static List<Named> in(String text, Domain domain) {
        String said = " " + Words.key(text) + " ";
        Map<String, List<Named>> byName = new LinkedHashMap<>();
        domain.members().members().stream()
                .sorted(Comparator.comparingDouble(Member::weight).reversed())
                .forEach(member -> Stream.concat(Stream.of(member.display()), member.names().stream())
                        .forEach(
                                name -> note(byName, said, name, member.dimension(), member.code(), member.display())));
        domain.model().dimensions().forEach((dimension, described) -> described
                .values()
                .forEach((code, names) -> names.forEach(name -> note(byName, said, name, dimension, code, code))));
        List<String> longest = byName.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        List<Named> found = new ArrayList<>();
        String rest = said;
        for (String key : longest) {
            if (rest.contains(" " + key + " ")) {
                rest = rest.replace(" " + key + " ", " | ");
                found.addAll(byName.get(key));
            }
        }
        return found.stream().limit(MOST).toList();
    }

    private static void note(
            Map<String, List<Named>> byName, String said, String name, String dimension, String code, String display) {
        String key = Words.key(name);
        if (!key.isEmpty() && said.contains(" " + key + " ")) {
            Named named = Named.member(name, display + " (" + dimension + ")", display, code, dimension);
            List<Named> all = byName.computeIfAbsent(key, k -> new ArrayList<>());
            if (all.stream().noneMatch(each -> each.label().equals(named.label()))) {
                all.add(named);
            }
        }
    }
}
