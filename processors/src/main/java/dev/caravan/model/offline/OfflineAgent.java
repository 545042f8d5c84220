package dev.caravan.model.offline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.CatalogSource;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.Overrides;
import dev.caravan.docs.Passages;
import dev.caravan.docs.SectionSearch;
import dev.caravan.docs.SelectDocuments;
import dev.caravan.evidence.DocsEvidence;
import dev.caravan.evidence.GraphqlEvidence;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.graphql.QueryType;
import dev.caravan.model.Replies;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import dev.caravan.semantic.SemanticModel.Metric;
import dev.caravan.semantic.SemanticQuery;
import dev.caravan.sql.FormatResults;
import dev.caravan.turn.Evidence;
import dev.caravan.turn.ToolResult;
import dev.caravan.turn.Turn;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The agent of the offline model: decides what to ask the data, and says what they answered. */
final class OfflineAgent {
    private static final Pattern BACKWARD = Pattern.compile(
            "(?i)\\b(it|its|they|their|them|that|this|these|those|the (shock|crisis|event|war|change|decline|boom|shift))\\b");
    private static final Pattern PARTS = Pattern.compile(
            "(?<=\\?)\\s+(?=(and |also |then )*(what|which|who|whom|where|when|how|is|are|was|were|do|does|did|has|have|had|list|show|give|name|compare|tell)\\b)|,?\\s+and (?=((in|for|to|from) )?(what|which|who|where|how (much|many|has|have|does|do|did))\\b)|,?\\s+and (then )?(?=(tell|show|give|list|name) (me|us|which|the|how|its|their)\\b)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern FIGURES_OF_LIST = Pattern.compile(
            "(?i)(and )?(how much (do|did|does|was|were|is|are) (they|it|he|each|that)\\b[^,;]*|what (do|did|does) (they|it|each) (pay|spend|take in|earn)\\b[^,;]*)");
    private static final Pattern OVERVIEW =
            Pattern.compile("(?i)\\boverview\\b|\\bcountry profile (for|of)\\b|^\\W*country profile\\b");
    /** What asks for a reading of figures, which another part of the question asks for. */
    private static final Pattern MEANING = Pattern.compile(
            "(?is)(and |so |but )*what (does|did|do|could|might|would|can) (this|that|it|these|they|those|the (data|figures|numbers))( \\w+)? (tell|say|imply|mean|signal|suggest|reveal|indicate|show)s?\\b.*|(and |so )*why\\??");

    private static final Pattern MEANS = Pattern.compile(
            "(?i)(and |so |but )*what (does|do) (this|that|it|these|they|the (number|figure|value)s?)( \\w+)? (tell|say|mean|signify|indicate)s?( us| me)?\\W*");

    private static final Pattern CLASS = Pattern.compile("(?i)\\b(hs[ -]?(19|20)?(92|12|22)|sitc( rev\\.? ?2)?)\\b");
    private static final Pattern CLASSES = Pattern.compile(
            "(?i)" + CLASS.pattern().substring(4) + "((\\s*(,|and|&|/|vs\\.?|versus|or)\\s*)+(the |in |under )*"
                    + CLASS.pattern().substring(4) + ")+");
    private static final Pattern CONDITIONS = Pattern.compile("\\bHAVING coalesce\\(|\\bq\\.\\w+ [<>]=? ");
    private static final int CONTEXT_SENTENCES = 3;
    private static final String NO_DATA = "[NO_DATA] ";
    private static final Pattern USEFUL = Pattern.compile("(?i)\\b(columns?|tables?|compar\\w+)\\b");

    private final SemanticModel model;
    private final CatalogSource catalogs;
    private final QuestionReader reader;
    private final DocumentSense documents;
    private final QueryPlanner planner;
    private final Scope scope;
    private final FollowUp followUp;
    private final AnswerWriter writer;
    private final OfflineGraphql graphql;

    /**
     * An agent.
     *
     * @param search finds sections of the documents
     */
    OfflineAgent(
            SemanticModel model,
            CatalogSource catalogs,
            QuestionReader reader,
            OfflineGraphql graphql,
            SectionSearch search) {
        this.documents = new DocumentSense(search);
        this.model = model;
        this.catalogs = catalogs;
        this.reader = reader;
        this.planner = new QueryPlanner(model);
        this.scope = new Scope(model);
        this.followUp = new FollowUp(reader, scope);
        this.writer = new AnswerWriter(model);
        this.graphql = graphql;
    }

