package dev.caravan.model.offline;

import dev.caravan.analyst.Domain;
import dev.caravan.lookup.LookupCompiler;
import dev.caravan.lookup.LookupSettings;
import dev.caravan.plan.Clarification;
import dev.caravan.plan.Earlier;
import dev.caravan.plan.IntentContext.Type;
import dev.caravan.plan.NameSearch;
import dev.caravan.plan.PlanRun;
import dev.caravan.plan.PlanTodos;
import dev.caravan.plan.Task;
import dev.caravan.query.LogicalQuery;
import dev.caravan.query.Value;
import dev.caravan.reader.QuestionReader;
import dev.caravan.reader.SaidTime;
import dev.caravan.semantic.Schema;
import dev.caravan.text.Spelling;
import dev.caravan.text.Words;
import dev.caravan.turn.Form;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The offline model's answers to the prompts of the plan's flow. */
final class OfflinePlan {
    private static final Pattern GIVES_UP = Pattern.compile(
            "(?is)^\\W*(?:(?:no|nah|ok|okay|actually|wait|hmm|well)\\W+)*(?:forget (?:about )?(?:it|that|this)|never ?mind(?: (?:it|that))?"
                    + "|scratch that|drop (?:it|that)|leave (?:it|that)|cancel(?: (?:it|that))?|stop(?: (?:it|that))?|skip (?:it|that))\\b[\\s,.;:!-]*(.*)$");
    private static final Pattern LEAD =
            Pattern.compile("(?i)^(?:(?:and|but|just|then|instead|rather|please|now|ok|okay|let's|lets)[\\s,]+)+");
    private static final Pattern INSTEAD = Pattern.compile("(?i)[\\s,]+instead\\s*([.!?]*)\\s*$");
    private static final Pattern GOES_ON = Pattern.compile(
            "(?i)^\\W*(?:(?:yes|ok|okay|please)\\W+)*(?:continue|go on|go ahead|proceed|carry on|keep going|resume|try (?:it )?again|retry|next)(?: please)?\\W*$");
    private static final Pattern YES =
            Pattern.compile("(?i)^\\W*(?:yes|yeah|yep|right|correct|exactly|sure|that one)\\W*$");
    private static final Pattern APPROVES = Pattern.compile(
            "(?i)^\\W*(?:(?:yes|ok|okay|please)\\W+)*(?:i |we )?(?:approved?|agreed?|do (?:it|so|that)|start|run it|ok|okay|fine|good|(?:looks|sounds|that is|that's) (?:good|fine|right|ok|okay))(?: it| please)?\\W*$");
    private static final Pattern ORDINAL = Pattern.compile(
            "(?i)^\\W*(?:the |number |option )*(?:(first|1st|1)|(second|2nd|2)|(third|3rd|3)|(fourth|4th|4)|(last))(?: one| option)?\\W*$");
    private static final Pattern CHANGE =
            Pattern.compile("(?is)^\\W*(?:[,;.]|\\b(?:but|and|also|with|only|plus|by|in|for)\\b).*");
    private static final Pattern REPLY_AND_CHANGE =
            Pattern.compile("(?is)^(.+?)\\s*[,;.]\\s*(?:but|and|also|only)?\\s+(.+)$");
    private static final Pattern COMMAND = Pattern.compile(
            "(?i)^\\W*(please )?(delete|drop|insert|update|truncate|alter|remove|erase|grant|create)\\b.*");

