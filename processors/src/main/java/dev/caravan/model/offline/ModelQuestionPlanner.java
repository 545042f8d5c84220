package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.model.offline.ModelQuestion.Bound;
import dev.caravan.model.offline.ModelQuestion.Found;
import dev.caravan.model.offline.ModelQuestion.Named;
import dev.caravan.model.offline.ModelQuestion.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.DataClass;
import dev.caravan.semantic.SemanticModel.Dimension;
import dev.caravan.semantic.SemanticModel.FactTable;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.semantic.SemanticQuery.Condition;
import dev.caravan.semantic.SemanticQuery.Form;
import dev.caravan.semantic.SemanticQuery.Measure;
import dev.caravan.semantic.SemanticQuery.Restriction;
import dev.caravan.semantic.SemanticQuery.Scope;
import dev.caravan.semantic.SemanticQuery.Span;
import dev.caravan.semantic.SemanticQuery.Threshold;
import dev.caravan.semantic.SemanticQuery.Years;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides how a question is answered from a semantic model, and says what it decided on its own. */
final class ModelQuestionPlanner {
    private static final int DEFAULT_LIMIT = 10;
    private static final String YEAR = "year";
    private static final String HELD_FOR = "This is held for ";

    private static final java.util.regex.Pattern TOTALLED = java.util.regex.Pattern.compile(
            "(?i)\\b(in total|altogether|all together|combined|in all|added up|sum of|total (?!\\w+ (per|a) )[\\w -]{3,30} (of|by|for) (all|every)|together)\\b");
    /** A mean of what cannot be added up is one of all of them: "the mean age of the players". */
    private static final java.util.regex.Pattern MEAN =
            java.util.regex.Pattern.compile("(?i)\\b(average|mean)\\b[^?]*\\b(of|for|among|across)\\b");

    private static final java.util.regex.Pattern THAN = java.util.regex.Pattern.compile(
            "(?i)\\b(?<than>than)\\b(?=(?<rest>[^?]*\\b((?<!-)\\b\\d{1,3}\\b(?!-)|any\\w*|others?|every\\w*|all|rest|half|twice|once|one|two|three|four|five)\\b)?)");

    private static final java.util.regex.Pattern FALLS =
            java.util.regex.Pattern.compile("(?i)\\b(declin|drop|decreas|fell|fall|worsen)\\w*\\b");
    private static final java.util.regex.Pattern MORE_OF = java.util.regex.Pattern.compile(
            "(?i)\\b(more|higher|better|greater|(?<less>fewer|less|lower|worse))\\b[^?]*?\\bthan\\b");

    private static final java.util.regex.Pattern RANK_THEM =
            java.util.regex.Pattern.compile("(?i)(^|\\b(then|and|now|please|you)) *\\b(rank|order|sort)\\b");
    private static final java.util.regex.Pattern MEAN_OF =
            java.util.regex.Pattern.compile("(?i)\\b(average|mean)\\b(?! (of|per game))");

    private final SemanticModel model;

    ModelQuestionPlanner(SemanticModel model) {
        this.model = model;
    }

    /** The query with its assumptions, or why there is none. */
    Plan plan(ModelQuestion question) {
        return new QueryDemands(model)
                .of(new Decision(question).plan(), question.words().text());
    }

    /** What an answer says first when it is to a narrower question than the one that was asked; empty where it is not. */
    static String caveat(List<String> notes) {
        return notes.stream()
                        .filter(note -> note.startsWith(HELD_FOR))
                        .findFirst()
                        .map(note -> "*" + note + "*\n\n")
                        .orElse("")
                + UnreadWords.caveat(notes);
    }

    /** "2022-23" where years are said as two. */
    String yearName(int year) {
        boolean split = Optional.ofNullable(model.dimensions().get(YEAR))
                .map(Dimension::split)
                .orElse(false);
        return split
                ? (year - 1) + "-" + String.format(java.util.Locale.ROOT, "%02d", year % 100)
                : String.valueOf(year);
    }

    /** The work on one question. */
    private final class Decision {
        private final ModelQuestion question;
        private final List<String> notes = new ArrayList<>();
        private final List<String> metrics;
        private final List<Condition> conditions = new ArrayList<>();
        private final List<Threshold> thresholds = new ArrayList<>();

        Decision(ModelQuestion question) {
            this.question = question;
            Set<String> distinct = new LinkedHashSet<>();
            // a word that names an event as well, such as "games", is no figure beside another one
            boolean other = question.metrics().stream().anyMatch(found -> !isEvent(found));
            question.metrics().stream()
                    .filter(found -> !other || !isEvent(found))
                    .forEach(found -> distinct.add(found.name()));
            // "scored 25 points per game": the average is meant, not the total as well
            List.copyOf(distinct).stream()
                    .filter(name -> model.metric(name)
                            .averaged()
                            .filter(distinct::contains)
                            .isPresent())
                    .forEach(distinct::remove);
            this.metrics = new ArrayList<>(distinct);
        }

        private boolean isEvent(Found metric) {
            return question.dimensions().stream()
                    .anyMatch(found -> found.start() == metric.start() && isEventDimension(found.name()));
        }

        /** A dimension whose members are single rows without a look-up table, other than years. */
        private boolean isEventDimension(String name) {
            Dimension dimension = model.dimensions().get(name);
            return dimension.table().isEmpty() && dimension.of().isEmpty() && !name.equals(YEAR);
        }

        /** The person whose rows are taken together; empty for none. */
        private boolean meanOfGroup;

        private String rowsOf = "";

