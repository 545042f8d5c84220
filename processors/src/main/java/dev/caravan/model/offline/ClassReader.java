package dev.caravan.model.offline;

import dev.caravan.catalog.ProductClass;
import dev.caravan.model.offline.Reading.Signal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the classification and the level of products that are named, and takes out what is said about how to answer. */
final class ClassReader {
    private static final Pattern SOURCES =
            Pattern.compile("(?i)\\b(world bank|growth lab|united nations|monetary fund|imf|harvard)('s)?\\b");
    private static final Pattern VERSION = Pattern.compile(
            "\\b(?:19|20)?(92|12|22)\\s+(?:version|edition|revision|vintage|release)\\s+of\\s+(?:the\\s+)?(?:hs|harmoni[sz]ed system)\\b");

    private static final Pattern INSTRUCTION = Pattern.compile(
            "(?i)\\b(please )?(use|using|under|with) (the )?[^.?!;,]{0,40}\\b(classification|schema|nomenclature)\\b[^.?!;,]*");
    private static final Pattern HS = Pattern.compile(
            "\\b(?:hs|harmoni[sz]ed system)[\\s-]*(?:\\(?hs\\)?)?\\s*(?:rev\\w*\\s*)?(?:19|20)?(92|12|22)\\b(?!\\d)");
    private static final Pattern SITC = Pattern.compile("\\bsitc\\b|standard international trade classification");
    private static final Pattern SECTION =
            Pattern.compile("\\b(sectors?|sections?|broad categories|one[- ]digit|1[- ]digit|industries)\\b");
    private static final Pattern CHAPTER = Pattern.compile("\\b(chapters?|2[- ]digit|two[- ]digit|hs2)\\b");
    private static final Pattern HEADING = Pattern.compile("\\b(headings?|4[- ]digit|four[- ]digit|hs4)\\b");

    private final Draft draft;
    private final String text;

    ClassReader(Draft draft) {
        this.draft = draft;
        this.text = draft.words.text().toLowerCase(Locale.ROOT);
    }

    /** The classification that is named. */
    Optional<ProductClass> read() {
        readInstructions();
        Ordinals.in(draft.words.text()).ifPresent(place -> draft.takeText(place.start(), place.end()));
        // those who give the figures are not asked about
        Matcher sources = SOURCES.matcher(draft.words.text());
        while (sources.find()) {
            draft.takeText(sources.start(), sources.end());
        }
        Optional<ProductClass> named = taken(VERSION)
                .or(() -> taken(HS))
                .map(version -> ProductClass.of("hs" + version.group(1)).orElseThrow())
                .or(() -> taken(SITC).map(match -> ProductClass.SITC));
        for (int i = 0; i < draft.words.size(); i++) {
            draft.taken[i] |= draft.instruction[i];
        }
        return named;
    }

    private Optional<MatchResult> taken(Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            return Optional.empty();
        }
        draft.takeText(matcher.start(), matcher.end());
        return Optional.of(matcher.toMatchResult());
    }

    /** The level of products that is named: 1, 2 or 4. */
    Optional<Integer> level() {
        return HEADING.matcher(text).find()
                ? Optional.of(4)
                : CHAPTER.matcher(text).find()
                        ? Optional.of(2)
                        : SECTION.matcher(text).find() ? Optional.of(1) : Optional.empty();
    }

    /** "Use the HS 1992 classification for goods and also use the services schema." says how, not what. */
    private void readInstructions() {
        Matcher matcher = INSTRUCTION.matcher(draft.words.text());
        while (matcher.find()) {
            if (matcher.group().toLowerCase(Locale.ROOT).contains("service")) {
                draft.signals.add(Signal.WITH_SERVICES);
            }
            for (int i = 0; i < draft.words.size(); i++) {
                boolean inside = draft.word(i).start() >= matcher.start()
                        && draft.word(i).end() <= matcher.end();
                // a classification in the middle of a question may be followed by what is asked
                if (inside
                        && (matcher.start() > draft.words.text().length() / 3
                                || matcher.end() >= draft.words.text().length() - 1)) {
                    draft.instruction[i] = true;
                }
            }
        }
    }
}