    AiMessage answer(Turn turn, boolean mayQuery) {
        Catalog catalog = catalogs.get();
        boolean prepared = !turn.results().isEmpty() && turn.results().stream().allMatch(OfflineAgent::isDocs);
        if (!mayQuery || !turn.results().isEmpty() && !prepared) {
            List<ToolExecutionRequest> again = mayQuery ? again(turn, catalog) : List.of();
            return again.isEmpty() ? AiMessage.from(sum(turn, catalog)) : AiMessage.from(again);
        }
        Optional<String> forbidden = forbid(turn.question(), read(turn.question(), turn, catalog));
        if (forbidden.isPresent()) {
            return AiMessage.from("[REFUSED] " + forbidden.get());
        }
        Intent intent = intent(turn, catalog);
        String question = intent.question();
        if (intent.leaders().isPresent()
                && inWords(intent.leaders().get().first(), turn, catalog).isEmpty()) {
            return AiMessage.from(
                    request(turn, ToolChoice.QUERY, intent.leaders().get().first(), "", 0));
        }
        Optional<Preparation> preparation = intent.verify() ? Optional.empty() : preparation(question, turn, catalog);
        if (prepared && preparation.isEmpty()) {
            return AiMessage.from(sum(turn, catalog));
        }
        if (preparation.isPresent() && !prepared) {
            return AiMessage.from(
                    request(turn, ToolChoice.DOCS, preparation.get().lookUp(), "The person asked: " + question, 0));
        }
        String context = prepared ? context(turn) : "";
        List<String> parts = prepared ? preparation.get().questions() : parts(question, turn, catalog);
        List<ToolExecutionRequest> requests = new ArrayList<>();
        List<String> said = new ArrayList<>();
        for (String part : parts) {
            boolean both = intent.verify() && inWords(part, turn, catalog).isEmpty();
            String tool = both ? ToolChoice.QUERY : tool(part, turn, catalog);
            Optional<String> words = tool.equals(ToolChoice.GRAPHQL) ? Optional.empty() : inWords(part, turn, catalog);
            Optional<String> instead = words.isPresent() && Mode.of(turn) == Mode.SQL_ONLY
                    ? opportunities(part, turn, catalog)
                    : Optional.empty();
            if (instead.isPresent()) {
                requests.add(request(turn, tool, instead.get(), context, requests.size()));
            } else if (words.isPresent()) {
                said.add(words.get());
            } else if (isMethodology(part, turn, catalog)) {
                requests.add(request(
                        turn,
                        ToolChoice.DOCS,
                        part,
                        part.equals(turn.question()) ? "" : "The person asked: " + turn.question(),
                        requests.size()));
            } else {
                requests.add(request(turn, tool, part, context, requests.size()));
                if (both && Mode.of(turn) == Mode.GRAPHQL_SQL) {
                    requests.add(request(turn, ToolChoice.GRAPHQL, part, "", requests.size()));
                }
            }
        }
        if (!requests.isEmpty()) {
            intent.claim()
                    .map(Claim::check)
                    .filter(check -> !parts.contains(check)
                            && inWords(check, turn, catalog).isEmpty())
                    .ifPresent(check -> requests.add(request(turn, ToolChoice.QUERY, check, "", requests.size())));
            meaning(turn, question, catalog)
                    .filter(lookUp -> !prepared)
                    .ifPresent(lookUp -> requests.add(request(turn, ToolChoice.DOCS, lookUp, "", requests.size())));
        }
        return requests.isEmpty() ? AiMessage.from(said.get(0)) : AiMessage.from(requests);
    }

    /**
     * What a question wants, beside the words that say how.
     *
     * @param question what is asked of the data, in full
     * @param verify whether both sources are to be asked
     * @param claim what the question takes for granted
     * @param leaders the two steps of a question about those that lead by another figure
     */
    private record Intent(String question, boolean verify, Optional<Claim> claim, Optional<Leaders> leaders) {}

    private Intent intent(Turn turn, Catalog catalog) {
        String plain = reader.plain(turn.question(), catalog)
                .replaceFirst(
                        "(?i)\\bwhat (do you mean by|is meant by|do you understand by) (an? |the )?([^?.]+)",
                        "what does $3 mean");
        Optional<String> checked = Verification.question(plain, turn.history());
        String question = catalog.spelledOut(followUp.complete(checked.orElse(plain), turn.history(), catalog));
        Optional<Claim> claim = Claim.of(question, reader, catalog);
        String asked = claim.map(of -> catalog.spelledOut(
                        followUp.complete(of.rest(), List.of(new Turn.PastTurn(of.check(), of.check(), "")), catalog)))
                .orElse(question);
        return new Intent(asked, checked.isPresent(), claim, Leaders.of(asked, reader, catalog, model));
    }

    /** The look-up of a figure that is also to be explained: "... and what does that tell us?". */
    private Optional<String> meaning(Turn turn, String question, Catalog catalog) {
        boolean asks = List.of(PARTS.split(turn.question().strip())).stream()
                .anyMatch(part -> MEANS.matcher(part.strip()).matches());
        return asks
                ? read(question, turn, catalog).metrics().stream()
                        .filter(Methodology.DELICATE::contains)
                        .findFirst()
                        .map(metric -> "What does " + model.metric(metric).label() + " mean?")
                : Optional.empty();
    }