    private static final Pattern ANALYSIS = Pattern.compile(
            "(?i)\\b(analy[sz]e|analy[sz]ing|analysis|patterns?|trends?|distribution|distributed|outliers?|correlat\\w*|seasonal\\w*|what drives|drivers?)\\b");
    private static final Pattern RECALL = Pattern.compile(
            "(?is)^\\W*(?:(?:please|and|so|ok|okay|hey|can you|could you)\\W+)*(?:remind me\\W+|tell me again\\W+|recall\\W+|do you (?:still )?remember\\W+)?"
                    + "(?:what|which \\w+|anything|(?:have|did))\\s+(?:(?:did|have|had|has)\\s+)?(?:we|i|you)\\s+(?:already\\s+|ever\\s+|once\\s+)*"
                    + "(?:find|found|learn(?:ed|t)?|ask(?:ed)?|discuss(?:ed)?|talk(?:ed)?|conclude[d]?)(?:\\s+out)?"
                    + "(?:\\s+(?:anything|something|before|already|earlier))*\\s+(?:about|on|regarding|concerning)\\s+(.+?)(?:\\s+(?:before|already|earlier))?\\W*$");
    private static final Pattern ASKED = Pattern.compile(
            "(?is)^\\W*(?:(?:please|and|so|ok|okay|hey|can you|could you)\\W+)*(?:remind me\\W+|tell me again\\W+|recall\\W+)?"
                    + "(?:what|which (?:questions?|things)|(?:list|show)(?: me)?(?: all)?(?: the)?(?: questions| what)?)\\s+(?:(?:did|have|had)\\s+)?(?:we|i)\\s+(?:already\\s+)*"
                    + "(?:find|found|learn(?:ed|t)?|ask(?:ed)?|discuss(?:ed)?|talk(?:ed)?(?: about)?|look(?:ed)? (?:at|into)|do|did|done)(?:\\s+out)?\\s+(.+?)\\W*$");
    private static final Pattern BACK =
            Pattern.compile("(?i)\\b(these|those|this|that|them|it|the (last |previous |earlier |above )?results?)\\b");
    private static final int MOST_GROUPINGS = 7;
    private static final int MOST_OF_ROWS = 5;

    private final OfflineAnalyst analyst;

    OfflinePlan(OfflineAnalyst analyst) {
        this.analyst = analyst;
    }

    private Optional<QuestionReader> reader(Domain domain) {
        return analyst.bare(domain).map(schema -> schema.chart(domain));
    }

    // ---- classify_intent

    Map<String, Object> classify(PlanRun run, Domain domain) {
        String said = run.turn().question().strip();
        Matcher up = GIVES_UP.matcher(said);
        if (up.matches() && !up.group(1).isBlank()) {
            return intent(Type.NEW_REQUEST, "", plain(up.group(1)));
        }
        Optional<Clarification> waits = run.before().asked();
        boolean approves = waits.filter(Clarification::asksApproval).isPresent();
        if (run.before().active()
                && approves
                && (YES.matcher(said).matches() || APPROVES.matcher(said).matches())) {
            return intent(Type.CONTINUE, "", "");
        }
        if (run.before().active() && waits.isPresent() && !approves) {
            Optional<Map<String, Object>> reply = reply(said, waits.get(), domain);
            if (reply.isPresent()) {
                return reply.get();
            }
        }
        if (run.before().active() && GOES_ON.matcher(said).matches()) {
            return intent(Type.CONTINUE, "", "");
        }
        Matcher recall = RECALL.matcher(said);
        if (recall.matches() && !recall.group(1).matches("(?i)(?:it|this|that|these|those|them)( results?)?")) {
            return intent(Type.RECALL, "", recall.group(1));
        }
        Matcher asked = ASKED.matcher(said);
        if (asked.matches()
                && SaidTime.of(asked.group(1), LocalDate.now(ZoneOffset.UTC))
                        .filter(time -> time.rest().isEmpty())
                        .isPresent()) {
            return intent(Type.RECALL, "", asked.group(1));
        }
        if (ANALYSIS.matcher(said).find() && isOfEarlier(said, run, domain)) {
            return intent(Type.ANALYSIS, "", said);
        }
        String change = INSTEAD.matcher(said).replaceFirst("$1").strip();
        String last = last(run);
        boolean changes = !last.isEmpty()
                && (!change.equals(said)
                        || reader(domain)
                                .map(reader -> reader.goesOn(last, change)
                                        || BACK.matcher(change).find()
                                                && reader.read(QuestionReader.joined(last, change))
                                                        .query()
                                                        .isPresent())
                                .orElse(false));
        return intent(changes ? Type.MODIFICATION : Type.NEW_REQUEST, "", plain(said));
    }

