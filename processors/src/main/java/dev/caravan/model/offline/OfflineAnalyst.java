package dev.caravan.model.offline;

import dev.caravan.analyst.AnalystRun;
import dev.caravan.analyst.ClarifyQuery;
import dev.caravan.analyst.Domain;
import dev.caravan.model.offline.ModelQuestion.Found;
import dev.caravan.model.offline.ModelQuestion.Named;
import dev.caravan.model.offline.ModelQuestion.Signal;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SqlCompiler;
import dev.caravan.sql.SqlRun;
import dev.caravan.text.Spelling;
import dev.caravan.text.Words;
import dev.caravan.turn.Turn.PastTurn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The offline model's answers to the prompts of the analyst's flow, for any semantic model. */
final class OfflineAnalyst {
    private static final Pattern THEN = Pattern.compile(
            "(?i)(?:\\s*[,;.?]\\s*(?:and\\s+)?then\\s+(?:tell me\\s+)?|\\s*[?;]\\s+(?:and\\s+)?(?=(?:who|what|which|how|where|when|tell|show|list|name|give|compare|is|are|did|do|does|was|were)\\b)|,?\\s+and\\s+(?=(?:who|what|which|how many|how much|where|when|tell me)\\b))");
    private static final Pattern IF = Pattern.compile(
            "(?is)^\\W*(if|since|given that|because|as|when|seeing that) (?<given>[^,]+),\\s*(then )?(?<asked>.+)$");
    private static final Pattern BACK = Pattern.compile(
            "(?i)\\b(that team|this team|that player|this player|those|their|its|his|her|it|they|he|she|them|that one|the winner|that season)\\b");

    private static final Pattern SEVERAL = Pattern.compile(
            "(?i)\\b(of|among|between|rank|compare|order|sort) (them|these|those)( \\w+)?\\b|\\b(they|them|these|those|their)\\b");
    private static final int MOST_SPOKEN_OF = 12;
    private static final Pattern JUDGEMENT = Pattern.compile("(?i)\\b(should|deserv\\w*|ought)\\b");
    private static final Pattern SUPERLATIVE = Pattern.compile(
            "(?i)\\b(?:(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)[- ])?(most|fewest|least|best|worst|top|highest|lowest|largest|biggest|greatest|smallest)\\b");
    private static final Pattern ORDER = Pattern.compile("(?i)\\b(most|fewest|least|highest|lowest|best|worst)\\b");
    private static final Pattern RELATIVE = Pattern.compile(
            "(?i)\\b((in|for|of) )?((the )?(year|season|one) (before|after|earlier|later|prior)( that)?|(the|a) (previous|prior|preceding|next|following) (year|season)|(next|previous) (year|season))\\b");

    private final Map<SemanticModel, ModelQuestionReader> readers = new ConcurrentHashMap<>();
    private final Map<Schema, SchemaAnalyst> schemas = new ConcurrentHashMap<>();

    /** Who answers where nobody has written metrics for the data. */
    Optional<SchemaAnalyst> bare(Domain domain) {
        SemanticModel model = domain.model();
        return model.schema()
                .filter(schema -> model.metrics().isEmpty())
                .map(schema -> schemas.computeIfAbsent(schema, SchemaAnalyst::new));
    }

    private ModelQuestion read(Domain domain, String question) {
        return readers.computeIfAbsent(domain.model(), ModelQuestionReader::new)
                .read(question, domain.members().members());
    }

    // ---- clarify_query