    private String tool(String question, Turn turn, Catalog catalog) {
        if (isMethodology(question, turn, catalog)) {
            return ToolChoice.DOCS;
        }
        Reading reading = read(question, turn, catalog);
        QueryTypeReader.Taken taken = graphql.take(question, reading);
        return onlyInTables(reading, taken.type()) && Mode.of(turn) != Mode.GRAPHQL_ONLY
                ? ToolChoice.QUERY
                : ToolChoice.first(taken, Mode.of(turn));
    }

    /** A query of the API has one direction of trade, and leaves nothing out; those of the product space have one year. */
    private static boolean onlyInTables(Reading reading, QueryType type) {
        boolean flow = Set.of(
                        QueryType.OVERTIME_PRODUCTS,
                        QueryType.OVERTIME_PARTNERS,
                        QueryType.TREEMAP_PRODUCTS,
                        QueryType.TREEMAP_PARTNERS,
                        QueryType.TREEMAP_BILATERAL,
                        QueryType.EXPLORE_BILATERAL)
                .contains(type);
        boolean both =
                reading.metrics().contains("exports") && reading.metrics().contains("imports");
        boolean grows = reading.has(Signal.GROWTH);
        boolean ofOneYear = Set.of(QueryType.PRODUCT_SPACE, QueryType.FEASIBILITY, QueryType.FEASIBILITY_TABLE)
                .contains(type);
        boolean years = reading.has(Signal.BY_YEAR)
                || reading.has(Signal.SERIES)
                || reading.lastYears().isPresent()
                || !reading.from().equals(reading.to());
        if (ofOneYear && years && !reading.metrics().isEmpty()) {
            return true;
        }
        return flow && both || !grows && !reading.goodsLeftOut().isEmpty();
    }

    /** What the first tool could not answer, or answered with what cannot be, goes to the other one. */
    private List<ToolExecutionRequest> again(Turn turn, Catalog catalog) {
        List<ToolExecutionRequest> requests = new ArrayList<>();
        Optional<Leaders> leaders = intent(turn, catalog).leaders();
        leaders.flatMap(of -> turn.results().stream()
                        .filter(result -> result.call().question().equals(of.first()))
                        .findFirst()
                        .flatMap(of::second))
                .filter(second -> turn.results().stream()
                        .noneMatch(result -> result.call().question().equals(second)))
                .ifPresent(second -> requests.add(request(turn, ToolChoice.QUERY, second, "", 0)));
        for (ToolChoice.Again next : ToolChoice.again(turn)) {
            List<String> questions = next.tool().equals(ToolChoice.QUERY)
                    ? forDatabase(next.question(), turn, catalog)
                    : Stream.of(next.question())
                            .filter(asked -> graphql.take(asked, read(asked, turn, catalog))
                                            .type()
                                    != QueryType.REJECT)
                            .toList();
            for (String question : questions) {
                if (turn.results().stream()
                        .noneMatch(result -> result.call().question().equals(question)
                                && result.call().tool().equals(next.tool()))) {
                    requests.add(request(turn, next.tool(), question, "", requests.size()));
                }
            }
        }
        if (requests.isEmpty()) {
            turn.results().stream()
                    .flatMap(result -> nearest(result, turn, catalog).stream())
                    .filter(question -> turn.results().stream()
                            .noneMatch(result -> result.call().question().equals(question)))
                    .distinct()
                    .limit(2)
                    .forEach(question -> requests.add(request(turn, ToolChoice.QUERY, question, "", requests.size())));
        }
        return requests;
    }

    /** What the database is asked where it alone is there: the parts of a question, without those it cannot tell. */
    private List<String> forDatabase(String question, Turn turn, Catalog catalog) {
        Turn alone = turn.withChoice(Mode.CHOICE, Mode.SQL_ONLY.code());
        return parts(question, alone, catalog).stream()
                .map(part -> inWords(part, alone, catalog).isPresent()
                        ? opportunities(part, alone, catalog)
                        : Optional.of(part))
                .flatMap(Optional::stream)
                .toList();
    }

    /** What is held where trade by product and partner is not: the trade with the partner, or that of the product with everybody. */
    private Optional<String> nearest(ToolResult result, Turn turn, Catalog catalog) {
        boolean missing = result.status() == ToolResult.Status.NO_ROWS
                && result.evidence()
                        .filter(evidence -> evidence.notes().contains(FormatResults.DEMO_GAPS))
                        .isPresent();
        if (!missing) {
            return Optional.empty();
        }
        Reading reading = read(result.call().question(), turn, catalog);
        String owners = named(reading.places(Role.SUBJECT));
        String partners = named(reading.places(Role.PARTNER));
        String goods = named(reading.goods());
        boolean imports =
                reading.metrics().contains("imports") && !reading.metrics().contains("exports");
        if (owners.isEmpty() || partners.isEmpty() && goods.isEmpty()) {
            return Optional.empty();
        }
        String years = reading.from()
                .map(from -> reading.to()
                        .filter(to -> !to.equals(from))
                        .map(to -> " from " + from + " to " + to)
                        .orElse(" in " + from))
                .orElse("");
        return Optional.of("What were the " + (partners.isEmpty() ? goods + " " : "total goods ")
                + (imports ? "imports" : "exports") + " of " + owners
                + (partners.isEmpty() ? "" : (imports ? " from " : " to ") + partners) + years + "?");
    }