    /** Whether a message wants an earlier result looked into, and is no question of its own. */
    private boolean isOfEarlier(String said, PlanRun run, Domain domain) {
        boolean there =
                !(run.earlier().isEmpty() && run.before().query().query().isEmpty())
                        && !run.before().active();
        boolean alone = reader(domain)
                .map(reader -> reader.read(said).query().isPresent())
                .orElse(false);
        return there && (BACK.matcher(said).find() || !alone);
    }

    private static Map<String, Object> intent(Type type, String answer, String request) {
        return Map.of("intent", type.code(), "answer", answer, "request", request);
    }

    /** Without the words that only say that it takes the place of something. */
    private static String plain(String request) {
        return INSTEAD.matcher(LEAD.matcher(request.strip()).replaceFirst(""))
                .replaceFirst("$1")
                .strip();
    }

    /** What was asked last, with its names in full where they are known. */
    private static String last(PlanRun run) {
        boolean failed = run.before().asked().isEmpty()
                && run.before().tasks().tasks().stream().anyMatch(task -> task.status() == Task.Status.ERROR);
        if (failed && !run.earlier().isEmpty()) {
            // what was not understood is nothing to add to; what was answered before it is
            return run.earlier().get(0).question();
        }
        String full = run.before().resolution().question();
        return full.isEmpty() ? run.before().tasks().rewrittenRequest() : full;
    }

    /** A message as a reply to what was asked, alone or with a change. */
    private Optional<Map<String, Object>> reply(String said, Clarification asked, Domain domain) {
        List<Form.Option> options = asked.options();
        Optional<String> chosen = option(said, options);
        if (chosen.isPresent()) {
            return Optional.of(intent(Type.EXACT_ANSWER, chosen.get(), ""));
        }
        Matcher change = REPLY_AND_CHANGE.matcher(said);
        Optional<String> first = change.matches() ? option(change.group(1), options) : Optional.empty();
        if (first.isPresent()) {
            return Optional.of(intent(Type.MODIFICATION, first.get(), change.group(2)));
        }
        for (Form.Option option : options) {
            if (said.toLowerCase(Locale.ROOT).startsWith(option.value().toLowerCase(Locale.ROOT))) {
                String rest = said.substring(option.value().length());
                if (CHANGE.matcher(rest).matches()) {
                    return Optional.of(intent(Type.MODIFICATION, option.value(), rest.replaceFirst("^\\W+", "")));
                }
            }
        }
        // a name alone, though none of those that were offered
        boolean name = reader(domain)
                .map(reader -> Words.of(said).list().stream().anyMatch(word -> !reader.isKnown(word.folded()))
                        && Words.of(said).size() <= 5
                        && !reader.goesOn(said, said))
                .orElse(false);
        return name && Words.of(said).list().get(0).isCapitalised()
                ? Optional.of(intent(Type.EXACT_ANSWER, said.replaceAll("[.!?]+$", ""), ""))
                : Optional.empty();
    }

    private static Optional<String> option(String said, List<Form.Option> options) {
        Matcher ordinal = ORDINAL.matcher(said);
        if (ordinal.matches()) {
            for (int i = 1; i <= 4; i++) {
                if (ordinal.group(i) != null) {
                    return i <= options.size() ? Optional.of(options.get(i - 1).value()) : Optional.empty();
                }
            }
            return Optional.of(options.get(options.size() - 1).value());
        }
        if (options.size() == 1 && YES.matcher(said).matches()) {
            return Optional.of(options.get(0).value());
        }
        String key = bare(said);
        if (key.isEmpty()) {
            return Optional.empty();
        }
        List<String> like = options.stream()
                .filter(option -> bare(option.value()).equals(key))
                .map(Form.Option::value)
                .toList();
        if (like.isEmpty()) {
            like = options.stream()
                    .filter(option -> (" " + bare(option.value()) + " " + Words.key(option.hint()) + " ")
                            .contains(" " + key + " "))
                    .map(Form.Option::value)
                    .toList();
        }
        return like.size() == 1 ? Optional.of(like.get(0)) : Optional.empty();
    }

