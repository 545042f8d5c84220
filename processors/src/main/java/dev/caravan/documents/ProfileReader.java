package dev.caravan.documents;

import dev.caravan.documents.Block.Kind;
import dev.caravan.documents.DocumentProfile.Heading;
import dev.caravan.documents.DocumentProfile.KeyFigure;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds out what a document is from its first pages and the name of its file. */
final class ProfileReader {
    private static final int COVER_PAGES = 2;
    private static final int LONGEST_SUMMARY = 300;
    private static final int LONGEST_TITLE = 250;
    private static final Pattern CHARTER = Pattern.compile("(?i).*exact name of (?:the )?(?:registrant|company).*");
    private static final Pattern LISTED = Pattern.compile(
            "([A-Z0-9][\\w.&’'-]*(?:\\s+(?:[A-Z&][\\w.&’'-]*|of|and|the)){0,6}(?:, (?:Inc|Corp|Ltd|Co)\\.)?)\\s*\\((?:the “Company”;? ?)?(?:NYSE(?: American)?|NASDAQ|Nasdaq|NasdaqGS|ASX|LSE)[^:)]*:\\s*([A-Z.]{1,6})");
    private static final Pattern SYMBOL = Pattern.compile(
            "\\b([A-Z]{1,5})\\s+(?:The\\s+)?(?:New York Stock Exchange|NYSE|Nasdaq|NASDAQ|NEW YORK STOCK EXCHANGE|NASDAQ)");
    private static final Pattern PERIOD = Pattern.compile(
            "(?i)(?:fiscal year|quarterly period|year|quarter|quarterly period|transition period)\\s+ended:?\\s+([A-Z][a-z]+\\s+\\d{1,2}\\s*,\\s+\\d{4})");
    private static final Pattern DATED = Pattern.compile(
            "(?i)(?:date of (?:earliest event|report)[^:]*:?|reported\\)?:?)\\s*([A-Z][a-z]+\\s+\\d{1,2}\\s*,\\s+\\d{4})");
    private static final Pattern ANY_DATE = Pattern.compile(
            "\\b((?:January|February|March|April|May|June|July|August|September|October|November|December)\\s+\\d{1,2}\\s*,\\s+(\\d{4}))");
    private static final Pattern FILE_YEAR = Pattern.compile("(?<!\\d)((?:19|20)\\d\\d)(?:[ _-]?Q([1-4]))?(?!\\d)");
    private static final Pattern OWN_YEAR = Pattern.compile("(?i)\\bfiscal(?: year)? ((?:19|20)\\d\\d)\\b");
    private static final Pattern SUFFIX = Pattern.compile(
            "(?i)[,.]?\\s+(?:inc|incorporated|corp|corporation|company|co|plc|ltd|limited|llc|lp|n\\.?v|s\\.?a|ag|se|group|holdings?|international|companies|& co|stores)\\.?$|\\.com$|^the\\s+|,$");
    private static final Pattern ITEM = Pattern.compile("(?i)item\\s+\\d+[a-c]?\\b.*");
    private static final Pattern PART = Pattern.compile("(?i)part\\s+[ivx]+\\b.*");
    private static final Pattern NOTE = Pattern.compile("(?i)(?:note\\s+\\d+\\b.*|\\d{1,2}\\.\\s+[A-Z].*)");

    private final CorpusTerms terms;

    ProfileReader(CorpusTerms terms) {
        this.terms = terms;
    }

    /** The profile of a document. */
    DocumentProfile read(String id, String file, int pages, List<Block> blocks) {
        List<Block> cover =
                blocks.stream().filter(block -> block.page() <= COVER_PAGES).toList();
        String text = cover.stream().map(Block::printed).collect(Collectors.joining("\n"));
        // the name of a form stands alone; in a sentence another document may be meant
        CorpusTerms.Kind kind = kind(cover.stream()
                .map(Block::printed)
                .filter(block -> block.length() < LONGEST_TITLE)
                .collect(Collectors.joining("\n")));
        String organisation = organisation(cover, text);
        Set<Integer> years = new LinkedHashSet<>();
        int quarter = 0;
        Matcher named = FILE_YEAR.matcher(file);
        if (named.find()) {
            years.add(Integer.parseInt(named.group(1)));
            quarter = named.group(2) == null ? 0 : Integer.parseInt(named.group(2));
        }
        String period = first(PERIOD, text)
                .or(() -> first(DATED, text))
                .or(() -> first(ANY_DATE, text))
                .orElse("");
        Matcher date = ANY_DATE.matcher(period);
        if (date.find() && !kind.name().isEmpty()) {
            int year = Integer.parseInt(date.group(2));
            // a year of 52 or 53 weeks may end in the first days of the next
            years.add(period.matches("January\\s+[1-7]\\s*,.*") ? year - 1 : year);
            if (quarter == 0 && !kind.annual() && PERIOD.matcher(text).find()) {
                quarter = (month(period) + 2) / 3;
            }
        }
        Matcher own = OWN_YEAR.matcher(text);
        if (own.find()) {
            years.add(Integer.parseInt(own.group(1)));
        }
        if (kind.annual()) {
            quarter = 0;
        }
        String title = organisation.isEmpty()
                ? heading(cover).orElse(file + ", " + kind.name())
                : organisation + ", " + kind.name() + (period.isEmpty() ? "" : " of " + period);
        return new DocumentProfile(
                id,
                file,
                title,
                kind.name(),
                organisation,
                aliases(organisation, file, text),
                List.copyOf(years),
                quarter,
                period,
                pages,
                summary(blocks),
                outline(blocks),
                figures(blocks, quarter));
    }

