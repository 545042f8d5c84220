package dev.caravan.documents;

import dev.caravan.documents.ChooseDocuments.Candidate;
import dev.caravan.documents.CorpusIndex.Hit;
import dev.caravan.documents.CorpusIndex.Owner;
import dev.caravan.documents.CorpusTerms.Item;
import dev.caravan.documents.DocumentAnswer.Citation;
import dev.caravan.documents.DocumentAnswer.Kind;
import dev.caravan.documents.DocumentAnswer.Read;
import dev.caravan.documents.DocumentStore.Stored;
import dev.caravan.documents.FilingQuestion.AskedFigure;
import dev.caravan.documents.FilingQuestion.Over;
import dev.caravan.documents.Statements.Figure;
import dev.caravan.documents.Statements.Period;
import dev.caravan.text.SentenceEncoder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Answers from documents by local methods: the document first, its pages next, then a figure that is read or worked out
 * where the question is understood to its last word, and passages where it is not.
 */
public final class AnswerFromDocuments {
    private static final int HITS = 40;
    private static final int PAGES = 14;
    private static final int PAGES_OF_FURTHER = 4;
    /** Documents that are quoted where none is named. */
    private static final int QUOTED = 6;

    /** How much worse than the best a document may fit and still be tried for a figure. */
    private static final double NEAR = 3.2;

    private static final int LISTED = 8;
    private static final Pattern PLACES = Pattern.compile("(?i)\\b(no|zero|one|two|three|four|\\d)\\s+decimals?\\b");
    private static final Pattern UNIT = Pattern.compile("(?i)\\b(thousands|millions|billions)\\b");
    private static final Pattern UP = Pattern.compile("(?i)\\b(?:increas|improv|grow|grew|higher|rise|rose|risen)\\w*");
    private static final Pattern DOWN = Pattern.compile("(?i)\\b(?:decreas|declin|lower|fall|fell|fallen|worsen)\\w*");

    private final CorpusTerms terms;
    private final DocumentStore store;
    private final CorpusIndex index;
    private final FilingQuestionReader reader;
    private final FormulaReader formulas;
    private final ChooseDocuments choose;
    private final QuotePassages quotes;
    private final PageFigures kept = new PageFigures();

    /** Over a store and its index; the encoder orders passages by meaning where there is one. */
    public AnswerFromDocuments(
            CorpusTerms terms, DocumentStore store, CorpusIndex index, Supplier<Optional<SentenceEncoder>> encoder) {
        this.terms = terms;
        this.store = store;
        this.index = index;
        this.reader = new FilingQuestionReader(terms);
        this.formulas = new FormulaReader(terms);
        this.choose = new ChooseDocuments(terms);
        this.quotes = new QuotePassages(encoder);
    }