        Plan plan() {
            if (metrics.isEmpty()) {
                boolean counts =
                        question.has(Signal.COUNT) && !question.dimensions().isEmpty();
                if (!counts) {
                    return new Plan.Clarify(
                            "Which figure do you mean? There are, among others, "
                                    + model.metrics().values().stream()
                                            .limit(6)
                                            .map(Metric::label)
                                            .collect(Collectors.joining(", "))
                                    + ".",
                            List.of());
                }
            }
            Optional<Named> unclear =
                    question.members().stream().filter(named -> !named.clear()).findFirst();
            if (unclear.isPresent()) {
                return new Plan.Clarify(
                        "\""
                                + question.text(
                                        unclear.get().start(), unclear.get().end()) + "\" can be "
                                + unclear.get().members().stream()
                                        .limit(3)
                                        .map(Member::display)
                                        .collect(Collectors.joining(", "))
                                + ".",
                        List.of());
            }
            Optional<Plan> uncompared = uncompared();
            if (uncompared.isPresent()) {
                return uncompared.get();
            }
            List<String> listed = listed();
            boolean single = isSingle(listed);
            List<String> by = by(listed, single);
            Optional<String> each = each(by);
            List<Restriction> where = restrictions();
            averages(by, where);
            split(by);
            List<String> classes = classes(where, by);
            if (metrics.isEmpty()) {
                // members are counted by their rows, whatever is measured in them
                metrics.add(model.metrics().keySet().stream()
                        .filter(metric -> covers(metric, needed(by, where), classes))
                        .findFirst()
                        .orElse(""));
                if (metrics.get(0).isEmpty()) {
                    return new Plan.Unanswerable("The data do not hold this.");
                }
            }
            String first = metrics.get(0);
            if (!covers(first, needed(by, where), classes)) {
                return new Plan.Unanswerable("There are no data on "
                        + model.metric(first).label() + " by " + String.join(", ", needed(by, where)) + ".");
            }
            metrics.removeIf(metric -> !coveredBeside(metric, first, needed(by, where), classes));
            boolean count = question.has(Signal.COUNT) && !by.isEmpty() && !isSeries(by) && counted(by);
            List<Found> figures =
                    question.metrics().stream().filter(found -> !isEvent(found)).toList();
            compare(figures, by);
            Optional<Plan> unbounded = unbounded(figures, count);
            if (unbounded.isPresent()) {
                return unbounded.get();
            }
            Optional<Integer> limit = limit(by, count);
            // "rank the Jazz and the Nuggets" orders these, not their places in the league
            boolean ordered = question.has(Signal.RANK)
                    && !where.isEmpty()
                    && where.get(0).codes().size() > 1
                    && by.contains(where.get(0).dimension())
                    && RANK_THEM.matcher(question.words().text()).find();
            boolean rank = question.has(Signal.RANK)
                    && !ordered
                    && !where.isEmpty()
                    && question.limit().isEmpty()
                    && question.ranking() == 0
                    && question.dimensions().stream()
                            .noneMatch(found -> isPlural(found)
                                    && !found.name().equals(where.get(0).dimension())
                                    && !model.dimensions()
                                            .get(found.name())
                                            .table()
                                            .isEmpty());
            Years years = years(classes, by, single, count);
            if (years == null) {
                return new Plan.Unanswerable(notes.get(notes.size() - 1));
            }
            boolean improve =
                    question.has(Signal.IMPROVE) && years.from() != years.to() && !by.contains(YEAR) && !by.isEmpty();
            // "dropped the most": the largest fall is the smallest change
            boolean falls = improve
                    && question.ranking() != 0
                    && FALLS.matcher(question.words().text()).find();
            boolean ascending = ordered ? model.metric(first).ascending() : falls != ascending(first);
            qualify(first, by, classes, years, limit, count);
            if (by.contains("sector") && !by.get(0).equals("sector")) {
                by.remove("sector");
                by.add("sector");
            }
            List<Measure> measures = new ArrayList<>();
            if (improve) {
                // "by more than 5 points": unless it is one of percent, a bound is on the difference
                boolean percent = thresholds.isEmpty()
                        || question.words().text().matches("(?is).*(%|\\b(per ?cent|doubled|halved|tripled)\\b).*");
                measures.add(new Measure(first, percent ? Form.GROWTH : Form.CHANGE, ""));
                years = new Years(years.from(), years.to(), Span.ENDS);
            } else if (rank) {
                String over = where.get(0).dimension();
                if (!by.contains(over)) {
                    by.add(0, over);
                }
                by.removeIf(dimension -> dimension.equals(YEAR));
                measures.add(new Measure(first, Form.RANK, over));
            } else if (question.has(Signal.SHARE) && !model.metric(first).unit().equals("percent")) {
                Optional<String> over = shared(by, where);
                boolean adds = model.metric(first).averaged().isPresent()
                        || model.eventDimension()
                                .map(event -> model.dimensions().get(event).plural())
                                .filter(model.metric(first).unit()::equals)
                                .isPresent();
                if (over.isEmpty() || !adds) {
                    return new Plan.Unanswerable("I cannot tell of what a share of "
                            + model.metric(first).label()
                            + " is asked for. Name the one and the whole.");
                }
                if (!by.contains(over.get())) {
                    by.add(over.get());
                }
                measures.add(Measure.of(first));
                measures.add(new Measure(first, Form.SHARE, over.get()));
                notes.add("The share is one of all within "
                        + where.stream()
                                .filter(restriction -> !restriction.dimension().equals(over.get()))
                                .flatMap(restriction -> restriction.codes().stream())
                                .collect(Collectors.joining(", "))
                        + ".");
            } else {
                metrics.forEach(metric -> measures.add(
                        meanOfGroup || isMeanOfEach(metric, by)
                                ? new Measure(metric, Form.AVERAGE, "")
                                : new Measure(metric, Form.VALUE, rowsOf)));
                if (!rowsOf.isEmpty() && !where.isEmpty()) {
                    notes.add("Added up are the rows of the "
                            + model.dimensions().get(rowsOf).plural()
                            + ", each of which counts as a whole for what its row belongs to.");
                }
            }
            boolean season = model.tables().stream()
                    .filter(table -> fits(table, needed(by, where), classes, first))
                    .findFirst()
                    .map(table -> !table.perRow())
                    .orElse(true);
            if (season) {
                metrics.stream()
                        .map(metric -> model.metric(metric).note())
                        .flatMap(Optional::stream)
                        .distinct()
                        .forEach(notes::add);
            }
            notes.addAll(question.remarks());
            if (!question.unknown().isEmpty()) {
                notes.add(UnreadWords.note(question.unknown()));
            }
            SemanticQuery query = new SemanticQuery(
                    classes,
                    0,
                    measures,
                    by,
                    where,
                    years,
                    ascending,
                    improve && limit.isEmpty() && where.isEmpty() ? Optional.of(DEFAULT_LIMIT) : limit,
                    thresholds,
                    count,
                    conditions);
            if (each.isPresent()) {
                notes.add("Each " + model.dimensions().get(each.get()).label()
                        + (count ? " is counted by itself." : " has an order of its own."));
                return new Plan.Query(ofEach(query, each.get(), count), notes);
            }
            boolean placed = question.place() > 1 && !count && !by.isEmpty();
            if (placed) {
                notes.add("Place " + question.place() + " of the order is shown.");
            }
            if (limit.isPresent() && !placed && !improve && !rank && !by.contains(YEAR)) {
                return new Plan.Query(query.ofEach(new SemanticQuery.Page(0, "", true)), notes);
            }
            return new Plan.Query(
                    placed ? query.part(new SemanticQuery.Page(question.place() - 1, ""), 1) : query, notes);
        }