    /** What a document that is nobody's calls itself. */
    private static Optional<String> heading(List<Block> cover) {
        return cover.stream()
                .filter(block -> block.kind() == Block.Kind.HEADING)
                .map(block -> block.text().strip())
                .filter(text -> text.length() > 2 && text.length() < LONGEST_TITLE)
                .findFirst();
    }

    /** Every line of the statements that the workspace knows, for the years over their columns. */
    private List<KeyFigure> figures(List<Block> blocks, int quarter) {
        Statements statements = new Statements(terms, blocks, quarter);
        List<KeyFigure> figures = new ArrayList<>();
        for (int year : statements.years()) {
            for (CorpusTerms.Item item : terms.items()) {
                statements
                        .figure(item, new Statements.Period(year, quarter))
                        .ifPresent(found -> figures.add(new KeyFigure(
                                item.name(), year, found.full(), found.block().number())));
            }
        }
        return figures;
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1).replaceAll("\\s+", " ")) : Optional.empty();
    }

    private static int month(String date) {
        List<String> months =
                List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
        return Math.max(1, 1 + months.indexOf(date.substring(0, 3).toLowerCase(Locale.ROOT)));
    }

    private CorpusTerms.Kind kind(String text) {
        List<String> words = Phrase.wordsOf(text);
        return terms.kinds().stream()
                .filter(kind -> kind.says().stream().anyMatch(phrase -> phrase.in(words)))
                .findFirst()
                .orElse(new CorpusTerms.Kind("document", List.of(), List.of(), false));
    }

    private static String organisation(List<Block> cover, String text) {
        for (int i = 0; i < cover.size(); i++) {
            String block = cover.get(i).printed();
            if (CHARTER.matcher(block).matches()) {
                String before =
                        block.replaceFirst("(?i)\\s*\\(?exact name of.*", "").strip();
                if (before.isEmpty() && i > 0) {
                    before = cover.get(i - 1).printed().strip();
                }
                // on some covers the number of the commission stands before the name
                before = before.replaceFirst("(?i)^.*commission file (?:number|no\\.?):?\\s*[\\d-]+\\s*", "");
                if (!before.isEmpty() && before.length() < 80) {
                    return before;
                }
            }
        }
        Matcher listed = LISTED.matcher(text);
        if (listed.find()) {
            return listed.group(1).replaceAll("\\s+", " ");
        }
        return cover.stream()
                .filter(block -> block.kind() == Kind.HEADING)
                .map(block -> block.text().replaceAll("(?i)\\s+(?:reports|announces)\\b.*", ""))
                .filter(name -> name.matches("(?i).*\\b(?:inc|corp|corporation|company|plc|ltd|co)\\.?"))
                .filter(name -> name.length() < 60)
                .findFirst()
                .orElse("");
    }

    /** What an organisation is also called, without the words for its legal form. */
    private static List<String> aliases(String organisation, String file, String text) {
        Set<String> aliases = new LinkedHashSet<>();
        String name = organisation.strip();
        while (!name.isEmpty()) {
            aliases.add(name);
            String shorter = SUFFIX.matcher(name).replaceFirst("").strip();
            if (shorter.equals(name)) {
                break;
            }
            name = shorter;
        }
        List<String> words = Phrase.wordsOf(name);
        if (words.size() > 2) {
            aliases.add(words.stream().map(word -> word.substring(0, 1)).collect(Collectors.joining()));
        }
        Matcher listed = LISTED.matcher(text);
        if (listed.find()) {
            aliases.add(listed.group(2));
        } else {
            Matcher symbol = SYMBOL.matcher(text);
            if (symbol.find()) {
                aliases.add(symbol.group(1));
            }
        }
        // the name in front of the year of a file's name: ACME_TOOLS_2021_10K.pdf
        Matcher year = FILE_YEAR.matcher(file);
        if (year.find() && year.start() > 2) {
            aliases.add(
                    file.substring(0, year.start()).replaceAll("[_\\W]+", " ").strip());
        }
        aliases.removeIf(alias -> alias.length() < 2);
        return new ArrayList<>(aliases);
    }

    private static String summary(List<Block> blocks) {
        return blocks.stream()
                .filter(block -> block.kind() == Kind.TEXT
                        && block.text().length() > 150
                        && block.text().contains(". "))
                .findFirst()
                .map(block -> block.text().length() > LONGEST_SUMMARY
                        ? block.text().substring(0, LONGEST_SUMMARY).replaceFirst("\\s\\S*$", " …")
                        : block.text())
                .orElse("");
    }

    private static List<Heading> outline(List<Block> blocks) {
        List<Heading> outline = new ArrayList<>();
        for (Block block : blocks) {
            String text = block.text();
            if (block.kind() != Kind.HEADING || text.length() < 4) {
                continue;
            }
            int level = PART.matcher(text).matches()
                    ? 1
                    : ITEM.matcher(text).matches() ? 2 : NOTE.matcher(text).matches() ? 3 : 4;
            outline.add(new Heading(level, text, block.page(), block.number()));
        }
        return outline;
    }
}