    /** Without the words around a name that carry nothing. */
    private static String bare(String said) {
        return Words.key(said.replaceFirst("(?i)^\\W*(?:(?:i mean|i meant|it is|it's|the|please|take|use)\\s+)+", "")
                .replaceFirst("(?i)(?:\\s+(?:one|please|of course))+\\W*$", ""));
    }

    // ---- reiterate_intention

    Map<String, Object> reiterate(PlanRun run, Domain domain) {
        String request = run.state().intent().request();
        if (run.state().intent().intentType() == Type.MODIFICATION) {
            String before = last(run);
            String answer = run.state().intent().answer();
            Optional<Clarification> asked = run.before().asked();
            if (asked.isPresent() && !answer.isEmpty()) {
                before = Pattern.compile("(?i)" + Pattern.quote(asked.get().about()))
                        .matcher(before)
                        .replaceFirst(Matcher.quoteReplacement(answer));
            }
            request = before.isEmpty() ? request : QuestionReader.joined(before, request);
        }
        String full = request;
        return Map.of(
                "question", reader(domain).map(reader -> reader.dated(full)).orElse(full));
    }

    // ---- plan_todos

    Map<String, Object> plan(PlanRun run, Domain domain) {
        if (run.state().intent().intentType() == Type.ANALYSIS) {
            return reader(domain).map(reader -> analysis(run, reader)).orElse(Map.of("tasks", List.of()));
        }
        String question = run.state().intent().rewrittenQuestion();
        return Map.of(
                "tasks",
                PlanTodos.usual(
                                question,
                                isOfOneThing(question, domain) ? PlanTodos.LOOK_UP : PlanTodos.executor(domain))
                        .stream()
                        .map(task -> task(task.key(), task.description(), task.tool(), List.of()))
                        .toList());
    }

    /** Whether the service of single things has the answer. */
    private boolean isOfOneThing(String question, Domain domain) {
        return LookupSettings.read(domain.workspace().folder(), System.getenv())
                .flatMap(settings -> reader(domain).flatMap(reader -> reader.read(question)
                        .query()
                        .flatMap(new LookupCompiler(reader.graph(), settings.entities())::compile)))
                .isPresent();
    }

    private static Map<String, Object> task(String key, String description, String tool, List<String> questions) {
        return Map.of("key", key, "description", description, "tool", tool, "questions", questions);
    }

    /** The analysis of the earlier request that has the figure and most of the words of this one, the last of them. */
    private static Map<String, Object> analysis(PlanRun run, QuestionReader reader) {
        List<String> earlier = run.earlier().isEmpty()
                ? List.of(last(run))
                : run.earlier().stream().map(Earlier::question).toList();
        Set<String> words = new LinkedHashSet<>(
                List.of(Words.key(run.state().intent().request()).split(" ")));
        Map<String, Object> best = Map.of("tasks", List.of());
        long most = -1;
        for (int i = 0; i < earlier.size(); i++) {
            List<String> said = List.of(Words.key(earlier.get(i)).split(" "));
            long common = words.stream().filter(said::contains).count();
            List<Map<String, Object>> tasks = common > most ? analysis(run, reader, earlier.get(i)) : List.of();
            if (!tasks.isEmpty()) {
                most = common;
                best = Map.of("tasks", tasks, "of", i + 1);
            }
        }
        return best;
    }