        /** "The leading scorer of each team": the dimension each of whose members has an order or a count of its own. */
        private Optional<String> each(List<String> by) {
            boolean ordered = question.ranking() != 0 || question.limit().isPresent();
            boolean counted = question.has(Signal.COUNT);
            Optional<String> each = question.each().filter(name -> ordered || counted);
            if (each.isEmpty()) {
                return each;
            }
            if (!by.contains(each.get())) {
                by.add(each.get());
            }
            if (by.size() == 1 && !metrics.isEmpty()) {
                by.add(subject());
            }
            return by.size() > 1 ? each : Optional.empty();
        }

        private SemanticQuery ofEach(SemanticQuery query, String each, boolean count) {
            SemanticQuery.Page page =
                    new SemanticQuery.Page(Math.max(0, question.place() - 1), each, question.place() < 2);
            return count
                    ? query.ofEach(page)
                    : query.part(
                            page, question.place() > 1 ? 1 : question.limit().orElse(isSeveral() ? DEFAULT_LIMIT : 1));
        }

        /** The dimension whose members share a whole: that of a named person, where something else is the whole. */
        private Optional<String> shared(List<String> by, List<Restriction> where) {
            return where.size() < 2
                    ? Optional.empty()
                    : where.stream()
                            .map(Restriction::dimension)
                            .filter(name -> model.dimensions().get(name).person())
                            .findFirst();
        }

        private boolean isSeveral() {
            return question.dimensions().stream()
                    .anyMatch(found -> !question.each().equals(Optional.of(found.name()))
                            && !isEventDimension(found.name())
                            && isPlural(found));
        }

        /** A figure of members of one kind is an average where something else is described by it, and so is "the average of all". */
        private void averages(List<String> by, List<Restriction> where) {
            Set<String> described = needed(by, where);
            metrics.replaceAll(name -> {
                Metric metric = model.metric(name);
                boolean others = !metric.dimensions().isEmpty()
                        && !described.isEmpty()
                        && metric.dimensions().stream().noneMatch(described::contains);
                return others ? metric.averaged().orElse(name) : name;
            });
            if (isMeanOfGroup(by)) {
                by.clear();
                meanOfGroup = true;
            }
            if (!question.has(Signal.AVERAGE)
                    || isOrdered()
                    || metrics.isEmpty()
                    || !question.members().isEmpty()) {
                return;
            }
            String text = question.words().text().toLowerCase(java.util.Locale.ROOT);
            for (Found found : question.dimensions()) {
                String said = question.text(found.start(), found.end()).toLowerCase(java.util.Locale.ROOT);
                boolean all = text.matches(
                        "(?s).*\\b(average|mean)( [\\w/%-]+){1,6} (of|for|across|among|over) (all )?(of )?(the )?"
                                + java.util.regex.Pattern.quote(said) + "\\b.*");
                boolean alike = tableOf(metrics.get(0), needed(by, where)).equals(tableOf(metrics.get(0), Set.of()));
                if (all && isPlural(found) && alike) {
                    by.remove(found.name());
                }
            }
        }