    Map<String, Object> clarify(AnalystRun run, Domain domain) {
        Optional<SchemaAnalyst> bare = bare(domain);
        if (bare.isPresent()) {
            return bare.get().clarify(run, domain);
        }
        List<PastTurn> history = run.turn().history();
        String question = dated(run.turn().question(), history, domain);
        ModelQuestion now = read(domain, question);
        if (now.has(Signal.COMMAND)) {
            return Map.of(
                    "intent",
                    "refused",
                    "message",
                    "This system reads data and changes none. Ask a question about "
                            + domain.workspace().title() + ".");
        }
        if (OtherTerms.isForeign(question)) {
            return refused("I understand English only. Ask, for example: \""
                    + domain.workspace().examples().stream().findFirst().orElse("") + "\"");
        }
        Optional<String> meaning = Definitions.of(now);
        if (meaning.isPresent()) {
            return Map.of("intent", "meaning", "figure", meaning.get());
        }
        if (now.has(Signal.COUNTED)) {
            return refused("I can set conditions on figures, and not on how many "
                    + now.dimensions().stream()
                            .map(found -> domain.model()
                                    .dimensions()
                                    .get(found.name())
                                    .plural())
                            .distinct()
                            .collect(Collectors.joining(" or "))
                    + " somebody has. Ask for the list without that condition.");
        }
        if (now.asksTwoOrders()) {
            return ambiguous(
                    "I take one order at a time. Ask for each of the lists, and then for who stands in both.",
                    List.of());
        }
        if (now.has(Signal.SHOW_SQL) && now.metrics().isEmpty() && now.members().isEmpty()) {
            return ClarifyQuery.lastWithSql(run).isPresent()
                    ? Map.of("intent", "show_sql")
                    : ambiguous(ClarifyQuery.NO_SQL_YET, List.of());
        }
        if (!now.noLimit().isEmpty()) {
            return ambiguous(LimitReader.askBack(now.noLimit()), List.of());
        }
        Optional<Named> unclear =
                now.members().stream().filter(named -> !named.clear()).findFirst();
        if (unclear.isPresent()) {
            String text = now.text(unclear.get().start(), unclear.get().end());
            return ambiguous(
                    "Several go by the name \"" + text + "\". Which one do you mean?",
                    unclear.get().members().stream()
                            .limit(3)
                            .map(member -> question.replaceFirst(
                                    Pattern.quote(text), Matcher.quoteReplacement(member.display())))
                            .toList());
        }
        Optional<Map<String, Object>> outside = outside(question, now, domain);
        if (outside.isPresent()) {
            return outside.get();
        }
        boolean continues = !history.isEmpty()
                && (now.has(Signal.PRONOUN)
                        || now.has(Signal.FRAGMENT)
                        || now.metrics().isEmpty());
        boolean named = !now.members().isEmpty()
                || !now.metrics().isEmpty()
                || !now.dimensions().isEmpty()
                || !now.classes().isEmpty()
                || now.from().isPresent()
                || now.to().isPresent();
        if (now.metrics().isEmpty()
                && now.has(Signal.COUNT)
                && !now.dimensions().isEmpty()) {
            return Map.of("intent", "clear");
        }
        if (continues && (named || now.limit().isPresent() || now.has(Signal.CAREER) || now.has(Signal.UNQUALIFIED))) {
            boolean vagueAnew = now.has(Signal.VAGUE)
                    && now.metrics().isEmpty()
                    && !now.has(Signal.PRONOUN)
                    && !now.has(Signal.FRAGMENT);
            if (!vagueAnew) {
                return Map.of("intent", "clear");
            }
        }
        if (history.isEmpty() && refersBack(now)) {
            return ambiguous(
                    "It is not clear who or what is meant, since this conversation has only begun. Name it"
                            + domain.model().vague().map(OfflineAnalyst::named).orElse("") + ".",
                    choices(now, domain));
        }
        if (!now.metrics().isEmpty()) {
            return Map.of("intent", "clear");
        }
        if (!now.unknown().isEmpty() && !now.has(Signal.VAGUE) && now.ranking() == 0 && !now.has(Signal.PRONOUN)) {
            return Map.of(
                    "intent",
                    "refused",
                    "message",
                    "The data of " + domain.workspace().title() + " hold nothing that I could relate to \""
                            + String.join(" ", now.unknown()) + "\".");
        }
        if (now.has(Signal.VAGUE)
                || !now.members().isEmpty()
                || !now.dimensions().isEmpty()
                || now.has(Signal.WHO) && now.ranking() != 0) {
            return ambiguous("This can be measured in several ways. By which figure?", choices(now, domain));
        }
        return Map.of(
                "intent",
                "refused",
                "message",
                "This is outside what the data of " + domain.workspace().title() + " can answer. Ask, for example: \""
                        + example(domain) + "\"");
    }

    private static String example(Domain domain) {
        return domain.workspace().examples().stream().findFirst().orElse("");
    }

