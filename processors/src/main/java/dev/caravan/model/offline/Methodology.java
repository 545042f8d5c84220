package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;

/** Decides which questions the documents answer, not the data, and which data questions need the documents first. */
final class Methodology {
    /** Metrics whose values mislead without their definition: relative, standardised or not comparable over time. */
    static final Set<String> DELICATE = Set.of("eci", "pci", "coi", "cog", "distance", "rca");

    /** A state of the world at a year, which figures tell; the years of a classification or of a comparison are no such state. */
    private static final Pattern AS_OF = Pattern.compile("(?i)\\b(as of|by|between) (the )?(19|20)\\d\\d\\b");

    private static final Pattern METHOD = any(
            // how figures come about
            "methodolog\\w*",
            "formulas?",
            "definitions? of",
            "(mirror|mirrored) (data|flows?|statistics|trade|records?)",
            "baci",
            "comtrade",
            "cif",
            "fob",
            "discrepanc\\w+",
            "reconcil\\w+",
            "mis-?report\\w*",
            "under-?report\\w*",
            "(inconsistent|consistent|missing|unreliable) .*\\b(data|reporting)",
            "(data|reporting|statistics?) (quality|gaps?|sources?|cleaning|coverage|standards?)",
            "(quality|reliab\\w+|accura\\w+|coverage|sources?) of .*\\b(data|statistics|reporting)",
            "how (reliable|accurate|complete|trustworthy|good|fragmented|comparable)\\b.*\\b(data|statistics|standards|systems)",
            "where do(es)? .*\\bdata (come|originate)\\w*",
            "(counted|included|recorded|treated|reported|registered) (as|in|under|among) (its |the |their |a )?(\\w+ )?(exports?|imports?|trade|goods|services)",
            "(what|which|who) (\\w+ )?(counts?|qualif(y|ies)|passes) as",
            "when (should|does|do|would|to) (one|i|we|you|people|an analyst)? ?(use|choose|prefer|pick|take)",
            "how (is|are|was|were) (the |an? )?.{0,50}(built|made|put together|arrived at|produced|worked out)",
            "where do(es)? (the |your |these |those )?(\\w+ )?(data|numbers|figures|statistics|values) (\\w+ )?(come|originate)\\w*",
            "(numbers|figures|data|values|totals) .{0,40}(differ|diverge|deviate|disagree)\\w* (from|with)",
            // classifications as such
            "(classification|nomenclature) (systems?|standards?|vintages?|revisions?|versions?|changes?)",
            "concordances?",
            "(correlation|correspondence|conversion) tables?",
            "vintages?",
            "convert\\w* (between|from|trade|product|hs|sitc|data|the data)\\b.*",
            "(difference|differ|differs) between (hs|sitc)\\b.*",
            // how to read and rebuild
            "how (is|are|do|does) .{2,60} relate[sd]?( to)?",
            "(does|do) .{2,60} (simply|always|necessarily|automatically|just) mean",
            "how (is|are|was|were) (the )?(\\w+ ){0,2}(data|figures|numbers|statistics|services|flows|records) .{0,20}(cleaned|recorded|collected|compiled|reported|gathered|measured|valued|corrected|processed|made)",
            "(comparable|compare|compared) (over|across|between) (time|years|classifications|editions)",
            "reproduc\\w+",
            "replicat\\w+",
            "(how|why) (is|are|was|were|do|does|did) (the )?(data|atlas|figures|numbers|values)\\b.*");

    /** Research as such; about these data only together with a word of theirs. */
    private static final Pattern RESEARCH = any(
            "frameworks?",
            "theor(y|ies|etical\\w*)",
            "simulat\\w+",
            "predict(or|ors|ive|ive power|ion|ions)",
            "(did|does|do|could|can|well) (\\w+ ){0,6}predict",
            "according to (the |recent |\\w+ )?(research|literature|stud(y|ies)|papers?|authors?|\\w+ paper)",
            "research (from|by|shows?|found|suggests?|on|in)",
            "(stud(y|ies)|papers?|literature) (find|finds|found|show|shows|showed|say|says|suggest\\w*)",
            "input-?\\s?output",
            "(forward|backward|vertical) linkages?",
            "(knowledge|technology) (diffusion|spillovers?)",
            "spillovers?",
            "neighbou?r(s|ing)?('s)? effects?",
            "neighbou?ring countr(y|ies)\\b.*\\b(role|effect|help|likely|already|play\\w*)",
            "role (did|do|does) neighbou?r\\w*",
            "(export|trade) similarit(y|ies)");

    private static final Pattern DOMAIN = any(
            "(trad|export|import|product|industr|countr|econom|complex|diversif|neighbou?r|sector|good|service|income|growth|capabilit|classification)\\w*",
            "atlas",
            "gdp");