        /** "Fewer wins than in the season before", "more wins than the Celtics": a bound that is no number must not be lost. */
        private Optional<Plan> uncompared() {
            Matcher than = THAN.matcher(question.words().text());
            if (!than.find()) {
                return Optional.empty();
            }
            int at = than.start("than");
            // somebody's figures of two years are shown side by side
            boolean twoYears = question.from().isPresent()
                    && !question.from().equals(question.to())
                    && question.members().stream().anyMatch(named -> !isAfter(named.start(), at));
            boolean known = than.group("rest") != null
                    || twoYears
                    || Stream.of(
                                    question.metrics().stream().map(Found::start),
                                    question.bounds().stream().map(Bound::start),
                                    question.members().stream()
                                            .filter(named -> !isAskedFor(named, at))
                                            .map(Named::start))
                            .flatMap(starts -> starts)
                            .anyMatch(start -> isAfter(start, at));
            String said = question.words().text().substring(at).replaceAll("[?.!\\s]+$", "");
            return known
                    ? Optional.empty()
                    : Optional.of(new Plan.Clarify(
                            "I cannot take \"" + said
                                    + "\" for a bound. Ask for that figure first, and then compare with the number.",
                            List.of()));
        }

        /**
         * Those counted by a figure need a bound on it: "a triple double" is one at least, "averaged a double-double" says none. Of
         * two figures of one row, as in "more steals than turnovers", each is the other's.
         */
        private Optional<Plan> unbounded(List<Found> figures, boolean count) {
            Optional<Plan> averaged = averaged(figures);
            if (averaged.isPresent()) {
                return averaged;
            }
            if (!count || figures.isEmpty() || !thresholds.isEmpty() || !conditions.isEmpty()) {
                return Optional.empty();
            }
            Found figure = figures.get(0);
            String before = figure.start() == 0
                    ? ""
                    : question.words().list().get(figure.start() - 1).folded();
            if (Set.of("a", "an", "any").contains(before) && !question.has(Signal.AVERAGE)) {
                thresholds.add(new Threshold(">=", 1));
                return Optional.empty();
            }
            return Optional.of(new Plan.Clarify(
                    "How many " + model.metric(figure.name()).label()
                            + " at least? Give a number, as in \"at least 10\".",
                    List.of()));
        }

        /** "Averaged a triple double": on average so much of what is counted, which the count does not tell. */
        private Optional<Plan> averaged(List<Found> figures) {
            return figures.stream()
                    .filter(found -> found.start() > 1 && thresholds.isEmpty())
                    .filter(found -> Set.of("a", "an").contains(folded(found.start() - 1))
                            && folded(found.start() - 2).startsWith("averag"))
                    .findFirst()
                    .map(found -> new Plan.Clarify(
                            "How many " + model.metric(found.name()).label()
                                    + " there were is held, and not who had one on average. Name the figures with a bound, as in \"at least 10\".",
                            List.of()));
        }

        private String folded(int word) {
            return question.words().list().get(word).folded();
        }

        private void compare(List<Found> figures, List<String> by) {
            Matcher than = MORE_OF.matcher(question.words().text());
            if (by.isEmpty()
                    || !question.members().isEmpty()
                    || !question.bounds().isEmpty()
                    || !than.find()) {
                return;
            }
            Optional<String> left = figures.stream()
                    .filter(found -> !isAfter(found.start(), than.end()))
                    .map(Found::name)
                    .reduce((first, second) -> second);
            Optional<String> right = figures.stream()
                    .filter(found -> isAfter(found.start(), than.end()))
                    .map(Found::name)
                    .findFirst();
            if (left.isPresent()
                    && right.isPresent()
                    && !left.equals(right)
                    && metrics.containsAll(List.of(left.get(), right.get()))) {
                String sign = than.group("less") == null ? ">" : "<";
                conditions.add(new Condition(left.get(), new Threshold(sign, 0), right.get()));
                metrics.remove(left.get());
                metrics.add(0, left.get());
            }
        }

        private boolean isAfter(int word, int offset) {
            return question.words().list().get(word).start() > offset;
        }

        /** Whether others of a member's kind are looked for, before the word at an offset. */
        private boolean isAskedFor(Named named, int offset) {
            boolean listed = question.has(Signal.WHO)
                            && model.dimensions().get(named.dimension()).person()
                    || question.dimensions().stream()
                            .anyMatch(
                                    found -> found.name().equals(named.dimension()) && !isAfter(found.start(), offset));
            return listed
                    && question.members().stream()
                            .noneMatch(other ->
                                    other.dimension().equals(named.dimension()) && !isAfter(other.start(), offset));
        }

        /** "Average wins of the teams of a division": one mean of all of its members, none of which is named. */
        private boolean isMeanOfGroup(List<String> by) {
            return question.has(Signal.AVERAGE)
                    && !isOrdered()
                    && question.each().isEmpty()
                    && metrics.size() == 1
                    && by.size() == 1
                    && !model.dimensions().get(by.get(0)).person()
                    && adds(metrics.get(0))
                    && MEAN.matcher(question.words().text()).find()
                    && !question.members().isEmpty()
                    && question.members().stream().allMatch(named -> model.dimensions()
                            .get(named.dimension())
                            .of()
                            .equals(by.get(0)))
                    && question.dimensions().stream()
                            .anyMatch(found -> found.name().equals(by.get(0)) && isPlural(found));
        }

        private Optional<FactTable> tableOf(String metric, Set<String> needed) {
            return model.tables().stream()
                    .filter(table -> fits(table, needed, List.of(firstClass()), metric))
                    .findFirst();
        }