    /**
     * The distribution of the figure that is named, or that the earlier request took alone, and its mean by whatever the rows belong to;
     * nothing where there is none.
     */
    private static List<Map<String, Object>> analysis(PlanRun run, QuestionReader reader, String last) {
        Optional<LogicalQuery> query = reader.read(last).query();
        Optional<String> subject = query.flatMap(OfflinePlan::subject);
        if (subject.isEmpty()) {
            return List.of();
        }
        Schema schema = reader.graph().schema();
        Schema.Relation relation = schema.relations().get(subject.get());
        String rows = relation.names().isEmpty() ? "rows" : relation.names().get(0) + "s";
        String request = run.state().intent().request();
        Optional<String> figure = figure(request, relation)
                .or(() ->
                        namesNothing(request, reader) ? told(query.get(), subject.get(), relation) : Optional.empty());
        if (figure.isEmpty()) {
            return List.of();
        }
        List<String> spread = asked(reader, last, List.of("number of " + rows + " by " + figure.get()));
        List<String> groupings = new ArrayList<>();
        relation.references().values().stream()
                .map(Schema::tableOf)
                .distinct()
                .flatMap(table -> schema.relations().get(table).names().stream().limit(1))
                .forEach(groupings::add);
        if (groupings.isEmpty()) {
            // what would be things of their own stands in the rows themselves
            relation.shown().stream()
                    .map(column -> relation.columns().get(column))
                    .filter(column -> column.type() == Schema.Type.TEXT && column.values())
                    .flatMap(column -> column.names().stream().limit(1))
                    .limit(MOST_OF_ROWS)
                    .forEach(groupings::add);
        }
        groupings.add("weekday");
        groupings.add("month");
        List<String> means = asked(
                reader,
                last,
                groupings.stream()
                        .map(by -> "average " + figure.get() + " and number of " + rows + " by " + by)
                        .toList());
        if (spread.isEmpty() || means.isEmpty()) {
            return List.of();
        }
        return List.of(
                task("retrieve_query_metadata", "Take up the earlier result", PlanTodos.TAKE_UP, List.of()),
                task(
                        "run_statistical_analysis",
                        "See how the " + figure.get() + " is distributed",
                        PlanTodos.STATISTICS,
                        spread),
                task(
                        "identify_" + figure.get().replaceAll("[^a-z]+", "_") + "_patterns",
                        "See what the " + figure.get() + " goes with",
                        PlanTodos.PATTERNS,
                        means),
                task("generate_insights", "Say what the figures show", PlanTodos.INSIGHTS, List.of()));
    }

    private static List<String> asked(QuestionReader reader, String last, List<String> changes) {
        return changes.stream()
                .map(change -> QuestionReader.joined(last, change))
                .filter(question -> reader.read(question).query().isPresent())
                .limit(MOST_GROUPINGS)
                .toList();
    }

    /** The rows that figures were taken of, or that were shown. */
    private static Optional<String> subject(LogicalQuery query) {
        return query.measures().stream()
                .flatMap(shown -> shown.value().aggregates())
                .map(Value.Aggregate::relation)
                .findFirst()
                .or(query::subject);
    }

    /** The name of a column of numbers that a request has in it. */
    private static Optional<String> figure(String request, Schema.Relation relation) {
        String asked = " " + Words.key(request) + " ";
        return relation.columns().entrySet().stream()
                .filter(column -> column.getValue().type() == Schema.Type.NUMBER
                        && !relation.key().contains(column.getKey())
                        && !relation.references().containsKey(column.getKey()))
                .flatMap(column -> column.getValue().names().stream())
                .filter(name -> asked.contains(" " + Words.key(name) + " "))
                .max(Comparator.comparingInt(String::length));
    }

    /** Whether a request for an analysis says nothing of what; a word that means nothing in the data would. */
    private static boolean namesNothing(String request, QuestionReader reader) {
        String rest = BACK.matcher(ANALYSIS.matcher(request).replaceAll(" ")).replaceAll(" ");
        return Words.of(rest).list().stream()
                .map(Words.Word::folded)
                .allMatch(word -> word.matches("results?|rows|figures|numbers") || reader.isKnown(word));
    }

    /** The name of the only number that a query took figures of. */
    private static Optional<String> told(LogicalQuery query, String subject, Schema.Relation relation) {
        List<String> columns = query.measures().stream()
                .flatMap(shown -> shown.value().aggregates())
                .flatMap(aggregate -> aggregate.of().stream())
                .flatMap(Value::fields)
                .filter(field ->
                        field instanceof Value.Field of && of.relation().equals(subject))
                .map(field -> ((Value.Field) field).column())
                .distinct()
                .toList();
        return Optional.of(columns)
                .filter(each -> each.size() == 1)
                .map(each -> relation.columns().get(each.get(0)))
                .filter(column -> column.type() == Schema.Type.NUMBER)
                .flatMap(column -> column.names().stream().findFirst());
    }