    /** What the data do not hold, and names that nothing in them bears. */
    private static Optional<Map<String, Object>> outside(String question, ModelQuestion now, Domain domain) {
        StringBuilder rest = new StringBuilder(now.words().text());
        for (Named named : now.members()) {
            int start = now.words().list().get(named.start()).start();
            int end = now.words().list().get(named.end() - 1).end();
            rest.replace(start, end, "-".repeat(end - start));
        }
        for (Map.Entry<String, String> each : domain.model().absent().entrySet()) {
            Matcher said = Pattern.compile("\\b(" + each.getValue() + ")\\b", Pattern.CASE_INSENSITIVE)
                    .matcher(rest);
            if (said.find()) {
                String why = "\"" + said.group() + "\" asks for " + each.getKey() + ". Such figures are not held here: "
                        + domain.workspace().title() + " has no answer to that.";
                return Optional.of(
                        JUDGEMENT.matcher(question).find()
                                ? ambiguous(why + " By which figure instead?", choices(now, domain))
                                : refused(why));
            }
        }
        List<String> unknown = UnreadWords.unknownNames(now);
        // while the data cannot be read, no name is known
        if (unknown.isEmpty() || domain.members().problem().isPresent()) {
            return Optional.empty();
        }
        List<String> near = unknown.stream()
                .flatMap(name -> nearest(name, domain).stream()
                        .map(other -> question.replaceFirst(Pattern.quote(name), Matcher.quoteReplacement(other))))
                .filter(text -> !text.equals(question))
                .limit(3)
                .toList();
        String why = "Nobody and nothing in the data of " + domain.workspace().title() + " is called "
                + unknown.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(" or ")) + "."
                + domain.members()
                        .invented()
                        .map(note -> " These are demo data: " + note + ".")
                        .orElse("");
        return Optional.of(
                near.isEmpty()
                        ? refused(why + " Ask with other words.")
                        : ambiguous(why + " Is one of these meant?", near));
    }

    private static Map<String, Object> refused(String why) {
        return Map.of("intent", "refused", "message", why);
    }

    /** "The year before?": the year is that of the question before, or the latest of the data. */
    private String dated(String question, List<PastTurn> history, Domain domain) {
        Matcher relative = RELATIVE.matcher(question);
        if (!relative.find()) {
            return question;
        }
        String said = relative.group();
        ModelQuestion rest = read(domain, question.replace(said, ""));
        Optional<ModelQuestion> past =
                rest.from().isPresent() || rest.to().isPresent() ? Optional.of(rest) : spokenOf(history, domain);
        if (past.isEmpty()) {
            return question;
        }
        int latest = domain.model().lastYear().orElse(0);
        boolean back = said.matches("(?i).*(before|earlier|prior|previous|preceding).*");
        int year = back
                ? past.get().from().or(past.get()::to).orElse(latest) - 1
                : past.get().to().or(past.get()::from).orElse(latest) + 1;
        return question.replace(said, "in " + new ModelQuestionPlanner(domain.model()).yearName(year));
    }

    /** The last question of the conversation that asked the data for something. */
    private Optional<ModelQuestion> spokenOf(List<PastTurn> history, Domain domain) {
        return spoken(history, domain).map(turn -> read(domain, turn.asked()));
    }

    private Optional<PastTurn> spoken(List<PastTurn> history, Domain domain) {
        for (int i = history.size() - 1; i >= 0; i--) {
            ModelQuestion past = read(domain, history.get(i).asked());
            if (!past.metrics().isEmpty() || !past.members().isEmpty()) {
                return Optional.of(history.get(i));
            }
        }
        return Optional.empty();
    }

    /** Members whose name, or a word of it, is spelt at most a third differently. */
    private static List<String> nearest(String name, Domain domain) {
        record Near(String display, int distance) {}
        String folded = Words.fold(name);
        int limit = folded.length() / 3;
        return domain.members().members().stream()
                .map(member -> new Near(
                        member.display(),
                        Stream.concat(
                                        Stream.of(member.display()),
                                        Words.of(member.display()).list().stream()
                                                .map(Words.Word::raw))
                                .mapToInt(text -> Spelling.distance(folded, Words.fold(text), limit))
                                .min()
                                .orElse(limit + 1)))
                .filter(near -> near.distance() <= limit)
                .sorted(Comparator.comparingInt(Near::distance))
                .map(Near::display)
                .distinct()
                .limit(3)
                .toList();
    }

    /** A pronoun that nothing in the question itself explains. */
    private static boolean refersBack(ModelQuestion now) {
        if (!now.has(Signal.PRONOUN)) {
            return false;
        }
        boolean fixed = now.text(0, now.words().size())
                .matches("(?is).*\\b(is it|it is|was it|it take|does it|the same (team|player|season))\\b.*");
        return now.members().isEmpty()
                        && now.dimensions().stream()
                                .noneMatch(found -> !found.name().equals("year"))
                        && !fixed
                        && !now.has(Signal.WHO)
                || now.metrics().isEmpty() && now.members().isEmpty();
    }

    private static Map<String, Object> ambiguous(String why, List<String> options) {
        return Map.of("intent", "ambiguous", "message", why, "clarification_questions", options);
    }

    /** Complete questions, one for each metric that the words may stand for. */
    /** What can be named, as in ": the player or the team"; people before what has no name of its own. */
    private static String named(SemanticModel.Vague vague) {
        return vague.choices().keySet().stream()
                .sorted()
                .map(dimension -> "the " + dimension)
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(" or "), names -> names.isEmpty() ? "" : ": " + names));
    }

    private static List<String> choices(ModelQuestion now, Domain domain) {
        SemanticModel model = domain.model();
        Map<String, List<String>> byDimension =
                model.vague().map(SemanticModel.Vague::choices).orElse(Map.of());
        Optional<String> dimension = Stream.concat(
                        now.members().stream().map(Named::dimension),
                        now.dimensions().stream().map(Found::name))
                .filter(byDimension::containsKey)
                .findFirst()
                .or(() -> model.dimensions().entrySet().stream()
                        .filter(each -> each.getValue().person() && byDimension.containsKey(each.getKey()))
                        .map(Map.Entry::getKey)
                        .findFirst());
        List<String> metrics = dimension
                .map(byDimension::get)
                .orElseGet(() -> model.metrics().keySet().stream().limit(3).toList());
        String when = now.from()
                .map(year -> " in " + new ModelQuestionPlanner(model).yearName(year))
                .orElse("");
        String names = now.members().stream()
                .map(named -> named.first().display())
                .distinct()
                .collect(Collectors.joining(" and "));
        String plain =
                dimension.map(name -> model.dimensions().get(name).label()).orElse("one");
        return metrics.stream()
                .map(metric -> model.metric(metric).label())
                .map(label -> names.isEmpty()
                        ? "Which " + plain + " had the " + (now.ranking() < 0 ? "lowest " : "highest ") + label + when
                                + "?"
                        : "What was the " + label + " of " + names + when + "?")
                .toList();
    }

    // ---- query_rewriter

    Map<String, Object> rewrite(AnalystRun run, Domain domain) {
        if (bare(domain).isPresent()) {
            return Map.of("query", bare(domain).get().inFull(run, domain));
        }
        List<PastTurn> history = run.turn().history();
        String question = dated(run.turn().question().strip(), history, domain);
        if (history.isEmpty()) {
            return Map.of("query", question);
        }
        ModelQuestion now = read(domain, question);
        boolean whole = !now.metrics().isEmpty()
                && !now.has(Signal.PRONOUN)
                && !now.has(Signal.FRAGMENT)
                && (!now.members().isEmpty()
                        || now.has(Signal.WHO)
                        || !now.dimensions().isEmpty()
                        || now.ranking() != 0);
        if (whole) {
            // who led the league in the season that is being spoken of
            boolean open = now.has(Signal.LEADS)
                    && now.from().isEmpty()
                    && now.to().isEmpty()
                    && now.members().isEmpty();
            return Map.of(
                    "query",
                    open
                            ? spoken(history, domain)
                                    .map(past -> withYears(question, now, read(domain, past.asked()), domain))
                                    .orElse(question)
                            : question);
        }
        Optional<PastTurn> spoken = spoken(history, domain);
        if (spoken.isEmpty()) {
            return Map.of("query", question);
        }
        PastTurn last = spoken.get();
        ModelQuestion past = read(domain, last.asked());
        if (now.has(Signal.PRONOUN)) {
            Optional<String> filled = pronounsFilled(question, now, past, last, domain);
            if (filled.isPresent() && !read(domain, filled.get()).metrics().isEmpty()) {
                return Map.of("query", withYears(filled.get(), now, past, domain));
            }
        }
        boolean asks = !now.metrics().isEmpty()
                && (now.ranking() != 0
                        || now.has(Signal.WHO)
                        || now.has(Signal.COUNT) && !now.dimensions().isEmpty());
        if (asks && !now.has(Signal.FRAGMENT) && !now.has(Signal.PRONOUN)) {
            return Map.of("query", withYears(question, now, past, domain));
        }
        return Map.of("query", substitute(past, now, domain));
    }

    /** The question with pronouns replaced by who was spoken of, named in the question before or in its answer. */
    private Optional<String> pronounsFilled(
            String question, ModelQuestion now, ModelQuestion past, PastTurn last, Domain domain) {
        List<String> people = past.members().stream()
                .filter(named -> entity(named, domain))
                .map(named -> named.first().display())
                .distinct()
                .toList();
        if (people.isEmpty() || past.ranking() != 0) {
            // several are spoken of by "them" where the answer lists several
            boolean several = SEVERAL.matcher(question).find();
            List<String> answered = last.answer()
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("*"))
                    .limit(several ? MOST_SPOKEN_OF : 1)
                    .flatMap(line -> read(domain, line).members().stream()
                            .filter(named -> entity(named, domain))
                            .limit(1))
                    .map(named -> named.first().display())
                    .distinct()
                    .toList();
            people = answered.isEmpty() ? people : answered;
        }
        if (people.isEmpty()
                || now.members().stream().anyMatch(named -> entity(named, domain))
                        && !question.matches("(?is).*\\b(their|his|its|her|they|he)\\b.*")) {
            return Optional.empty();
        }
        String names = String.join(" and ", people);
        String text = question.replaceFirst(
                        "(?i)\\b(his|her|their|its|theirs)\\b", Matcher.quoteReplacement(names + "'s"))
                .replaceFirst(
                        "(?i)\\b(that team|that player|this team|this player|those teams|those players|these teams|these players|those two|both teams|both players|both|he|she|they|him|them|that one|it|those|these)\\b",
                        Matcher.quoteReplacement(names));
        return text.equals(question)
                ? Optional.empty()
                : Optional.of(text.replaceFirst("(?i)^\\W*(and|but|also|now|ok|then)\\s+", ""));
    }

    private static boolean entity(Named named, Domain domain) {
        SemanticModel.Dimension dimension = domain.model().dimensions().get(named.dimension());
        return dimension.of().isEmpty() && dimension.values().isEmpty();
    }

    private String withYears(String text, ModelQuestion now, ModelQuestion past, Domain domain) {
        if (now.from().isPresent()
                || now.to().isPresent()
                || now.has(Signal.CAREER)
                || now.has(Signal.EACH)
                || now.has(Signal.LAST)
                || now.has(Signal.SINGLE)
                || now.dimensions().stream().anyMatch(found -> found.name().equals("year"))
                        && !text.matches("(?is).*\\b(that|the same|this) (season|year)\\b.*")
                || past.from().isEmpty() && past.to().isEmpty()) {
            return text;
        }
        String classes = now.classes().isEmpty() && past.classes().size() == 1
                ? " in the "
                        + domain.model().classes().get(past.classes().get(0)).label()
                : "";
        return text.replaceAll("[?.!\\s]+$", "") + years(past, domain) + classes + "?";
    }

    private static String years(ModelQuestion question, Domain domain) {
        ModelQuestionPlanner planner = new ModelQuestionPlanner(domain.model());
        if (question.from().isPresent() && question.to().isPresent()) {
            return question.from().equals(question.to())
                    ? " in " + planner.yearName(question.from().get())
                    : " from " + planner.yearName(question.from().get()) + " to "
                            + planner.yearName(question.to().get());
        }
        return question.from()
                .map(year -> " since " + planner.yearName(year))
                .orElse(question.to()
                        .map(year -> " until " + planner.yearName(year))
                        .orElse(""));
    }

    /** The earlier question with the parts that the new one names in the place of its own. */
    private String substitute(ModelQuestion past, ModelQuestion now, Domain domain) {
        record Edit(int start, int end, String by) {}
        List<Edit> edits = new ArrayList<>();
        StringBuilder added = new StringBuilder();
        boolean beside = now.text(0, now.words().size())
                .matches("(?is).*\\b(add|also|include|together with|compare .* (with|to))\\b.*");
        for (String dimension :
                now.members().stream().map(Named::dimension).distinct().toList()) {
            List<Named> fresh = now.of(dimension);
            String names = fresh.stream()
                    .map(named -> named.first().display())
                    .distinct()
                    .collect(Collectors.joining(" and "));
            List<Named> old = past.of(dimension);
            if (old.isEmpty()) {
                boolean attribute = !entity(fresh.get(0), domain);
                added.append(
                        attribute
                                ? " "
                                        + now.text(
                                                fresh.get(0).start(),
                                                fresh.get(0).end())
                                : " for " + article(dimension, domain) + names);
            } else if (beside) {
                edits.add(new Edit(
                        old.get(0).start(), old.get(0).end(), old.get(0).first().display() + " and " + names));
            } else {
                edits.add(new Edit(old.get(0).start(), old.get(old.size() - 1).end(), names));
            }
        }
        if (!now.metrics().isEmpty()) {
            Found fresh = now.metrics().get(0);
            String text = now.text(
                    fresh.start(),
                    now.metrics().stream()
                            .filter(each -> each.start() >= fresh.start())
                            .mapToInt(Found::end)
                            .max()
                            .orElse(fresh.end()));
            if (past.metrics().isEmpty()) {
                added.append(" ").append(text);
            } else {
                Found old = past.metrics().get(0);
                int end = past.metrics().stream().mapToInt(Found::end).max().orElse(old.end());
                boolean contiguous =
                        past.members().stream().noneMatch(named -> named.start() >= old.start() && named.start() < end);
                boolean perGame = past.has(Signal.AVERAGE)
                        && !now.has(Signal.AVERAGE)
                        && past.text(old.start(), old.end())
                                .toLowerCase(Locale.ROOT)
                                .endsWith("per game");
                // "scored the most points": the order stays when the figure is another
                Matcher order = ORDER.matcher(past.text(old.start(), contiguous ? end : old.end()));
                edits.add(new Edit(
                        old.start(),
                        contiguous ? end : old.end(),
                        (order.find() ? "had the " + order.group() + " " : "") + text + (perGame ? " per game" : "")));
            }
        }
        Optional<String> place = past.ranking() == 0
                ? Optional.empty()
                : Ordinals.in(now.words().text())
                        .map(found -> Ordinals.name(found.number()).toLowerCase(Locale.ROOT));
        if (now.limit().isPresent() && place.isEmpty() && past.limit().isPresent()) {
            for (int i = 0; i < past.words().size(); i++) {
                String word = past.words().list().get(i).folded();
                if (word.equals(String.valueOf(past.limit().get()))
                        || past.limit().get().equals(Grammar.NUMBERS.get(word))) {
                    edits.add(new Edit(i, i + 1, String.valueOf(now.limit().get())));
                }
            }
        } else if (now.limit().isPresent() && place.isEmpty()) {
            added.append(", top ").append(now.limit().get());
        }
        String text = past.words().text();
        edits.sort(Comparator.comparingInt(Edit::start).reversed());
        for (Edit edit : edits) {
            text = text.substring(0, past.words().list().get(edit.start()).start())
                    + edit.by()
                    + text.substring(past.words().list().get(edit.end() - 1).end());
        }
        text = text.strip().replaceAll("[?.!\\s]+$", "");
        if (place.isPresent()) {
            // "and the second most?": another place of the same order
            text = SUPERLATIVE.matcher(text).replaceFirst(place.get() + " $1");
        }
        if (now.from().isPresent()
                || now.to().isPresent()
                || now.has(Signal.CAREER)
                || now.has(Signal.EACH)
                || now.has(Signal.LAST)) {
            text = text.replaceAll(
                                    "(?i)\\s*,?\\s*\\b(from|between|in|since|for|during|until|after|before|of)?\\s*(the )?\\b(19|20)\\d\\d(-\\d\\d)?\\b(\\s*(to|and|until|through|-|–)\\s*(19|20)\\d\\d(-\\d\\d)?\\b)?( season)?( only)?",
                                    "")
                            .replaceAll("(?i)\\s+(last|this|latest) season", "")
                    + years(now, domain);
            if (now.has(Signal.CAREER)) {
                text += " in his career";
            }
            if (now.has(Signal.EACH)) {
                text += " by "
                        + Optional.ofNullable(domain.model().dimensions().get("year"))
                                .map(SemanticModel.Dimension::label)
                                .orElse("year");
            }
        }
        if (!now.classes().isEmpty()) {
            for (String each : past.classes()) {
                text = text.replaceAll(
                        "(?i)\\s*(in|of|during) the "
                                + domain.model().classes().get(each).label(),
                        "");
            }
            text += " in the "
                    + now.classes().stream()
                            .map(name -> domain.model().classes().get(name).label())
                            .collect(Collectors.joining(" and the "));
        }
        if (now.has(Signal.UNQUALIFIED)) {
            added.append(" with no minimum");
        }
        if (now.ranking() != 0 && past.ranking() != 0 && now.ranking() != past.ranking()) {
            text = now.ranking() < 0
                    ? text.replaceFirst("(?i)\\b(highest|best|most|top)\\b", "lowest")
                    : text.replaceFirst("(?i)\\b(lowest|worst|fewest|least)\\b", "highest");
        }
        return text + added + "?";
    }

    // ---- query_planner

    Map<String, Object> plan(AnalystRun run, Domain domain) {
        if (bare(domain).isPresent()) {
            return Map.of("complexity", "simple", "sub_queries", List.of());
        }
        String question = run.question().strip();
        List<Map<String, Object>> parts = compared(question, domain);
        String strategy = "comparison";
        if (parts.isEmpty()) {
            parts = sequence(question, domain);
            strategy = "sequence";
        }
        return parts.isEmpty()
                ? Map.of("complexity", "simple", "sub_queries", List.of())
                : Map.of("complexity", "complex", "sub_queries", parts, "combination_strategy", strategy);
    }

    /** "Compare A and B": a query for each, and their comparison. */
    private List<Map<String, Object>> compared(String question, Domain domain) {
        ModelQuestion whole = read(domain, question);
        boolean explicit = question.matches(
                "(?is).*\\b(compar\\w+|versus|vs\\.?|head to head|difference between|how (many|much) (more|fewer|less|higher|lower))\\b.*");
        for (String dimension :
                whole.members().stream().map(Named::dimension).distinct().toList()) {
            List<Named> named = whole.of(dimension);
            if (!explicit
                    || named.size() < 2
                    || named.size() > 4
                    || !entity(named.get(0), domain)
                    || whole.metrics().isEmpty()) {
                continue;
            }
            String metrics = whole.metrics().stream()
                    .map(Found::name)
                    .distinct()
                    .map(metric -> domain.model().metric(metric).label())
                    .collect(Collectors.joining(", "));
            String rest = years(whole, domain)
                    + whole.classes().stream()
                            .map(name -> " in the "
                                    + domain.model().classes().get(name).label())
                            .collect(Collectors.joining())
                    + (whole.has(Signal.CAREER) ? " in the whole career" : "")
                    + whole.members().stream()
                            .filter(other -> !other.dimension().equals(dimension))
                            .map(other -> " for " + other.first().display())
                            .collect(Collectors.joining());
            List<Map<String, Object>> parts = new ArrayList<>();
            Set<String> ids = new LinkedHashSet<>();
            for (Named one : named) {
                String id = one.first().display().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
                if (ids.add(id)) {
                    parts.add(part(
                            id,
                            metrics + " of " + article(one.dimension(), domain)
                                    + one.first().display() + rest,
                            List.of(),
                            true));
                }
            }
            if (parts.size() > 1) {
                parts.add(part("comparison", "Compare " + metrics, List.copyOf(ids), false));
                return parts;
            }
        }
        return List.of();
    }

    /** "Which team …, and who …": a query after the other, where the second speaks of the first's result. */
    private List<Map<String, Object>> sequence(String question, Domain domain) {
        String trimmed = question.replaceFirst("(?i)^\\s*first,?\\s+", "").replaceAll("[?.!\\s]+$", "");
        Matcher condition = IF.matcher(trimmed);
        String[] pieces =
                condition.matches() && read(domain, condition.group("given")).claims(domain.model())
                        ? new String[] {condition.group("given"), condition.group("asked")}
                        : THEN.split(trimmed);
        if (pieces.length < 2 || pieces.length > 3) {
            return List.of();
        }
        List<Map<String, Object>> parts = new ArrayList<>();
        ModelQuestion first = read(domain, pieces[0]);
        for (int i = 0; i < pieces.length; i++) {
            String piece = pieces[i].strip();
            ModelQuestion read = read(domain, piece);
            boolean back = i > 0 && BACK.matcher(piece).find() && read.members().isEmpty();
            if (read.metrics().isEmpty()) {
                return List.of();
            }
            String text = back
                    ? BACK.matcher(piece)
                            .replaceFirst(m -> Matcher.quoteReplacement(
                                    m.group().matches("(?i)their|its|his|her") ? "{part1}'s" : "{part1}"))
                    : piece;
            if (i > 0 && read.from().isEmpty() && read.to().isEmpty() && !read.has(Signal.CAREER)) {
                text += years(first, domain);
            }
            if (i > 0 && read.classes().isEmpty()) {
                text += first.classes().stream()
                        .limit(1)
                        .map(name ->
                                " in the " + domain.model().classes().get(name).label())
                        .collect(Collectors.joining());
            }
            parts.add(part("part" + (i + 1), text + "?", back ? List.of("part1") : List.of(), true));
        }
        return parts;
    }

    private static String article(String dimension, Domain domain) {
        return domain.model().dimensions().get(dimension).person() ? "" : "the ";
    }

    private static Map<String, Object> part(String id, String description, List<String> before, boolean queried) {
        return Map.of("id", id, "description", description, "depends_on", before, "queried", queried);
    }

    // ---- table_selector and sql_generator

    Map<String, Object> select(SqlRun run, Domain domain) {
        Optional<SchemaAnalyst> bare = bare(domain);
        if (bare.isPresent()) {
            return bare.get().select(run, domain);
        }
        Plan plan = new ModelQuestionPlanner(domain.model())
                .plan(read(domain, run.call().question()));
        if (plan instanceof Plan.Query query) {
            try {
                String sql = new SqlCompiler(domain.model(), domain.workspace().engine()).compile(query.query());
                List<String> read = run.tables().keySet().stream()
                        .filter(table -> Pattern.compile("\\b" + Pattern.quote(table) + "\\b")
                                .matcher(sql)
                                .find())
                        .toList();
                Set<String> chosen = new LinkedHashSet<>(read);
                run.tables().keySet().stream().limit(3).forEach(chosen::add);
                return Map.of("selected_tables", chosen.stream().limit(5).toList());
            } catch (SqlCompiler.NotAnswerable e) {
                return Map.of(
                        "selected_tables",
                        run.tables().keySet().stream().limit(3).toList());
            }
        }
        return Map.of("selected_tables", run.tables().keySet().stream().limit(3).toList());
    }

    Map<String, Object> write(SqlRun run, Domain domain) {
        Optional<SchemaAnalyst> bare = bare(domain);
        if (bare.isPresent()) {
            return bare.get().write(run, domain);
        }
        if (!run.rejection().isEmpty()) {
            // it would compile to the same statement again
            return Map.of("unanswerable", "The statement was refused: " + run.rejection());
        }
        Plan plan = new ModelQuestionPlanner(domain.model())
                .plan(read(domain, run.call().question()));
        if (plan instanceof Plan.Query query) {
            try {
                return Map.of(
                        "sql",
                        new SqlCompiler(domain.model(), domain.workspace().engine()).compile(query.query()),
                        "assumptions",
                        query.notes());
            } catch (SqlCompiler.NotAnswerable e) {
                return Map.of("unanswerable", "The data cannot answer this: " + e.getMessage() + ".");
            }
        }
        return plan instanceof Plan.Clarify clarify
                ? Map.of("ask", clarify.message())
                : Map.of("unanswerable", ((Plan.Unanswerable) plan).message());
    }

    // ---- data_analyzer and response_grader

    Map<String, Object> tell(AnalystRun run, Domain domain) {
        Optional<SchemaAnalyst> bare = bare(domain);
        if (bare.isPresent()) {
            return bare.get().tell(run);
        }
        return new ResultWriter(domain, question -> read(domain, question)).tell(run);
    }

    Map<String, Object> grade(AnalystRun run, Domain domain) {
        if (bare(domain).isPresent()) {
            // the answer is the result itself, cell by cell
            return Map.of("status", "pass", "confidence", 0.5, "issues", List.of(), "suggestions", List.of());
        }
        List<String> issues = new ResultCritic(domain, question -> read(domain, question)).issues(run);
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("status", issues.isEmpty() ? "pass" : "fail");
        reply.put("confidence", issues.isEmpty() ? 0.9 : Math.max(0.1, 0.5 - 0.1 * issues.size()));
        reply.put("issues", issues);
        reply.put("suggestions", List.of());
        return reply;
    }
}