    /** Blocks and statements of the documents read last; a question seldom asks of more than a few. */
    private final class PageFigures {
        private static final int DOCUMENTS = 12;
        private final Map<String, Opened> opened = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Opened> eldest) {
                return size() > DOCUMENTS;
            }
        };

        synchronized Opened open(Owner owner, DocumentProfile profile, String version) {
            return opened.computeIfAbsent(owner + version + profile.id(), key -> {
                List<Block> blocks = store.blocks(owner, profile.id());
                return new Opened(profile, blocks, new Statements(terms, blocks, profile.quarter()));
            });
        }
    }

    private record Opened(DocumentProfile profile, List<Block> blocks, Statements statements) {}

    /**
     * A document that a search found.
     *
     * @param document what is known of it
     * @param score how well it fits, 0 to 1
     * @param near whether it fits so well that it should be read
     * @param passages where it shares words with what was searched for, best first
     */
    public record Found(DocumentProfile document, double score, boolean near, List<Hit> passages) {
        /** Takes a copy. */
        public Found {
            passages = List.copyOf(passages);
        }
    }

    /** The documents that a search is about, best first: by whose they are, period and kind, then by their words. */
    public List<Found> find(Owner owner, String searched, int most) {
        List<DocumentProfile> profiles =
                store.documents(owner).stream().map(Stored::profile).toList();
        if (unknownNames(owner, searched, profiles).isPresent()) {
            return List.of();
        }
        FilingQuestion question = reader.read(searched, names(profiles));
        Map<String, List<Hit>> hits = new LinkedHashMap<>();
        index.search(owner, words(question), List.of(), Math.max(HITS, 2 * most))
                .forEach(hit -> hits.computeIfAbsent(hit.document(), id -> new ArrayList<>())
                        .add(hit));
        List<Candidate> chosen = choose.choose(
                question, profiles, hits.values().stream().flatMap(List::stream).toList());
        double best = chosen.isEmpty() ? 0 : chosen.get(0).score();
        return chosen.stream()
                .filter(each -> each.named() || hits.containsKey(each.profile().id()))
                .limit(most)
                .map(each -> new Found(
                        each.profile(),
                        Math.min(1, each.score() / ChooseDocuments.BEST),
                        each.score() >= best - NEAR,
                        hits.getOrDefault(each.profile().id(), List.of())))
                .toList();
    }

    /** The pages of a document that bear on a question, most first; none where it is another's. */
    public List<Integer> pages(Owner owner, String document, String asked, int most) {
        List<DocumentProfile> profiles =
                store.documents(owner).stream().map(Stored::profile).toList();
        FilingQuestion question = reader.read(asked, names(profiles));
        return store.document(owner, document)
                .map(stored -> pages(
                        question,
                        kept.open(owner, stored.profile(), stored.version()),
                        index.search(owner, words(question), List.of(document), HITS),
                        most))
                .orElse(List.of());
    }

    /**
     * Says which names of a question are neither an organisation's, nor a term of the workspace, nor in the text of any
     * document, and of whom there are documents; empty where there is no such name.
     */
    public Optional<String> unknownNames(Owner owner, String question) {
        return unknownNames(
                owner,
                question,
                store.documents(owner).stream().map(Stored::profile).toList());
    }

    private Optional<String> unknownNames(Owner owner, String question, List<DocumentProfile> profiles) {
        List<Phrase> names = names(profiles);
        Definitions defined = Definitions.of(question);
        List<String> strange = StrangeNames.of(question, name -> {
            List<String> words = Phrase.wordsOf(name);
            return names.stream().anyMatch(each -> each.in(words))
                    || terms.knows(words)
                    || defined.name(words)
                    || index.holds(owner, name);
        });
        if (strange.isEmpty()) {
            return Optional.empty();
        }
        List<String> organisations = profiles.stream()
                .map(DocumentProfile::organisation)
                .filter(name -> !name.isEmpty())
                .distinct()
                .sorted()
                .toList();
        String others = organisations.isEmpty()
                ? ""
                : " There are documents of "
                        + String.join(", ", organisations.subList(0, Math.min(LISTED, organisations.size())))
                        + (organisations.size() > LISTED ? " and others." : ".");
        return Optional.of("No document here names " + String.join(" or ", strange) + "." + others);
    }

    private static String words(FilingQuestion question) {
        return question.words().isEmpty() ? question.text() : String.join(" ", question.words());
    }

    /** The answer to a question of an owner. */
    public DocumentAnswer answer(Owner owner, String asked) {
        return answer(owner, asked, List.of());
    }

    /**
     * The answer to a question of an owner.
     *
     * @param among ids of the documents to answer from; all of the owner's when empty
     */
    public DocumentAnswer answer(Owner owner, String asked, Collection<String> among) {
        List<Stored> all = store.documents(owner);
        List<Stored> documents = all.stream()
                .filter(each -> among.isEmpty() || among.contains(each.profile().id()))
                .toList();
        if (documents.isEmpty()) {
            return new DocumentAnswer(
                    Kind.NOTHING, "There are no documents here yet.", List.of(), List.of(), List.of());
        }
        List<DocumentProfile> profiles = documents.stream().map(Stored::profile).toList();
        Optional<String> unknown =
                unknownNames(owner, asked, all.stream().map(Stored::profile).toList());
        if (unknown.isPresent()) {
            return new DocumentAnswer(Kind.NOTHING, unknown.get(), List.of(), List.of(), List.of());
        }
        Map<String, String> versions = new HashMap<>();
        documents.forEach(stored -> versions.put(stored.profile().id(), stored.version()));
        FilingQuestion question =
                reader.read(asked, names(all.stream().map(Stored::profile).toList()));
        String words = words(question);
        List<Hit> hits = index.search(owner, words, among, HITS);
        List<Candidate> chosen = choose.choose(question, profiles, hits);
        List<Candidate> near = chosen.stream()
                .filter(each -> each.score() >= chosen.get(0).score() - NEAR)
                .limit(3)
                .toList();
        List<Opened> opened = near.stream()
                .map(each -> kept.open(
                        owner, each.profile(), versions.get(each.profile().id())))
                .toList();
        List<Read> read = new ArrayList<>();
        Map<String, List<Hit>> within = new HashMap<>();
        for (int i = 0; i < opened.size(); i++) {
            String id = opened.get(i).profile().id();
            within.put(id, index.search(owner, words, List.of(id), HITS));
            read.add(new Read(id, pages(question, opened.get(i), within.get(id), i == 0 ? PAGES : PAGES_OF_FURTHER)));
        }
        for (int i = 0; i < opened.size(); i++) {
            Opened document = opened.get(i);
            Optional<DocumentAnswer> figure = near.get(0).named() || all.size() == 1
                    ? figure(question, document).map(found -> found.with(first(read, document)))
                    : Optional.empty();
            if (figure.isPresent()) {
                return figure.get();
            }
        }
        return quotes.quote(question, read, quotable(owner, words, near.get(0).named(), opened, within, read, hits));
    }

    /** Where to quote from: the document that is named, at the pages read; else those where the words stand best. */
    private List<QuotePassages.Source> quotable(
            Owner owner,
            String words,
            boolean named,
            List<Opened> opened,
            Map<String, List<Hit>> within,
            List<Read> read,
            List<Hit> hits) {
        Map<String, Opened> documents = new LinkedHashMap<>();
        opened.stream()
                .limit(named ? 1 : opened.size())
                .forEach(each -> documents.put(each.profile().id(), each));
        if (!named) {
            hits.stream()
                    .map(Hit::document)
                    .distinct()
                    .limit(QUOTED)
                    .forEach(id -> documents.computeIfAbsent(id, missing -> store.document(owner, missing)
                            .map(stored -> kept.open(owner, stored.profile(), stored.version()))
                            .orElse(null)));
        }
        Map<String, List<Integer>> pages = new HashMap<>();
        read.forEach(each -> pages.put(each.document(), each.pages()));
        return documents.entrySet().stream()
                .map(each -> {
                    List<Hit> own =
                            within.computeIfAbsent(each.getKey(), id -> index.search(owner, words, List.of(id), HITS));
                    return new QuotePassages.Source(
                            each.getValue().profile(),
                            each.getValue().blocks(),
                            Set.copyOf(pages.getOrDefault(
                                    each.getKey(),
                                    own.stream().map(Hit::page).distinct().toList())),
                            own);
                })
                .toList();
    }

    private static List<Read> first(List<Read> read, Opened document) {
        List<Read> ordered = new ArrayList<>(read);
        ordered.sort(Comparator.comparing(
                each -> !each.document().equals(document.profile().id())));
        return ordered;
    }

    /** Every way in which the organisations are called. */
    private static List<Phrase> names(List<DocumentProfile> profiles) {
        Set<Phrase> names = new LinkedHashSet<>();
        for (DocumentProfile profile : profiles) {
            profile.aliases().forEach(alias -> names.add(Phrase.of(alias)));
            if (!profile.organisation().isEmpty()) {
                names.add(Phrase.of(profile.organisation().split("[\\s,]+")[0]));
            }
        }
        names.removeIf(name -> name.words().isEmpty());
        return List.copyOf(names);
    }

    /** The pages worth reading: those of the statements that are meant, then those that say most of the words. */
    private List<Integer> pages(FilingQuestion question, Opened document, List<Hit> hits, int limit) {
        Set<Integer> pages = new LinkedHashSet<>();
        Set<String> statements = new LinkedHashSet<>();
        question.statements().forEach(statement -> statements.add(statement.name()));
        question.items().stream().map(Item::statement).forEach(statements::add);
        question.ratios().forEach(ratio -> formulas.read(ratio.formula()).ifPresent(formula -> formula.lines().stream()
                .map(line -> line.item().statement())
                .forEach(statements::add)));
        terms.statements().stream()
                .filter(statement -> statements.contains(statement.name()))
                .forEach(statement ->
                        document.statements().pages(statement).stream().limit(2).forEach(pages::add));
        hits.forEach(hit -> pages.add(hit.page()));
        return pages.stream().limit(limit).toList();
    }

    /** A figure under way to an answer. */
    private record Answered(String text, List<Citation> citations, List<String> notes) {
        Optional<DocumentAnswer> with(Kind kind) {
            return Optional.of(new DocumentAnswer(kind, text, citations, List.of(), notes));
        }
    }

    private record Told(DocumentAnswer answer, Set<Integer> pages) {
        DocumentAnswer with(List<Read> read) {
            List<Read> all = new ArrayList<>(read);
            Read own = all.get(0);
            Set<Integer> joined = new LinkedHashSet<>(pages);
            joined.addAll(own.pages());
            all.set(0, new Read(own.document(), List.copyOf(joined)));
            return new DocumentAnswer(answer.kind(), answer.text(), answer.citations(), all, answer.notes());
        }
    }

    private Optional<Told> figure(FilingQuestion question, Opened document) {
        Optional<Answered> answered =
                question.unread().isEmpty() && question.asked().isPresent()
                        ? worked(question, question.asked().get(), document)
                        : Optional.empty();
        return answered.or(() -> row(question, document)).map(each -> {
            Set<Integer> pages = new LinkedHashSet<>();
            each.citations().forEach(citation -> pages.add(citation.page()));
            return new Told(each.with(Kind.FIGURE).orElseThrow(), pages);
        });
    }

    private Optional<Answered> worked(FilingQuestion question, AskedFigure asked, Opened document) {
        List<Integer> held = document.statements().years();
        if (held.isEmpty()) {
            return Optional.empty();
        }
        int last = question.lastYear() == 0 ? held.get(0) : question.lastYear();
        int first = question.years().size() > 1
                ? question.years().get(0)
                : asked.over() == Over.ONE_YEAR || asked.over() == Over.AVERAGE ? last : last - 1;
        Computation computation = new Computation(document.statements(), formulas);
        Map<Integer, Double> values = new LinkedHashMap<>();
        List<Integer> years = asked.over() == Over.ONE_YEAR
                ? List.of(last)
                : asked.over() == Over.AVERAGE
                        ? IntStream.rangeClosed(first, last).boxed().toList()
                        : List.of(first, last);
        for (int year : years) {
            Optional<Double> value = computation.value(asked.formula(), new Period(year, question.quarter()));
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.put(year, value.get());
        }
        // a sum of money for one year where several are named would answer a part of the question only
        if (asked.over() == Over.ONE_YEAR
                && !asked.defined()
                && question.years().size() > 1) {
            return Optional.empty();
        }
        Form form = Form.of(question.text(), asked, computation);
        double from = values.get(years.get(0));
        double to = values.get(last);
        String when = when(question, last);
        List<Citation> citations = new ArrayList<>();
        StringBuilder basis = new StringBuilder();
        for (Computation.Taken taken : computation.taken()) {
            Block block = taken.figure().block();
            Citation citation = citations.stream()
                    .filter(each -> each.block() == block.number())
                    .findFirst()
                    .orElseGet(() -> {
                        Citation made = Citation.of(citations.size() + 1, document.profile(), block);
                        citations.add(made);
                        return made;
                    });
            basis.append("\n- ")
                    .append(block.text())
                    .append(", ")
                    .append(taken.year())
                    .append(": ")
                    .append(taken.figure().cell().text())
                    .append(scale(taken.figure()))
                    .append(" [")
                    .append(citation.number())
                    .append(']');
        }
        String name =
                Character.toUpperCase(asked.name().charAt(0)) + asked.name().substring(1);
        String text =
                switch (asked.over()) {
                    case ONE_YEAR -> name + " of " + when + ": **" + form.value(to) + "**";
                    case AVERAGE -> name + ", average of " + first + " to " + last + ": **"
                            + form.value(values.values().stream()
                                    .mapToDouble(Double::doubleValue)
                                    .average()
                                    .orElseThrow())
                            + "**";
                    case GROWTH -> from == 0
                            ? ""
                            : "Growth of " + asked.name() + " from " + first + " to " + last + ": **"
                                    + form.percent((to - from) / Math.abs(from)) + "**";
                    case CHANGE -> "Change of " + asked.name() + " from " + first + " to " + last + ": **"
                            + form.difference(to - from) + "**";
                    case DIRECTION -> direction(question.sentence(), to > from, to == from) + name + " went from "
                            + form.value(from) + " in " + first + " to **" + form.value(to) + "** in " + last;
                };
        if (text.isEmpty() || citations.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new Answered(text + "\n\nFrom " + document.profile().title() + ":" + basis, citations, List.of()));
    }

    private static String when(FilingQuestion question, int year) {
        return question.quarter() == 0 ? String.valueOf(year) : "the quarter " + question.quarter() + " of " + year;
    }

    private static String direction(String sentence, boolean up, boolean same) {
        boolean asksUp = UP.matcher(sentence).find();
        boolean asksDown = DOWN.matcher(sentence).find();
        if (same) {
            return "It stayed the same: ";
        }
        if (asksUp && asksDown) {
            return up ? "It increased: " : "It decreased: ";
        }
        return up == asksUp ? "Yes: " : "No: ";
    }

    private static String scale(Figure figure) {
        if (figure.scale() == 1 || figure.cell().text().contains("%")) {
            return "";
        }
        return figure.scale() == 1e3 ? " thousand" : figure.scale() == 1e6 ? " million" : " billion";
    }

    /** A row of a table that is called exactly what is asked for, where all such rows agree. */
    private Optional<Answered> row(FilingQuestion question, Opened document) {
        Set<String> words = new LinkedHashSet<>(question.words());
        boolean plain = question.sentence().matches("(?is)\\W*(?:what|how much|how many)\\b.*");
        if (words.isEmpty()
                || !plain
                || question.years().size() != 1
                || question.asked().filter(a -> a.over() != Over.ONE_YEAR).isPresent()) {
            return Optional.empty();
        }
        List<Figure> figures = document.statements().rows(words).stream()
                .flatMap(row ->
                        document
                                .statements()
                                .of(row, new Period(question.lastYear(), question.quarter()), true)
                                .stream())
                .toList();
        if (figures.isEmpty()
                || figures.stream()
                                .map(figure -> Math.round(figure.full()))
                                .distinct()
                                .count()
                        != 1) {
            return Optional.empty();
        }
        Figure figure = figures.get(0);
        Citation citation = Citation.of(1, document.profile(), figure.block());
        return Optional.of(new Answered(
                figure.block().text() + " of " + when(question, question.lastYear()) + ": **"
                        + figure.cell().text() + scale(figure) + "** [1]\n\nFrom "
                        + document.profile().title() + ".",
                List.of(citation),
                List.of()));
    }

    /** How a figure is told. */
    private record Form(boolean money, boolean percent, double unit, String unitName, int places) {
        static Form of(String question, AskedFigure asked, Computation computation) {
            boolean single = asked.formula() instanceof Formula.Line || isSum(asked.formula());
            boolean share =
                    computation.taken().stream().allMatch(taken -> taken.item().share());
            double scale = computation.taken().stream()
                    .mapToDouble(taken -> taken.figure().scale())
                    .max()
                    .orElse(1);
            Matcher unit = UNIT.matcher(question);
            String name = scale == 1e3 ? "thousand" : scale == 1e6 ? "million" : scale == 1e9 ? "billion" : "";
            if (unit.find()) {
                name = unit.group(1).toLowerCase(Locale.ROOT).replaceFirst("s$", "");
                scale = name.equals("thousand") ? 1e3 : name.equals("million") ? 1e6 : 1e9;
            }
            Matcher places = PLACES.matcher(question);
            int digits = asked.percent() ? 1 : 2;
            if (places.find()) {
                int worded = List.of("zero", "one", "two", "three", "four")
                        .indexOf(places.group(1).toLowerCase(Locale.ROOT));
                digits = worded >= 0 ? worded : places.group(1).equals("no") ? 0 : Integer.parseInt(places.group(1));
            }
            return new Form(single, asked.percent() && !single, share ? 1 : scale, share ? "" : name, digits);
        }

        /** Whether only amounts are added, so that the result is one. */
        private static boolean isSum(Formula formula) {
            if (formula instanceof Formula.Joined joined) {
                return (joined.sign() == '+' || joined.sign() == '-') && isSum(joined.left()) && isSum(joined.right());
            }
            return formula instanceof Formula.Line || formula instanceof Formula.OverTwoYears two && isSum(two.part());
        }

        String value(double value) {
            if (money) {
                return number(value / unit, unit == 1e9 || unit == 1 ? 2 : places == 2 ? 0 : places)
                        + (unitName.isEmpty() ? "" : " " + unitName);
            }
            return percent ? percent(value) : number(value, places);
        }

        String difference(double value) {
            return percent ? number(value * 100, places) + " percentage points" : value(value);
        }

        String percent(double value) {
            return number(value * 100, places == 2 ? 1 : places) + " %";
        }

        private static String number(double value, int places) {
            return String.format(Locale.ROOT, "%,." + places + "f", value);
        }
    }
}