        /** Which dimensions are asked to be listed: "which team", "who", "players". */
        private List<String> listed() {
            List<String> listed = new ArrayList<>();
            for (Found found : question.dimensions()) {
                Dimension dimension = model.dimensions().get(found.name());
                boolean restricted = question.members().stream()
                                .anyMatch(named -> named.dimension().equals(found.name())
                                        && named.members().size() > 0)
                        && !dimension.person()
                        && question.ranking() == 0;
                boolean yearOnly =
                        found.name().equals(YEAR) || isEventDimension(found.name()) && !question.has(Signal.GAME);
                if (!listed.contains(found.name()) && !yearOnly && !restricted) {
                    listed.add(found.name());
                }
            }
            boolean person = model.dimensions().entrySet().stream()
                    .anyMatch(each -> each.getValue().person() && listed.contains(each.getKey()));
            // "who was better, the Jazz or the Lakers?" asks for one of the two
            boolean between = question.members().stream()
                            .filter(named -> model.dimensions()
                                    .get(named.dimension())
                                    .of()
                                    .isEmpty())
                            .map(named -> named.first().code())
                            .distinct()
                            .count()
                    > 1;
            // "who won the most games": of those the figure is held for, where it is one of theirs alone
            boolean others = !metrics.isEmpty()
                    && question.each().isPresent()
                    && metrics.stream()
                            .map(model::metric)
                            .allMatch(metric -> !metric.dimensions().isEmpty()
                                    && metric.dimensions().stream()
                                            .noneMatch(name ->
                                                    model.dimensions().get(name).person()));
            boolean onlyTraits = listed.stream()
                    .allMatch(name -> !model.dimensions().get(name).of().isEmpty());
            if (question.has(Signal.WHO) && others && onlyTraits) {
                listed.add(model.metric(metrics.get(0)).dimensions().get(0));
            } else if (question.has(Signal.WHO) && !person && !between) {
                model.dimensions().entrySet().stream()
                        .filter(each -> each.getValue().person())
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .ifPresent(name -> {
                            boolean named = !question.of(name).isEmpty();
                            if (!named) {
                                listed.add(0, name);
                            }
                        });
            }
            Optional<String> event = model.eventDimension();
            if (question.has(Signal.GAME)
                    && event.isPresent()
                    && (question.ranking() != 0 || !question.bounds().isEmpty())
                    && !question.has(Signal.AVERAGE)) {
                String events = model.dimensions().get(event.get()).plural();
                boolean single = question.bounds().stream()
                                .noneMatch(bound -> bound.metric().startsWith(events))
                        && !question.has(Signal.WHO);
                if (single) {
                    listed.remove(event.get());
                    listed.add(event.get());
                }
            }
            if (countsEvents()) {
                // two rows of one game are one game
                listed.clear();
                question.dimensions().stream()
                        .map(Found::name)
                        .filter(this::isEventDimension)
                        .limit(1)
                        .forEach(listed::add);
            }
            if (question.has(Signal.ALL)
                    && question.excluded().isEmpty()
                    && question.has(Signal.AVERAGE)
                    && question.ranking() == 0
                    && question.limit().isEmpty()) {
                // one figure for all of them, where the table that is read first has a row for each
                model.tables().stream()
                        .filter(table -> !metrics.isEmpty() && table.measures().containsAll(columns(metrics.get(0))))
                        .findFirst()
                        .ifPresent(table ->
                                listed.removeIf(name -> table.dimensions().containsKey(name)));
            }
            boolean summed = TOTALLED.matcher(question.words().text()).find()
                    && question.ranking() == 0
                    && question.limit().isEmpty()
                    && question.bounds().isEmpty()
                    && !question.members().isEmpty();
            boolean mean = MEAN.matcher(question.words().text()).find()
                    && question.ranking() == 0
                    && question.limit().isEmpty()
                    && question.bounds().isEmpty()
                    && question.each().isEmpty()
                    && !metrics.isEmpty()
                    && model.metric(metrics.get(0)).averaged().isEmpty()
                    && model.metric(metrics.get(0))
                            .sum()
                            .filter(sum -> sum.startsWith("avg("))
                            .isPresent();
            if (summed || mean) {
                // one figure for all of them, from their own rows
                listed.stream()
                        .filter(name -> model.dimensions().get(name).person())
                        .findFirst()
                        .ifPresent(name -> rowsOf = name);
                listed.removeIf(name -> model.dimensions().get(name).person());
            }
            if (listed.size() > 1) {
                // "players of a team": the one that is not listed restricts or is an attribute
                listed.removeIf(name -> !question.of(name).isEmpty());
            }
            return listed;
        }

        /** "How many playoff games were played in June": of nobody in particular, so that no rows of somebody can be added up. */
        private boolean countsEvents() {
            return question.has(Signal.COUNT)
                    && question.bounds().isEmpty()
                    && question.members().stream()
                            .noneMatch(named -> model.dimensions()
                                            .get(named.dimension())
                                            .of()
                                            .isEmpty()
                                    && !model.dimensions()
                                            .get(named.dimension())
                                            .table()
                                            .isEmpty())
                    && metrics.size() == 1
                    && question.metrics().stream().anyMatch(this::isEvent)
                    && question.dimensions().stream()
                            .map(Found::name)
                            .filter(name -> !name.equals(YEAR))
                            .allMatch(this::isEventDimension);
        }

        private boolean isSingle(List<String> listed) {
            return question.has(Signal.SINGLE) && !isOfEvents(listed);
        }

        private boolean isOfEvents(List<String> by) {
            return model.eventDimension().filter(by::contains).isPresent();
        }