    // ---- entity_resolution

    Map<String, Object> names(PlanRun run, Domain domain, NameSearch search) {
        String question = run.state().tasks().rewrittenRequest();
        return Map.of(
                "names",
                reader(domain).stream()
                        .flatMap(reader -> search.mentions(question, reader::isKnown).stream())
                        .map(mention -> Map.of("text", mention.text(), "kind", mention.kind()))
                        .toList());
    }

    // ---- field_mapping

    Map<String, Object> map(PlanRun run, Domain domain) {
        Optional<QuestionReader> reader = reader(domain);
        String question = run.question();
        if (COMMAND.matcher(run.turn().question()).matches()) {
            return problem(
                    "This system reads data and changes none. Ask a question about "
                            + domain.workspace().title() + ".",
                    true);
        }
        if (reader.isEmpty()) {
            return Map.of("fields", List.of());
        }
        if (isWithoutBefore(run, reader.get())) {
            return problem(
                    "It is not clear what \"" + run.turn().question()
                            + "\" goes on from: it makes no question with the one before. Ask for it in one sentence.",
                    false);
        }
        QuestionReader.Reading reading = reader.get().read(question);
        if (reading.query().isPresent()) {
            return Map.of("fields", fields(reading.query().get()));
        }
        if (!reading.known()) {
            return problem(
                    "This is outside what the data of " + domain.workspace().title() + " can answer: "
                            + reading.problem(),
                    true);
        }
        Schema schema = reader.get().graph().schema();
        for (String word : reading.unread()) {
            List<String> near = near(word, schema);
            if (!near.isEmpty()) {
                return Map.of("fields", List.of(), "unclear", word, "candidates", near);
            }
        }
        SchemaReader.Reading other = analyst.bare(domain).orElseThrow().read(domain, question);
        return other.query().isPresent() ? Map.of("fields", List.of()) : problem(reading.problem(), false);
    }

    /** "What is their average value" where it makes no question with the one before: of everything it would be another question. */
    private static boolean isWithoutBefore(PlanRun run, QuestionReader reader) {
        return run.state().intent().intentType() == Type.NEW_REQUEST
                && run.before().asked().isEmpty()
                && !run.before().tasks().rewrittenRequest().isEmpty()
                && reader.needsBefore(run.turn().question());
    }

    private static Map<String, Object> problem(String text, boolean outside) {
        return Map.of("fields", List.of(), "problem", text, "outside", outside);
    }

    private static List<String> fields(LogicalQuery query) {
        Set<String> fields = new LinkedHashSet<>();
        Stream.concat(query.columns().stream(), query.measures().stream())
                .map(LogicalQuery.Shown::value)
                .forEach(value -> collect(value, fields));
        query.where().forEach(condition -> condition.operands().forEach(value -> collect(value, fields)));
        query.order().forEach(order -> collect(order.by(), fields));
        return List.copyOf(fields);
    }

    private static void collect(Value value, Set<String> fields) {
        if (value instanceof Value.Field field) {
            fields.add(field.relation() + "." + field.column());
        }
        value.parts().forEach(part -> collect(part, fields));
    }

    /** The names of columns that have the word in them, or one that is spelled nearly so. */
    private static List<String> near(String word, Schema schema) {
        String stem = Words.key(word);
        List<String> found = new ArrayList<>();
        schema.relations().values().stream()
                .flatMap(relation -> relation.columns().values().stream())
                .flatMap(column -> column.names().stream().limit(1))
                .distinct()
                .filter(name -> !name.endsWith(" id"))
                .filter(name -> List.of(Words.key(name).split(" ")).stream().anyMatch(each -> isNear(stem, each)))
                .forEach(found::add);
        return found.stream().limit(6).collect(Collectors.toList());
    }

    private static boolean isNear(String one, String other) {
        int limit = Spelling.tolerance(one);
        boolean begins = one.length() > 3 && other.length() > 3 && (one.startsWith(other) || other.startsWith(one));
        return begins || limit > 0 && Spelling.distance(one, other, limit) <= limit;
    }
}