    private static final Pattern COMPUTED = any(
            "how (is|are|was|were|do you|does the atlas|do they|would (i|you)|can i) (the |an? )?.{0,60}(calculated?|computed?|defined?|define|measured?|constructed?|derived?|estimated?|normali[sz]ed?|standardi[sz]ed?|harmoni[sz]ed?|adjusted?|cleaned?|classified|classify|treated?|treat|handled?|handle|interpret(ed)?|obtained?|deflated?|read)",
            "(explain|define|describe|tell me about|meaning of|interpretation of|interpret) .{2,80}",
            "what('s| is| are) (meant by |the (meaning|definition|idea|concept|difference|intuition|formula|logic|unit)( of| between| behind)? ?|an? |the )?.{2,60}",
            "(what|how) do(es)? .{2,60} (mean|measure|differ|work|relate)\\b.*",
            "why (is|are|do|does|did|can|can't|cannot|should|would|might|isn't|aren't|must|not) .*");

    /** What the documents are about, other than the metrics of the semantic model. */
    private static final Pattern CONCEPT = any(
            "complexit(y|ies)",
            "complex products?",
            "product space",
            "country space",
            "capabilit(y|ies)",
            "know-?how",
            "proximit(y|ies)",
            "relatedness",
            "related products?",
            "diversif\\w+",
            "diversity",
            "ubiquity",
            "comparative advantage",
            "rca",
            "rpop",
            "eci",
            "pci",
            "coi",
            "cog",
            "opportunity (gain|value)",
            "complexity outlook",
            "distance",
            "density",
            "export baskets?",
            "speciali[sz]\\w+",
            "strategic (value|approach|bets?)",
            "parsimonious",
            "light touch",
            "frontier",
            "new products?",
            "z-?scores?",
            "normali[sz]ed",
            "deflat\\w+",
            "constant (prices|dollars)",
            "mirror\\w*",
            "re-?exports?",
            "harmoni[sz]ed system",
            "hs ?\\d*",
            "sitc",
            "classifications?",
            "services? (data|trade|categories)",
            "balance of payments",
            "growth (projection|potential)s?",
            "trade data",
            "data",
            "atlas",
            "export similarity",
            "path dependen\\w+",
            "monkeys?",
            "forest");

    /** Asks what there is, also with a country as the example. */
    private static final Pattern HELD = any(
            "^\\s*(does|do|is|are|can|could|will) (the )?(atlas|data|database|dataset|caravan|it|you|this|there)\\b.{0,40}\\b(show|include|cover|contain|have|hold|provide|track|report|offer|support|adjust|distinguish|count|compar|available|official|real|synthetic)\\w*\\b.*",
            "^\\s*(does|do|is|are) (the )?((export|import|trade) )?(values?|figures?|numbers?|totals|exports?|imports?)( of (exports?|imports?|trade))? (also )?(includ|cover|count|contain|measured|recorded|valued|reported|net of|gross of|adjusted|inflation)\\w*\\b.*");

    private static final Pattern COVERAGE = any(
            "(what|which) (years?|periods?|time span|classifications?|product classifications?|levels?|data ?sets?|data sources?|services? categories|sources) .*\\b(available|covered|exist|are there|supported|include[ds]?|cover|tracked|used?|does the (atlas|data))\\b.*",
            "how (many|far back|often|current|recent|up[- ]to[- ]date)\\b.*\\b(atlas|data|database|dataset|classification) (\\w+ )?(track|cover|include|contain|distinguish|go|have|updated|released|is|are)\\w*.*",
            "(years?|data) .{0,30}(are|is) available",
            "(available|coverage) (years?|period|of the (data|atlas))",
            "(limits|limitations|caveats|gaps) of .*",
            "what (can't|can not|cannot|can) (i|you|it|the (atlas|data)) .*(answer|ask|tell|show).*");

    private static final Pattern GENERIC = any(
            "(if|when|once|that|for|does|can|could|might|would|is|how likely is|of) an? (\\w+ ){0,3}(country|economy|nation|place|location|region)",
            "countries (seem|tend|that (share|already|are)|can|could|move|grow|diversify|become|stuck)",
            "threshold");

    private static final Pattern RELATION = any(
            "how (is|are|do|does) .{2,60} (linked|connected|differ|interact)s?",
            "(relation|relationship|link|connection|difference|differences) (between|of)");

    private static final Pattern EXPLAINS = any(
            "why",
            "how (do|does|did|can|could|is|are|come|well|much more|likely)",
            "what (does|do|role|happens?|happened|explains?|determines?|makes?|is meant)",
            "(does|do|did|is|are|can|could)",
            "explain",
            "define",
            "difference");

    /** How a question begins that wants something explained. */
    private static final Pattern OPENS = Pattern.compile(
            "(?is)^\\s*(why|how (is|are|do|does|can|could|would|come)|do|does|is|are|can|could|may|when (do|does|is)|what (do|does|makes|happens))\\b");

    private static final Pattern EXPLAIN = Pattern.compile(
            "(?i)\\s*((can|could|would|will) you |please |pls )*(explain|define|describe)( to)?( me)?\\b(?! (how|why) (the )?(exports|imports|trade) of)");

    private static final double LIKELY = 0.48;
    private static final double PROBABLE = 0.52;
    private static final double CERTAIN = 0.6;
    private static final double SURE = 0.68;

    private Methodology() {}