        private List<String> by(List<String> listed, boolean single) {
            List<String> by = new ArrayList<>(listed);
            if (by.isEmpty() && isOrdered() && !metrics.isEmpty()) {
                // an order without a subject: of the members that the metric belongs to, people first
                boolean aboutMembers = question.members().stream()
                        .anyMatch(named ->
                                model.dimensions().get(named.dimension()).person());
                if (!aboutMembers && !asksYear()) {
                    by.add(subject());
                }
            }
            // several members are set side by side; one is named with its figure
            Map<String, Long> named = new LinkedHashMap<>();
            question.members().forEach(each -> named.merge(each.dimension(), 1L, Long::sum));
            for (Map.Entry<String, Long> each : named.entrySet()) {
                boolean attribute = !model.dimensions().get(each.getKey()).of().isEmpty()
                        || model.dimensions().get(each.getKey()).table().isEmpty();
                boolean counts = question.has(Signal.COUNT) && !by.isEmpty();
                boolean together = TOTALLED.matcher(question.words().text()).find()
                        && !metrics.isEmpty()
                        && !question.has(Signal.COMPARE)
                        && !isOrdered()
                        && adds(metrics.get(0));
                if (!by.contains(each.getKey())
                        && !(together && each.getValue() > 1)
                        && (each.getValue() > 1 || by.isEmpty() && !attribute && !question.has(Signal.COUNT))
                        && !counts) {
                    by.add(each.getKey());
                }
            }
            if (isOfEvents(by) && !countsEvents()) {
                model.eventOf()
                        .filter(whose ->
                                !by.contains(whose) && question.of(whose).isEmpty())
                        .ifPresent(whose -> by.add(0, whose));
            }
            boolean series = question.has(Signal.EACH) || asksYear() || single;
            if (series && !by.contains(YEAR)) {
                boolean onlyYear = asksYear()
                        && question.members().stream()
                                        .map(Named::dimension)
                                        .distinct()
                                        .count()
                                >= 1
                        && named.values().stream().allMatch(n -> n == 1);
                if (onlyYear && isOrdered()) {
                    by.clear();
                }
                by.add(YEAR);
            }
            return by;
        }

        /** Whether figures of several may be added up, other than rates and means. */
        private boolean adds(String metric) {
            return model.metric(metric)
                    .sum()
                    .filter(sum -> sum.matches("(round\\()?sum\\([^/]*\\)+"))
                    .isPresent();
        }

        /** "Average wins per conference": the mean of the members of each, where a sum would be taken for it. */
        private boolean isMeanOfEach(String metric, List<String> by) {
            return question.has(Signal.AVERAGE)
                    && MEAN_OF.matcher(question.words().text()).find()
                    && question.ranking() == 0
                    && question.limit().isEmpty()
                    && !by.isEmpty()
                    && by.stream()
                            .allMatch(name -> !model.dimensions().get(name).of().isEmpty())
                    && adds(metric)
                    && !model.metric(metric).dimensions().isEmpty();
        }

        private boolean isOrdered() {
            return question.ranking() != 0
                    || question.limit().isPresent()
                    || !question.bounds().isEmpty()
                            && question.members().stream().noneMatch(named -> model.dimensions()
                                    .get(named.dimension())
                                    .person());
        }

        /** "In which season", "his best season", "how many seasons". */
        private boolean asksYear() {
            boolean word = question.dimensions().stream()
                    .anyMatch(found -> found.name().equals(YEAR) && asked(found));
            return word
                    && !question.has(Signal.CAREER)
                    && (question.from().isEmpty() || !question.from().equals(question.to()));
        }

        private boolean asked(Found found) {
            String before = question.words()
                    .text()
                    .substring(0, question.words().list().get(found.start()).start())
                    .toLowerCase(java.util.Locale.ROOT);
            return before.matches(
                            "(?s).*\\b(which|what|how many|best|worst|top|highest|lowest|greatest|scoring|list|all|show|those|the)( \\w+)?\\s*$")
                    && !before.matches("(?s).*\\b(regular|this|last|same|that)\\s*$");
        }

        private String subject() {
            Metric metric = model.metric(metrics.get(0));
            if (!metric.dimensions().isEmpty()) {
                return metric.dimensions().get(0);
            }
            for (String candidate : model.dimensions().entrySet().stream()
                    .sorted((a, b) ->
                            Boolean.compare(b.getValue().person(), a.getValue().person()))
                    .map(Map.Entry::getKey)
                    .toList()) {
                Dimension dimension = model.dimensions().get(candidate);
                if (!dimension.table().isEmpty()
                        && dimension.of().isEmpty()
                        && covers(metrics.get(0), Set.of(candidate), List.of(firstClass()))) {
                    return candidate;
                }
            }
            return model.dimensions().keySet().iterator().next();
        }

        private String firstClass() {
            return model.classes().keySet().iterator().next();
        }

        private List<Restriction> restrictions() {
            List<Restriction> where = new ArrayList<>();
            codes(question.members(), true)
                    .forEach((dimension, codes) -> where.add(new Restriction(dimension, codes, Scope.THESE)));
            codes(question.excluded(), false)
                    .forEach((dimension, codes) -> where.add(new Restriction(dimension, codes, Scope.NOT_THESE)));
            if (!question.excluded().isEmpty()) {
                notes.add("Left out: "
                        + question.excluded().stream()
                                .map(named -> named.first().display())
                                .distinct()
                                .collect(Collectors.joining(", "))
                        + ".");
            }
            return List.copyOf(where);
        }

        private Map<String, List<String>> codes(List<Named> members, boolean noted) {
            Map<String, List<String>> codes = new LinkedHashMap<>();
            for (Named named : members) {
                List<String> own = codes.computeIfAbsent(named.dimension(), dimension -> new ArrayList<>());
                if (!own.contains(named.first().code())) {
                    own.add(named.first().code());
                }
                if (noted && named.members().size() > 1) {
                    notes.add("\"" + question.text(named.start(), named.end()) + "\" was taken for "
                            + named.first().display() + ".");
                }
            }
            return codes;
        }