    /** Opportunities are a page of the Atlas; the database has the measure they are ranked by. */
    private Optional<String> opportunities(String question, Turn turn, Catalog catalog) {
        Reading reading = read(question, turn, catalog);
        QueryType type = graphql.take(question, reading).type();
        String place = named(reading.mentions().stream()
                .filter(m -> m.kind() == Reading.Kind.PLACE)
                .limit(1)
                .toList());
        return (type == QueryType.FEASIBILITY || type == QueryType.FEASIBILITY_TABLE)
                        && reading.goods().isEmpty()
                        && !place.isEmpty()
                ? Optional.of("Which 20 products have the highest complexity outlook gain for " + place + "?")
                : Optional.empty();
    }

    private static boolean isDocs(ToolResult result) {
        return result.call().tool().equals(ToolChoice.DOCS);
    }

    /** By its words, or where they leave it open by how near the documents are to it. */
    private boolean isMethodology(String question, Turn turn, Catalog catalog) {
        Reading reading = read(question, turn, catalog);
        // the API knows for sure which years there are
        if (Mode.of(turn) == Mode.GRAPHQL_SQL
                && reading.classNamed()
                && graphql.take(question, reading).type() == QueryType.EXPLORE_DATA_AVAILABILITY) {
            return false;
        }
        // a part of a question says too little by itself to be weighed
        // growth dynamics are those of a country, however near the documents are
        QueryTypeReader.Taken taken = graphql.take(question, reading);
        if (taken.sure() && taken.type() == QueryType.COUNTRY_LOOKBACK && !Methodology.asks(question, reading)) {
            return false;
        }
        boolean whole = PARTS.split(turn.question().strip()).length < 2;
        return Methodology.asks(question, reading)
                || whole
                        && Methodology.leans(
                                question,
                                reading,
                                withoutDocuments(question, reading, turn),
                                () -> documents.near(question));
    }

    private Optional<String> forbid(String question, Reading reading) {
        Optional<String> harm = scope.forbidHarm(question);
        boolean noAdvice = harm.isEmpty()
                && scope.forbid(question).isPresent()
                && Methodology.isNoAdvice(reading, () -> documents.near(question));
        return noAdvice ? Optional.empty() : scope.forbid(question);
    }

    private static ToolExecutionRequest request(Turn turn, String tool, String question, String context, int n) {
        Map<String, String> arguments =
                context.isEmpty() ? Map.of("question", question) : Map.of("question", question, "context", context);
        return ToolExecutionRequest.builder()
                .id(turn.id() + "-" + turn.results().size() + "-" + n)
                .name(tool)
                .arguments(Replies.write(arguments))
                .build();
    }

    /**
     * What to do about a question on figures that mislead without their definitions.
     *
     * @param lookUp what to ask the documents first
     * @param questions what to ask the data then
     */
    private record Preparation(String lookUp, List<String> questions) {}

    private Optional<Preparation> preparation(String question, Turn turn, Catalog catalog) {
        if (tool(question, turn, catalog).equals(ToolChoice.GRAPHQL)) {
            return Optional.empty();
        }
        Reading reading = read(question, turn, catalog);
        List<String> metrics = Methodology.toLookUp(reading, question);
        // what became of figures after an event is asked of the data alone
        if (metrics.isEmpty()
                || reading.has(Signal.EVENT)
                || isMethodology(question, turn, catalog)
                || scope.refuse(question, reading).isPresent()) {
            return Optional.empty();
        }
        boolean atOnce =
                planner.plan(reading, Overrides.of(turn.choices())) instanceof Plan.Query plan && covers(plan, metrics);
        List<String> single = atOnce ? List.of() : each(metrics, reading);
        List<String> answerable = (single.isEmpty() ? List.of(question) : single)
                .stream().filter(part -> inWords(part, turn, catalog).isEmpty()).toList();
        if (answerable.isEmpty()) {
            return Optional.empty();
        }
        String lookUp = "What do "
                + metrics.stream().map(name -> model.metric(name).label()).collect(Collectors.joining(", "))
                + " mean, and how are they related?";
        return Optional.of(new Preparation(lookUp, answerable));
    }

    private static boolean covers(Plan.Query plan, List<String> metrics) {
        return plan.query().measures().stream()
                .map(SemanticQuery.Measure::metric)
                .toList()
                .containsAll(metrics);
    }

    /** A question for each metric, about the things that the metric describes. */
    private List<String> each(List<String> metrics, Reading reading) {
        String places = named(reading.places(Role.SUBJECT));
        String goods = named(reading.goods());
        String years = reading.from()
                .map(from -> reading.to()
                        .filter(to -> !to.equals(from))
                        .map(to -> " from " + from + " to " + to)
                        .orElse(" in " + from))
                .orElse("");
        List<String> questions = new ArrayList<>();
        for (String name : metrics) {
            Metric metric = model.metric(name);
            boolean ofProducts = metric.dimensions().contains("product");
            boolean ofCountries = !ofProducts || metric.dimensions().contains("country");
            if (ofProducts && goods.isEmpty() || ofCountries && places.isEmpty()) {
                continue;
            }
            questions.add("What was the " + metric.label() + (ofProducts ? " of " + goods : "")
                    + (ofCountries ? (ofProducts ? " for " : " of ") + places : "") + years + "?");
        }
        return questions;
    }