    private static Pattern any(String... alternatives) {
        return Pattern.compile("(?is)(?<![\\w-])(?:" + String.join("|", alternatives) + ")(?![\\w-])");
    }

    /** Whether the question is about methods, definitions, coverage or findings, not about figures. */
    static boolean asks(String question, Reading reading) {
        if (METHOD.matcher(question).find()
                || RESEARCH.matcher(question).find() && DOMAIN.matcher(question).find()) {
            return true;
        }
        boolean places = !reading.places(Role.SUBJECT).isEmpty()
                || !reading.places(Role.PARTNER).isEmpty();
        // "light" in "light touch approach" is no product
        List<String> concepts = CONCEPT.matcher(question)
                .results()
                .map(concept -> concept.group().toLowerCase(Locale.ROOT))
                .toList();
        boolean goods = reading.goods().stream()
                .anyMatch(good -> good.exact()
                        && concepts.stream()
                                .noneMatch(concept ->
                                        concept.startsWith(good.text().toLowerCase(Locale.ROOT) + " ")));
        if (HELD.matcher(question).find() && !goods && reading.ranking() == 0) {
            return true;
        }
        if (places || goods || AS_OF.matcher(question).find()) {
            return false;
        }
        if (COVERAGE.matcher(question).find() && reading.ranking() == 0
                || RELATION.matcher(question).find()) {
            return true;
        }
        if (EXPLAIN.matcher(question).lookingAt()
                && (CONCEPT.matcher(question).find()
                        || reading.mentions().stream().anyMatch(m -> m.kind() == Kind.METRIC))) {
            return true;
        }
        // "countries that …" is then about countries in general
        boolean generic = GENERIC.matcher(question).find();
        boolean figures = reading.ranking() != 0
                || reading.has(Signal.BY_COUNTRY) && !generic
                || reading.has(Signal.BY_PRODUCT)
                || reading.has(Signal.BY_PARTNER)
                || reading.has(Signal.WORLD)
                || reading.has(Signal.COUNT)
                || reading.limit().isPresent();
        boolean concept =
                CONCEPT.matcher(question).find() || reading.mentions().stream().anyMatch(m -> m.kind() == Kind.METRIC);
        if (figures || !concept) {
            return false;
        }
        return COMPUTED.matcher(question).find()
                || CONCEPT.matcher(question).find()
                        && (generic || EXPLAINS.matcher(question).find());
    }

    /**
     * Whether a question whose words do not tell is better taken to the documents, by how near they are to it. The bounds
     * are those that parted evaluation/atlas-docs.yaml from evaluation/atlas-sql.yaml and atlas-refusals.yaml best.
     *
     * @param reply what would be said without the documents: a refusal, a question back; empty where the data have an answer
     * @param near similarity of the nearest section; asked for only where it can decide
     */
    static boolean leans(String question, Reading reading, Optional<String> reply, DoubleSupplier near) {
        boolean placed = !reading.places(Role.SUBJECT).isEmpty()
                || !reading.places(Role.PARTNER).isEmpty();
        boolean years = reading.from().isPresent()
                || reading.to().isPresent()
                || reading.lastYears().isPresent();
        boolean opens = OPENS.matcher(question).find();
        if (reply.isPresent() && reply.get().startsWith("[CLARIFY]")) {
            return (opens || !placed) && near.getAsDouble() >= (opens && !placed ? LIKELY : SURE);
        }
        if (reply.isPresent()) {
            // a year is asked of the data, even where they have no answer
            return opens && near.getAsDouble() >= (years ? SURE : LIKELY)
                    || !placed && !years && near.getAsDouble() >= CERTAIN;
        }
        if (placed
                || reading.ranking() != 0
                || reading.limit().isPresent()
                || !reading.thresholds().isEmpty()) {
            return placed && opens && !years && near.getAsDouble() >= SURE;
        }
        boolean goods = !reading.goods().isEmpty()
                && !question.strip().toLowerCase(Locale.ROOT).startsWith("why");
        return opens && near.getAsDouble() >= (goods ? CERTAIN : PROBABLE)
                || !years && reading.goods().isEmpty() && near.getAsDouble() >= SURE;
    }

    /** Whether a question that sounds like one for advice is one about methods. */
    static boolean isNoAdvice(Reading reading, DoubleSupplier near) {
        return reading.places(Role.SUBJECT).isEmpty() && near.getAsDouble() >= CERTAIN;
    }

    /** The delicate metrics of a question about figures that should be looked up first: two or more of them; else none. */
    static List<String> toLookUp(Reading reading, String question) {
        Set<String> metrics = new LinkedHashSet<>(reading.metrics());
        if (question.toLowerCase(Locale.ROOT).contains("complexity profile")) {
            metrics.addAll(List.of("eci", "coi"));
        }
        metrics.retainAll(DELICATE);
        // "how complex is tea, its PCI" is about one index
        if (metrics.contains("pci")
                && !reading.goods().isEmpty()
                && reading.places(Role.SUBJECT).isEmpty()) {
            metrics.remove("eci");
        }
        return metrics.size() < 2 ? List.of() : List.copyOf(metrics);
    }
}