        /** Bounds on the first metric, and on others. */
        private void split(List<String> by) {
            if (by.isEmpty() || question.claims(model)) {
                return;
            }
            List<Bound> bounds = question.bounds();
            boolean ordered = question.ranking() != 0 || question.limit().isPresent();
            if (!bounds.isEmpty()
                    && !ordered
                    && metrics.stream().noneMatch(metric -> bounds.stream()
                            .noneMatch(bound -> bound.metric().equals(metric)))) {
                // what is listed by conditions alone is ordered by the first of them
                metrics.remove(bounds.get(0).metric());
                metrics.add(0, bounds.get(0).metric());
            }
            if (ordered && metrics.size() > 1) {
                // the metric that is ordered by is the one without a condition
                metrics.stream()
                        .filter(metric -> bounds.stream()
                                .noneMatch(bound -> bound.metric().equals(metric)))
                        .findFirst()
                        .ifPresent(metric -> {
                            metrics.remove(metric);
                            metrics.add(0, metric);
                        });
            }
            for (Bound bound : bounds) {
                if (!metrics.isEmpty() && bound.metric().equals(metrics.get(0))) {
                    thresholds.add(bound.threshold());
                } else {
                    conditions.add(new Condition(bound.metric(), bound.threshold()));
                }
            }
        }

        private List<String> classes(List<Restriction> where, List<String> by) {
            Set<String> needed = needed(by, where);
            List<String> named = new ArrayList<>(question.classes());
            String metric = metrics.isEmpty() ? "" : metrics.get(0);
            if (named.size() > 1) {
                by.add("sector");
                return named;
            }
            if (named.isEmpty()) {
                String usual = firstClass();
                if (metric.isEmpty() || covers(metric, needed, List.of(usual))) {
                    if (model.classes().size() > 1
                            && !model.classes().get(usual).names().isEmpty()) {
                        notes.add("Figures are of the "
                                + model.classes().get(usual).label() + ".");
                    }
                    return List.of(usual);
                }
                Optional<String> other = model.classes().keySet().stream()
                        .filter(each -> covers(metric, needed, List.of(each)))
                        .findFirst();
                other.ifPresent(each ->
                        notes.add(HELD_FOR + "the " + model.classes().get(each).label() + " only."));
                return List.of(other.orElse(usual));
            }
            notes.add("Figures are of the " + model.classes().get(named.get(0)).label() + ".");
            return named;
        }

        private Set<String> needed(List<String> by, List<Restriction> where) {
            Set<String> needed = new LinkedHashSet<>(by);
            where.forEach(restriction -> needed.add(restriction.dimension()));
            needed.remove("sector");
            Set<String> owners = new LinkedHashSet<>();
            needed.forEach(name -> owners.add(
                    model.dimensions().get(name).of().isEmpty()
                            ? name
                            : model.dimensions().get(name).of()));
            return owners;
        }

        private boolean covers(String metric, Set<String> needed, List<String> classes) {
            return model.tables().stream().anyMatch(table -> fits(table, needed, classes, metric));
        }

        private boolean fits(FactTable table, Set<String> needed, List<String> classes, String metric) {
            Set<String> all = new LinkedHashSet<>(needed);
            all.addAll(model.metric(metric).dimensions());
            return table.dimensions().keySet().containsAll(all)
                    && table.measures().containsAll(columns(metric))
                    && (table.classes().isEmpty() || table.classes().containsAll(classes));
        }

        private Set<String> columns(String metric) {
            Metric found = model.metric(metric);
            return found.columns(found.column().isEmpty());
        }

        /** Whether the table of the first metric has this one too. */
        private boolean coveredBeside(String metric, String first, Set<String> needed, List<String> classes) {
            boolean covered = metric.equals(first)
                    || model.tables().stream()
                            .filter(table -> fits(table, needed, classes, first))
                            .findFirst()
                            .map(table -> table.measures().containsAll(columns(metric)))
                            .orElse(false);
            if (!covered) {
                notes.add(model.metric(metric).label() + " is not held beside "
                        + model.metric(first).label() + " here.");
            }
            return covered;
        }

        private boolean isSeries(List<String> by) {
            return by.equals(List.of(YEAR)) && !asksYear() && !question.has(Signal.COUNT);
        }

        /** What is counted stands right behind "how many". */
        private boolean counted(List<String> by) {
            String text = question.words().text().toLowerCase(java.util.Locale.ROOT);
            return by.stream()
                    .map(model.dimensions()::get)
                    .filter(dimension -> dimension != null)
                    .anyMatch(dimension -> dimension.synonyms().stream()
                                    .anyMatch(word -> text.matches(
                                            "(?s).*\\b(how many|number of|count of|count the)( \\w+){0,3}? " + word
                                                    + "s?\\b.*"))
                            || text.matches("(?s).*how many (\\w+ )?" + dimension.plural() + "\\b.*")
                            || dimension.person()
                                    && question.members().stream()
                                            .anyMatch(named -> by.contains(model.dimensions()
                                                            .get(named.dimension())
                                                            .of())
                                                    && text.matches("(?s).*how many( \\w+)? "
                                                            + question.text(named.start(), named.end())
                                                                    .toLowerCase(java.util.Locale.ROOT)
                                                            + ".*")));
        }