    private static String named(List<Mention> mentions) {
        return mentions.stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
    }

    /** What the documents said, for the tool that writes the query: of each metric asked for its definition, its place in the tables and what may be compared. */
    private static String context(Turn turn) {
        return turn.evidence().stream()
                .filter(DocsEvidence.class::isInstance)
                .flatMap(evidence -> asked((DocsEvidence) evidence).stream())
                .map(passage -> passage.section() + ": " + forQuery(passage.text()))
                .collect(Collectors.joining("\n"));
    }

    private static String forQuery(String text) {
        return Stream.concat(
                        Stream.of(Passages.opening(text)),
                        Passages.sentences(text).stream()
                                .filter(sentence -> USEFUL.matcher(sentence).find())
                                .limit(CONTEXT_SENTENCES))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    /** Of the sections that a look-up gave, those that it asked for by name; the first ones where it named none. */
    private static List<DocsEvidence.Passage> asked(DocsEvidence evidence) {
        List<DocsEvidence.Passage> named = evidence.passages().stream()
                .filter(passage -> evidence.question()
                        .toLowerCase(Locale.ROOT)
                        .contains(passage.section().replaceFirst(" \\(.*", "").toLowerCase(Locale.ROOT)))
                .toList();
        return named.isEmpty() ? evidence.passages().stream().limit(2).toList() : named;
    }

    /** One question a part, so that each gets a query; an overview is a handful of them. */
    private List<String> parts(String question, Turn turn, Catalog catalog) {
        Reading whole = read(question, turn, catalog);
        boolean overview = whole.has(Signal.OVERVIEW)
                && whole.goods().isEmpty()
                && whole.metrics().isEmpty()
                && whole.places(Role.SUBJECT).size() == 1;
        if (overview && tool(question, turn, catalog).equals(ToolChoice.GRAPHQL)) {
            return List.of(question);
        }
        if (overview) {
            String place = whole.places(Role.SUBJECT).get(0).text();
            return List.of(
                    "What are the total exports and imports of " + place + "?",
                    "What are the top 5 exports of " + place + "?",
                    "What is the GDP per capita of " + place + "?",
                    "What is the rank of " + place + " by economic complexity index?");
        }
        List<String> variants = isMethodology(question, turn, catalog) ? List.of() : variants(question, whole, turn);
        if (!variants.isEmpty()) {
            return variants;
        }
        List<String> all = List.of(PARTS.split(question.strip()));
        List<String> split = all.stream()
                .filter(part -> !MEANING.matcher(part.strip()).matches())
                .toList();
        if (split.size() == 1
                && all.size() > 1
                && inWords(split.get(0), turn, catalog).isEmpty()) {
            return split;
        }
        // "who buys it, and how much did they pay": the list of the first part has the figures
        boolean figuresOfList = split.size() == 2
                && FIGURES_OF_LIST.matcher(split.get(1)).matches()
                && (whole.has(Signal.BY_PARTNER) || whole.has(Signal.BY_COUNTRY));
        if (split.size() < 2 || split.size() > 4 || figuresOfList) {
            return List.of(question);
        }
        if (split.stream().allMatch(part -> isMethodology(part, turn, catalog))) {
            return List.of(question);
        }
        List<String> parts = new ArrayList<>();
        int answerable = 0;
        for (String part : split) {
            String text = part.strip().replaceFirst("(?i)^and\\s+", "");
            // "what does PCI mean" needs nothing of the part before; "what does it tell us" does
            boolean standsAlone =
                    parts.isEmpty() || !BACKWARD.matcher(text).find() && isMethodology(text, turn, catalog);
            String full = standsAlone ? text : followUp.continued(text, parts.get(0), catalog);
            answerable += tool(full, turn, catalog).equals(ToolChoice.GRAPHQL)
                            || inWords(full, turn, catalog).isEmpty()
                    ? 1
                    : 0;
            parts.add(full);
        }
        // what cannot be answered by itself may be part of a question that can; what refers back to it cannot either
        boolean lost = inWords(parts.get(0), turn, catalog).isPresent()
                && split.subList(1, split.size()).stream()
                        .anyMatch(part -> BACKWARD.matcher(part).find());
        boolean together = answerable == 0
                || answerable < parts.size()
                        && (lost || inWords(question, turn, catalog).isEmpty());
        return together ? List.of(question) : parts;
    }

    /** A question on several classifications, or on countries and groups side by side, is one on each: no query has both. */
    private List<String> variants(String question, Reading whole, Turn turn) {
        Matcher several = CLASSES.matcher(question);
        if (several.find() && !whole.metrics().isEmpty()) {
            List<String> names = CLASS.matcher(several.group())
                    .results()
                    .map(java.util.regex.MatchResult::group)
                    .distinct()
                    .toList();
            return names.stream()
                    .map(name -> question.substring(0, several.start()) + name + question.substring(several.end()))
                    .toList();
        }
        boolean apart = planner.plan(whole, Overrides.of(turn.choices())) instanceof Plan.Unanswerable no
                && no.message().startsWith(Inexpressible.APART);
        return !apart
                ? List.of()
                : Stream.of(Role.PARTNER, Role.SUBJECT)
                        .map(role -> apart(question, whole, role))
                        .filter(list -> !list.isEmpty())
                        .findFirst()
                        .orElse(List.of());
    }

    private static List<String> apart(String question, Reading whole, Role role) {
        List<Mention> places = whole.places(role);
        if (places.isEmpty()) {
            return List.of();
        }
        List<Mention> groups = places.stream()
                .filter(mention -> mention.entity() instanceof Entity.Group)
                .toList();
        List<Mention> countries = places.stream()
                .filter(mention -> mention.entity() instanceof Entity.Country)
                .toList();
        boolean mixed = !groups.isEmpty() && (!countries.isEmpty() || role == Role.PARTNER && groups.size() > 1);
        List<Reading.Role> between = whole.mentions().stream()
                .filter(m -> m.kind() == Reading.Kind.PLACE
                        && m.start() > places.get(0).start()
                        && m.end() < places.get(places.size() - 1).end())
                .map(Mention::role)
                .distinct()
                .toList();
        // names in one list, not here and there in a sentence
        boolean list = between.isEmpty() || between.equals(List.of(role));
        if (!mixed
                || !list
                || places.get(places.size() - 1).end() - places.get(0).start() > 4 * places.size()) {
            return List.of();
        }
        List<String> each = new ArrayList<>();
        if (!countries.isEmpty()) {
            each.add(FollowUp.swap(question, places, countries, ""));
        }
        groups.forEach(group -> each.add(FollowUp.swap(question, places, List.of(group), "")));
        return each.stream().allMatch(text -> !text.equals(question)) ? each : List.of();
    }

    private Reading read(String question, Turn turn, Catalog catalog) {
        return reader.read(
                question, catalog, Overrides.of(turn.choices()).schema().flatMap(dev.caravan.catalog.ProductClass::of));
    }

    /** The reply where no query is needed or none can be made. */
    private Optional<String> inWords(String question, Turn turn, Catalog catalog) {
        Reading reading = read(question, turn, catalog);
        Optional<String> forbidden = forbid(question, reading);
        if (forbidden.isPresent()) {
            return Optional.of("[REFUSED] " + forbidden.get());
        }
        Optional<String> greeting = scope.greet(question);
        if (greeting.isPresent()) {
            return Optional.of("[CLARIFY] " + greeting.get());
        }
        return isMethodology(question, turn, catalog) ? Optional.empty() : withoutDocuments(question, reading, turn);
    }

    /** What would be said if there were no documents. */
    private Optional<String> withoutDocuments(String question, Reading reading, Turn turn) {
        Optional<String> refusal = scope.refuse(question, reading);
        if (refusal.isPresent()) {
            return Optional.of("[REFUSED] " + refusal.get());
        }
        Plan plan = planner.plan(reading, Overrides.of(turn.choices()));
        if (plan instanceof Plan.Clarify clarify) {
            return Optional.of("[CLARIFY] " + clarify.message()
                    + clarify.options().stream().map(option -> "\n- " + option).collect(Collectors.joining()));
        }
        if (plan instanceof Plan.Unanswerable unanswerable) {
            return Optional.of(NO_DATA + unanswerable.message());
        }
        return Optional.empty();
    }

    /** The answer from the results. */
    private String sum(Turn turn, Catalog catalog) {
        List<String> parts = new ArrayList<>();
        boolean figures = turn.results().stream().anyMatch(result -> !isDocs(result));
        Intent intent = intent(turn, catalog);
        for (ToolResult result : turn.results()) {
            Optional<ToolResult> other = otherTool(turn, result);
            boolean compared = intent.verify()
                    && result.call().tool().equals(ToolChoice.GRAPHQL)
                    && other.filter(own -> own.status() == ToolResult.Status.OK).isPresent();
            Optional<Claim> claim =
                    intent.claim().filter(of -> of.check().equals(result.call().question()));
            claim.flatMap(of -> of.denial(result)).ifPresent(denial -> parts.add(0, denial));
            boolean onlyChecked =
                    claim.isPresent() && !intent.question().equals(result.call().question());
            if (compared || onlyChecked) {
                continue;
            }
            // of two tools asked the same, the one that answered speaks; of two that did not, the second one
            if (other.isPresent() && speaksFor(other.get(), result, turn) || isAskedInParts(turn, result, catalog)) {
                continue;
            }
            switch (result.status()) {
                case OK -> {
                    if (!isDocs(result)) {
                        boolean instead = result.call().round() > 1
                                && turn.results().stream()
                                        .anyMatch(r -> r.status() == ToolResult.Status.NO_ROWS
                                                && nearest(r, turn, catalog)
                                                        .filter(result.call().question()::equals)
                                                        .isPresent());
                        parts.add((instead ? "The nearest that is held:\n\n" : "")
                                + fromRows(turn, result, catalog)
                                + (intent.verify()
                                        ? "\n\n"
                                                + Verification.tell(
                                                        result, other, Mode.of(turn) == Mode.GRAPHQL_SQL, model)
                                        : verified(result, other)));
                    } else if (!figures) {
                        parts.add((answers(result) ? "" : "[NO_DATA] The documentation does not answer this.\n\n")
                                + result.text());
                    }
                }
                case NO_ROWS -> parts.add((isConditional(result)
                                ? "Nothing in the data meets all of these conditions: "
                                : "No data were found for: ")
                        + result.call().question() + " "
                        + result.evidence()
                                .map(e -> String.join(" ", e.notes()))
                                .orElse(""));
                case UNRESOLVED -> parts.add("[CLARIFY] " + forPerson(result.text()));
                case REJECTED, NOT_PERMITTED, UNAVAILABLE, UNKNOWN_TOOL, WAITING -> {
                    parts.add(forPerson(result.text()));
                    if (result.status() == ToolResult.Status.UNAVAILABLE
                            && result.call().tool().equals(ToolChoice.GRAPHQL)) {
                        inWords(result.call().question(), turn, catalog)
                                .filter(words -> words.startsWith(NO_DATA))
                                .ifPresent(words -> parts.add(words.substring(NO_DATA.length())));
                    }
                }
                case LIMIT_REACHED -> parts.add(
                        "The limit of queries for one question was reached before everything was answered.");
            }
        }
        if (figures) {
            turn.results().stream()
                    .filter(OfflineAgent::isDocs)
                    .flatMap(result -> result.evidence().stream())
                    .map(evidence -> "**How to read these figures**\n\n" + reading((DocsEvidence) evidence))
                    .forEach(parts::add);
        }
        if (turn.results().stream().anyMatch(result -> result.status() == ToolResult.Status.OK)) {
            parts.addAll(unanswered(turn, catalog));
        }
        if (figures && turn.results().stream().anyMatch(result -> result.status() == ToolResult.Status.OK)) {
            beyond(turn, catalog).ifPresent(parts::add);
        }
        return parts.isEmpty()
                ? "[FAILED] The question could not be answered within its limits."
                : tag(turn, parts) + String.join("\n\n", parts);
    }

    /** Says of words that tell why there is no result that they are that. */
    private static String tag(Turn turn, List<String> parts) {
        List<ToolResult.Status> statuses =
                turn.results().stream().map(ToolResult::status).toList();
        if (parts.get(0).startsWith("[") || statuses.isEmpty() || statuses.contains(ToolResult.Status.OK)) {
            return "";
        }
        return switch (statuses.get(statuses.size() - 1).outcome()) {
            case NO_DATA -> NO_DATA;
            case FAILED -> "[FAILED] ";
            default -> "";
        };
    }

    /** Whether a query lists what meets conditions: that nothing does is then what the data say. */
    private static boolean isConditional(ToolResult result) {
        return result.evidence()
                .filter(evidence -> evidence instanceof SqlEvidence sql
                        && CONDITIONS.matcher(sql.sql()).find())
                .isPresent();
    }

    /** Parts of the question that were not asked of any tool, with the reason. */
    private List<String> unanswered(Turn turn, Catalog catalog) {
        List<String> parts = parts(intent(turn, catalog).question(), turn, catalog);
        if (parts.size() < 2) {
            return List.of();
        }
        return parts.stream()
                .filter(part -> turn.results().stream()
                        .noneMatch(result -> result.call().question().equals(part)))
                .flatMap(part -> inWords(part, turn, catalog).stream()
                        .map(reply -> "Not answered: \"" + part + "\" "
                                + reply.replaceFirst("^\\[\\w+] ", "").replaceAll("\\n- .*| Example: .*", "")))
                .toList();
    }

    /** What figures cannot tell, where a question asks for more than figures. */
    private Optional<String> beyond(Turn turn, Catalog catalog) {
        Reading reading = read(turn.question(), turn, catalog);
        String lacking = scope.aside(turn.question(), reading)
                .map(word -> " They hold nothing on \"" + word + "\".")
                .orElse("");
        if (!reading.has(Signal.CAUSE) && !reading.has(Signal.EVENT)) {
            return lacking.isEmpty()
                    ? Optional.empty()
                    : Optional.of("What the data cannot tell:" + lacking.replace("They hold", "they hold"));
        }
        return Optional.of(
                "What the data cannot tell: they show what happened, not why, and not what would have happened otherwise."
                        + lacking);
    }

    private static Optional<ToolResult> otherTool(Turn turn, ToolResult result) {
        return turn.results().stream()
                .filter(r -> !isDocs(r)
                        && !isDocs(result)
                        && !r.call().tool().equals(result.call().tool())
                        && r.call().question().equals(result.call().question()))
                .findFirst();
    }

    /** Whether the database was asked in other words what the API gave no answer to. */
    private boolean isAskedInParts(Turn turn, ToolResult result, Catalog catalog) {
        boolean lacking = result.call().tool().equals(ToolChoice.GRAPHQL) && result.status() != ToolResult.Status.OK;
        return lacking
                && forDatabase(result.call().question(), turn, catalog).stream()
                        .anyMatch(part -> turn.results().stream()
                                .map(ToolResult::call)
                                .anyMatch(call -> call.tool().equals(ToolChoice.QUERY)
                                        && call.question().equals(part)));
    }

    private static boolean speaksFor(ToolResult other, ToolResult result, Turn turn) {
        boolean otherAnswered = other.status() == ToolResult.Status.OK;
        if (result.status() == ToolResult.Status.OK) {
            return otherAnswered && ToolChoice.isImplausible(result);
        }
        return otherAnswered || turn.results().indexOf(other) > turn.results().indexOf(result);
    }

    /** What the check of a result that could not be true has shown. */
    private static String verified(ToolResult result, Optional<ToolResult> other) {
        if (other.isEmpty()) {
            return "";
        }
        if (ToolChoice.isImplausible(other.get())) {
            return "\n\nThe Atlas API gave a value that cannot be right; this one comes from the database instead.";
        }
        if (ToolChoice.isImplausible(result)) {
            return "\n\nThis looks too small to be right, and the other source could not confirm it.";
        }
        if (other.get().status() == ToolResult.Status.UNAVAILABLE) {
            return result.call().tool().equals(ToolChoice.GRAPHQL)
                    ? "\n\nThe database is not available just now. This comes from the Atlas API instead, which counts goods and"
                            + " services together where the database lists goods alone."
                    : "\n\nThe Atlas API is not available just now. This comes from the database instead, which lists goods alone"
                            + " where the API counts goods and services together.";
        }
        return "";
    }

    /** The advice to the agent is not meant for the person. */
    private static String forPerson(String text) {
        return text.replaceAll(
                        "\\s*(Ask the person|Tell the person|Ask in other words|Try again, or tell|Please use the query_tool)[^.;]*[.;]",
                        "")
                .strip();
    }

    private static boolean answers(ToolResult lookUp) {
        return lookUp.evidence().stream()
                .noneMatch(evidence -> evidence.notes().contains(SelectDocuments.NOTHING_NEAR));
    }

    /** What the metrics asked for are. */
    private static String reading(DocsEvidence evidence) {
        return asked(evidence).stream()
                .map(passage -> "- **" + passage.section() + "**: " + Passages.opening(passage.text()) + " *("
                        + passage.title() + ")*")
                .collect(Collectors.joining("\n"));
    }

    private String fromRows(Turn turn, ToolResult result, Catalog catalog) {
        Evidence evidence = result.evidence().orElseThrow();
        if (evidence instanceof GraphqlEvidence found) {
            return fromApi(found, read(found.question(), turn, catalog)) + "\n\n*Source: " + found.source() + ".*";
        }
        SqlEvidence rows = (SqlEvidence) evidence;
        Reading reading = read(rows.question(), turn, catalog);
        String text = Remarks.before(rows.table(), rows.sql(), reading)
                + writer.write(rows, reading, catalog)
                + Remarks.after(rows.table(), rows.sql(), reading);
        return UnreadWords.caveat(rows.notes()) + text + "\n\n*Source: " + rows.source() + ".*";
    }

    private String fromApi(GraphqlEvidence evidence, Reading reading) {
        Optional<String> years = years(evidence);
        if (FactWriter.isFacts(evidence.table())) {
            List<Mention> places = reading.places(Role.SUBJECT);
            String subject = (places.isEmpty() ? reading.goods() : places)
                    .stream()
                            .filter(mention -> mention.sense().isPresent())
                            .map(mention -> AnswerWriter.called(mention.entity()))
                            .distinct()
                            .collect(Collectors.joining(" and "));
            return FactWriter.facts(
                    evidence, subject, OVERVIEW.matcher(evidence.question()).find());
        }
        return writer.write(FactWriter.asked(evidence.table(), reading), years, reading);
    }

    /** The years a query asks for, as its variables say. */
    private static Optional<String> years(GraphqlEvidence evidence) {
        try {
            JsonNode variables = Replies.object(evidence.variables());
            if (variables.has("year")) {
                return Optional.of(variables.path("year").asText());
            }
            String from = variables.path("yearMin").asText();
            String to = variables.path("yearMax").asText();
            return from.isEmpty() ? Optional.empty() : Optional.of(from.equals(to) ? from : from + " to " + to);
        } catch (Replies.Unreadable e) {
            throw new IllegalStateException("variables are JSON", e);
        }
    }
}
