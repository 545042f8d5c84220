package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.text.Words;
import dev.caravan.text.Words.Word;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The work on one question: its words, which of them are accounted for, and what was read so far. */
final class Draft {
    final Words words;
    final Catalog catalog;
    /** By word: whether it is part of something that was read. */
    final boolean[] taken;
    /** By word: whether it says how to answer, not what is asked. */
    final boolean[] instruction;

    final List<Mention> mentions = new ArrayList<>();
    final Set<Signal> signals = EnumSet.noneOf(Signal.class);
    final List<String> leftover = new ArrayList<>();

    Draft(Words words, Catalog catalog) {
        this.words = words;
        this.catalog = catalog;
        this.taken = new boolean[words.size()];
        this.instruction = new boolean[words.size()];
    }

    Word word(int i) {
        return words.list().get(i);
    }

    String folded(int i) {
        return i >= 0 && i < words.size() ? word(i).folded() : "";
    }

    void take(int start, int end) {
        for (int i = start; i < end; i++) {
            taken[i] = true;
        }
    }

    boolean isFree(int start, int end) {
        for (int i = start; i < end; i++) {
            if (taken[i]) {
                return false;
            }
        }
        return true;
    }

    void takeText(int start, int end) {
        for (int i = 0; i < words.size(); i++) {
            if (word(i).start() >= start && word(i).end() <= end) {
                taken[i] = true;
            }
        }
    }

    int numberAt(int i) {
        return word(i).isDigits() && word(i).raw().length() < 9
                ? Integer.parseInt(word(i).raw())
                : Grammar.NUMBERS.getOrDefault(folded(i), 0);
    }

    String pair(int i) {
        return folded(i) + " " + folded(i + 1);
    }

    boolean isContent(int i) {
        Word word = word(i);
        return !taken[i]
                && !Grammar.IDLE.contains(word.folded())
                && !Grammar.IDLE.contains(word.stem())
                && !Grammar.LARGEST.contains(word.folded())
                && !Grammar.SMALLEST.contains(word.folded())
                && !Grammar.NUMBERS.containsKey(word.folded())
                && Character.isLetter(word.raw().charAt(0))
                && word.folded().length() > 1;
    }

    static Catalog.Sense sense(Entity entity) {
        return new Catalog.Sense(List.of(entity), true);
    }

    void addMention(int start, int end, Kind kind, Optional<Catalog.Sense> sense, String metric, boolean exact) {
        Set<String> described =
                Set.of("country", "economy", "nation", "exporter", "importer", "state", "member", "producer", "union");
        boolean adjective = kind == Kind.PLACE
                && (end < words.size() && described.contains(word(end).stem())
                        || end - start > 1 && described.contains(word(end - 1).stem()));
        mentions.add(
                new Mention(start, end, words.slice(start, end), kind, sense, metric, Role.SUBJECT, adjective, exact));
        take(start, end);
    }

    String gap(Mention first, Mention second) {
        return words.text()
                .substring(word(first.end() - 1).end(), word(second.start()).start());
    }

    /** The question with every mention replaced by what it is. */
    String masked() {
        StringBuilder text = new StringBuilder(" ");
        int i = 0;
        while (i < words.size()) {
            int at = i;
            Optional<Mention> mention =
                    mentions.stream().filter(m -> m.start() == at).findFirst();
            if (mention.isPresent()) {
                text.append(
                        switch (mention.get().kind()) {
                            case PLACE -> (isWorld(mention.get()) ? "world" : role(mention.get()))
                                    + plural(mention.get());
                            case PRODUCT -> mention.get().role() == Role.EXCLUDED ? "@excluded" : "@good";
                            case SERVICE -> "@service";
                            case METRIC -> "@" + mention.get().metric() + plural(mention.get());
                        });
                i = mention.get().end();
            } else if (instruction[i]) {
                i++;
                continue;
            } else {
                text.append(folded(i));
                i++;
            }
            text.append(' ');
        }
        return text.toString();
    }

    private static String role(Mention place) {
        return switch (place.role()) {
            case SUBJECT -> "@place";
            case PARTNER -> "@partner";
            case EXCLUDED -> "@excluded";
        };
    }

    /** The noun that a name ends in, where it says what is asked for: "African countries", "complex products". */
    String plural(Mention mention) {
        String last = folded(mention.end() - 1);
        boolean noun = mention.end() - mention.start() > 1
                && Set.of(
                                "countries",
                                "economies",
                                "nations",
                                "country",
                                "economy",
                                "products",
                                "product",
                                "exporters",
                                "importers",
                                "members")
                        .contains(last);
        return noun ? " " + last : "";
    }

    static boolean isWorld(Mention mention) {
        return mention.sense()
                .filter(s ->
                        s.first() instanceof Entity.Group group && group.type().equals("world"))
                .isPresent();
    }

    boolean isImport() {
        return mentions.stream().anyMatch(m -> m.metric().startsWith("imports"))
                && mentions.stream().noneMatch(m -> m.metric().equals("exports"));
    }

    boolean isPossessive(Mention mention) {
        int end = word(mention.end() - 1).end();
        String text = words.text();
        return end + 1 < text.length() && "'’".indexOf(text.charAt(end)) >= 0 && text.charAt(end + 1) == 's';
    }
}