        private Optional<Integer> limit(List<String> by, boolean count) {
            if (count || by.isEmpty()) {
                return Optional.empty();
            }
            if (question.limit().isPresent()) {
                return question.limit();
            }
            if (question.ranking() == 0) {
                return Optional.empty();
            }
            boolean compared =
                    question.has(Signal.COMPARE) && question.members().size() > 1;
            if (compared || question.has(Signal.EACH)) {
                return Optional.empty();
            }
            boolean one =
                    question.has(Signal.WHO) && !question.words().text().matches("(?is).*\\bwho (are|were|have)\\b.*");
            boolean plural = !one
                    && question.dimensions().stream().anyMatch(found -> by.contains(found.name()) && isPlural(found));
            // "three point shooters": the figure and those who are asked for in one
            plural |= !one && question.metrics().stream().anyMatch(found -> isPlural(found) && isSomebody(found));
            if (plural && question.bounds().isEmpty()) {
                notes.add("No number was given: the first " + DEFAULT_LIMIT + " are shown.");
            }
            return plural ? Optional.of(DEFAULT_LIMIT) : Optional.of(1);
        }

        private boolean isSomebody(Found found) {
            String last = Words.key(question.text(found.end() - 1, found.end()));
            return model.dimensions().values().stream()
                    .filter(Dimension::person)
                    .flatMap(dimension -> dimension.synonyms().stream())
                    .anyMatch(word -> Words.key(word).equals(last));
        }

        private boolean isPlural(Found found) {
            String last = question.words().list().get(found.end() - 1).folded();
            return last.endsWith("s") && !last.endsWith("ss");
        }

        /** "Highest" means large values; "best" means those that the metric calls good. */
        private boolean ascending(String metric) {
            boolean good = model.metric(metric).ascending();
            if (question.ranking() == 0) {
                return !thresholds.isEmpty() && thresholds.get(0).operator().startsWith("<");
            }
            return question.literal() ? question.ranking() < 0 : question.ranking() < 0 != good;
        }

        private void qualify(
                String metric,
                List<String> by,
                List<String> classes,
                Years years,
                Optional<Integer> limit,
                boolean count) {
            Optional<SemanticModel.Qualification> rule = model.metric(metric).qualify();
            boolean ranked = question.ranking() != 0 || limit.isPresent() || !thresholds.isEmpty() || count;
            if (rule.isEmpty()
                    || !by.contains(rule.get().dimension())
                    || !ranked
                    || !question.of(rule.get().dimension()).isEmpty()) {
                return;
            }
            String what = model.metric(rule.get().metric()).label();
            if (question.has(Signal.UNQUALIFIED)) {
                notes.add("As asked, there is no minimum of " + what + ", so a few attempts are enough to be ranked.");
                return;
            }
            if (conditions.stream()
                    .anyMatch(condition -> condition.metric().equals(rule.get().metric()))) {
                notes.add("Only those that meet the condition asked for are ranked.");
                return;
            }
            String key = years.span() == Span.TOTAL && years.from() != years.to() ? "total" : classes.get(0);
            double least = rule.get().atLeast().getOrDefault(key, 0.0);
            conditions.add(new Condition(rule.get().metric(), new Threshold(">=", least)));
            notes.add("Only those with at least " + Figures.number(least) + " " + what
                    + " are ranked; ask for no minimum to see all.");
        }

        private Years years(List<String> classes, List<String> by, boolean single, boolean count) {
            DataClass first = model.classes().get(classes.get(0));
            int earliest = classes.stream()
                    .mapToInt(name -> model.classes().get(name).from())
                    .max()
                    .orElse(first.from());
            int latest = classes.stream()
                    .mapToInt(name -> model.classes().get(name).to())
                    .min()
                    .orElse(first.to());
            Dimension year = model.dimensions().get(YEAR);
            if (year == null) {
                return new Years(earliest, latest, Span.TOTAL);
            }
            boolean each = by.contains(YEAR);
            if (question.from().isEmpty() && question.to().isEmpty()) {
                if (each || question.has(Signal.CAREER) || question.has(Signal.SINGLE) || isOfEvents(by)) {
                    notes.add("All " + year.plural() + " from " + yearName(earliest) + " to " + yearName(latest)
                            + " are covered.");
                    return new Years(earliest, latest, each ? Span.EACH : Span.TOTAL);
                }
                notes.add(
                        question.has(Signal.LAST)
                                ? "The latest " + year.label() + " of the data is " + yearName(latest) + "."
                                : "No " + year.label() + " was given: " + yearName(latest)
                                        + ", the latest of the data, is used.");
                return Years.one(latest);
            }
            int from = question.from().orElse(earliest);
            int to = question.to().orElse(latest);
            if (to < earliest || from > latest) {
                notes.add("The " + year.label() + " " + yearName(from) + " is not covered: the data reach from "
                        + yearName(earliest) + " to " + yearName(latest) + ".");
                return null;
            }
            if (from < earliest || to > latest) {
                notes.add("The data cover " + yearName(earliest) + " to " + yearName(latest) + " only.");
            }
            int start = Math.max(from, earliest);
            int end = Math.min(to, latest);
            if (year.split() && start == end && from == to) {
                notes.add("The " + year.label() + " " + yearName(end) + " is the one that ends in " + end + ".");
            }
            if (start == end) {
                return each ? new Years(start, end, Span.EACH) : Years.one(end);
            }
            if (each) {
                return new Years(start, end, Span.EACH);
            }
            if (!question.has(Signal.IMPROVE)) {
                notes.add("The " + year.plural() + " " + yearName(start) + " to " + yearName(end)
                        + " are taken together.");
            }
            boolean range = !isOrdered()
                    && !question.has(Signal.CAREER)
                    && question.members().size() == 1
                    && by.size() == 1
                    && !count
                    && !question.words().text().matches("(?is).*\\b(averag\\w*|mean)\\b.*");
            if (range && !question.has(Signal.IMPROVE)) {
                notes.remove(notes.size() - 1);
                by.add(YEAR);
                return new Years(start, end, Span.EACH);
            }
            return new Years(start, end, Span.TOTAL);
        }
    }
}
