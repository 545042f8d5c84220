package dev.caravan.reader;

import dev.caravan.text.Words;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A time that a text says ("last week", "on 3 May 2026", "since March 2026"), and the text without it.
 *
 * @param from the first day
 * @param until the day behind the last
 */
public record SaidTime(LocalDate from, LocalDate until, String rest) {
    private static final Set<String> LEADING = Set.of("the", "on", "in", "during", "over", "within", "from", "at");
    private static final String SINCE = "since";

    /**
     * The first time of a text that has a beginning and an end; since then until today also where only the beginning is said.
     *
     * @param today what the text is told from
     */
    public static Optional<SaidTime> of(String text, LocalDate today) {
        Words words = Words.of(text);
        List<Words.Word> all = words.list();
        Periods periods = new Periods(Language.english(), today);
        for (int i = 0; i < words.size(); i++) {
            Optional<Periods.Found> found = periods.at(words, i)
                    .filter(each -> each.period().from().isPresent()
                            && each.period().to().isPresent());
            if (found.isEmpty()) {
                continue;
            }
            boolean since = i > 0 && all.get(i - 1).folded().equals(SINCE);
            boolean led = since || i > 0 && LEADING.contains(all.get(i - 1).folded());
            int start = all.get(led ? i - 1 : i).start();
            int end = all.get(found.get().end() - 1).end();
            return Optional.of(new SaidTime(
                    found.get().period().from().get(),
                    since ? today.plusDays(1) : found.get().period().to().get(),
                    (text.substring(0, start) + " " + text.substring(end))
                            .replaceAll("\\s+", " ")
                            .replaceAll("^[\\s,;:?.!]+|[\\s,;:?.!]+$", "")));
        }
        return Optional.empty();
    }
}
