package dev.caravan.model.offline;

import dev.caravan.catalog.Entity;
import dev.caravan.graphql.QueryType;
import dev.caravan.model.offline.Reading.Kind;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.model.offline.Reading.Signal;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Takes a question for one of the query types of the Atlas API, by its words and what it names. */
final class QueryTypeReader {

    /**
     * A type with the reason for it.
     *
     * @param derived whether only the Atlas API has it, not the database
     * @param sure whether its words say so; otherwise it is what was left
     */
    record Taken(QueryType type, String reason, boolean derived, boolean sure) {
        Taken(QueryType type, String reason, boolean derived) {
            this(type, reason, derived, true);
        }

        /** The same, open to be outvoted. */
        Taken unsure() {
            return new Taken(type, reason, derived, false);
        }
    }

    private static final int LONGEST = 45;
    private static final int AFTERTHOUGHT = 12;
    private static final int SHORT_QUESTION = 6;
    /** How a question of its own begins. */
    private static final Pattern OPENING = Pattern.compile(
            "(?i)(and |but |also |so )*(why|how|explain|is|are|was|were|do|does|did|has|have|can|could|would|should|will|which|what|who|whom|where|when|show|list|give|name|compare|tell)\\b");

    private static final Pattern SAME_MATTER = Pattern.compile(
            "(?i)(and |so )*(how (much|large|big|high|many|strongly|far)|by how much|what (is|was|are|were) (the|its|their) (value|values|amount|figure|level|number)|in what year)\\b");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.?!])\\s+|--|—");
    /** A statement about the person who asks, or what was asked already put in other words. */
    private static final Pattern LEADING = Pattern.compile(
            "(?i)^(i|i'm|i've|i'd|we|we're|my|our|hello|hi|hey|good (morning|afternoon|day)|thanks|thank you|please|ok|okay|dear|quick question|a question|just|only|take|use|(\\w+ ){0,2}(figures?|value|number) (please|only)|in (us )?dollars|short answer)\\b");

    private static final Pattern AVAILABILITY = words(
            "(from|since|until|up to|starting) (which|what) year( on(wards)?)? (do|does|are|is|have|has)\\b.*\\b(data\\w*|figures|hs ?\\d*|sitc|available)|(what|which) (\\w+ )?years\\b.*\\b(available|data\\w*|cover\\w*|exist|there|have|hold|includ\\w+|span\\w*)|years of (\\w+ )*data"
                    + "|(data|time|year) (coverage|availability|range|span)|how (far back|recent|up to date|current) (do|does|is|are)|how old (is|are) (the|your) (\\w+ )?data"
                    + "|(first|last|latest|earliest|oldest|newest|most recent) year\\b.*\\b(data\\w*|atlas|available|cover\\w*|have|here|hs ?\\d*|sitc)"
                    + "|data\\b.*\\b(available (for|from|since)|go back|reach back|begin|start|end)|(which|what) years? (do(es)?|did|is|are|was) (the |your |this )?(data\\w*|series|figures|atlas|hs ?\\d*|sitc)|(anything|data|figures|numbers) (before|after|for|prior to|in) (19|20)\\d\\d|(what|which) (period|span)\\b.*\\b(cover\\w*|data|available)");
    private static final Pattern NEW_PRODUCTS = words(
            "products? (has|have|did) (\\w+ ){1,3}add(ed)?|new(ly)?[- ]((export(ed|s)?|started|begun|added|acquired) )?(products?|exports?|goods|items|lines|industries|things)|products? (it |they |\\w+ has |has )?(recently|newly|lately) (began|begun|started|added|entered)"
                    + "|(start|started|begin|began|begun|taken up|took up) (exporting|to export|selling abroad)|(newly|recently|lately) (started|began|begun) (to export|exporting)|export newcomers|new additions to|newcomers|(is|are|was|were) new (in|to|among)|(anything|something|nothing) new|(has|have|did) (\\w+ ){0,3}(add|added|picked up|taken up) (\\w+ ){0,2}to (its|their|what|the)\\b");
    private static final Pattern GRADE = words(
            "grade|graded|diversification (mark|score|rating|letter)|(letter|mark|score|rating)\\b[^?]*\\bdiversif\\w+|diversif\\w+[^?]*\\b(letter|mark|score|rating)");
    private static final Pattern STRATEGY = words(
            "(overall|broad|general|growth|export|diversification|development|policy|economic) strategy|strateg(y|ic) (approach\\w*|recommend\\w*|advice)|strategic|policy (approach|recommend\\w*)|(structural|resource|commodity|complexity|income|development|poverty) traps?|(caught|stuck|trapped|locked) in|"
                    + Scope.POLICY + "|recommended (approach|strategy|policy)|growth strategy");
    private static final Pattern INCOME = words(
            "income (class\\w*|group|level|category|status|bracket|tier)|(high|middle|low|upper|lower|rich|poor)([- ]middle)?([- ]income)? (or|,)[^.?]*\\bincome\\b|(high|middle|low)[- ]income (country|economy)|rich or poor");
    private static final Pattern PROJECTION = words(
            "growth (projections?|forecasts?|outlook|prospects)|projected (\\w+ )*growth|projected to grow|growth\\b[^.?]*\\b(is|are) (projected|forecast|expected|predicted|foreseen)|growth\\b[^.?]*\\b(lab|atlas) (project|expect|predict|foresee|forecast)s?\\b|(project|expect|predict|foresee|forecast)s?\\b[^.?]{0,30}\\bto grow|growth\\b[^.?]*\\bforeseen|(expected|predicted) (\\w+ ){0,3}growth");
    private static final Pattern EXPECTED = words(
            "(more|less)( or less)? (complex|sophisticated) than|(than|as|what) (is |was |one would |you would |you'd |would be |we would |might be )?(expect(ed)?|suggest(ed)?|predict(ed)?)|complexity .* (for|given) (its|their) income|(its|their) income (level )?(would |might |should )?(suggests?|predicts?|implies|imply)|relative to (its|their) income|expected for|(considering|given) how (rich|poor|wealthy) (it|they|the country)|(for|given) (its|their|such) (wealth|riches|prosperity)");
    private static final Pattern PEERS = words(
            "peer (countries|group|economies)|peers|benchmark\\w*|reference countries|comparison countries|comparator countries|similar countries");
    private static final Pattern RANK =
            words("league table|leader ?board|rank|ranks|ranked|ranking|place (in|among)|position (in|among)");
    private static final Pattern OVERVIEW = words(
            "country profile|profile of|overview|tell me (something |more |a bit )?about|economy of|at a glance|summary (page|of)|country page|profile page|(quick |short |brief |general )?(picture|snapshot|sketch|portrait|rundown|summary|briefing|introduction|outline) (of|on|to|for)"
                    + "|(know|learn|hear) (more )?about|brief me on|introduce me to|sum up|summari[sz]e|in a nutshell|key (facts|figures|indicators|numbers)|basic (facts|data|figures)|what kind of economy|fact sheet");
    private static final Pattern IS = words("is|are|was|were|consists?|consisted|came|comes");
    private static final Pattern PAGE = words("country profile (for|of|please)|profile of");
    private static final Pattern STRUCTURE = words(
            "structural transformation|market share (growth|gains?)|expanding (its )?(global )?market share|growing sectors?");
    private static final Pattern MEMBERS = words("belongs?|members?|membership");
    private static final Pattern ADVANTAGE = words("rcas?|comparative advantages?|competitive(ly)?");
    private static final Pattern OPPORTUNITY = words(
            "(within|out of|in) reach|(chances?|prospects|scope|room) (to|for|of) (\\w+ )?diversif\\w+|within (the )?(reach of|\\w+( \\w+)?('s)? reach)|(nearest|closest|most (feasible|attractive|promising)) (new )?(products|goods|industries|sectors)|how (far|close|near|distant)\\b[^?]*\\b(what|capabilit\\w+|knowhow)\\b|(could|can|might) (the )?(\\w+ ){1,4}(realistically |plausibly |feasibly |easily |next |also |start |begin |to |best )*(make|produce|producing|export|exporting|diversify|develop|branch|expand|move|grow) ?(next|into)?|(should|could) (\\w+ ){1,3}(diversify|branch out|specialise|move)|(should|could) (\\w+ ){1,3}(make|produce|export|sell|develop|add|manufacture|build)\\b[^?]*\\b(next|diversify|new)\\b|next products|stepping[- ]stones?|how (far|close|near)\\b[^?]*\\b(mak|produc|export|manufactur|becom)ing|opportunit(y|ies)|(diversif\\w+|growth|export) (potential|prospects|options)|high[- ]potential|potential (for|new) (diversif\\w+|products|sectors|exports)|feasib\\w+|diversify into|diversification potential|expand into|move into|(promising|nearby) (products|sectors|industries)|(products|sectors|industries)( \\w+){0,3} (promising|feasible|attractive)|low[- ]hanging");
    private static final Pattern YET =
            words("would|could|might|promising|suit\\w*|fit(s|ting)?|feasible|potential|possible|candidates?");
    private static final Pattern DISTANT = words("how (far|close|near|distant)");
    private static final Pattern DIVERSIFICATION = words(
            "diversif\\w+ (potential|options|opportunit\\w+|prospects)|growth opportunit\\w+|opportunit\\w+ (for|to) diversif\\w+");
    private static final Pattern TABLE = words(
            "tables?|tabular|tabulate\\w*|ranked|ranking|rank|list(ed|ing)?|sorted|ordered|spreadsheet|top \\d+|top (three|four|five|six|seven|eight|ten|twelve|fifteen|twenty)|(the )?(\\d+|three|five|ten|fifteen|twenty) best");
    private static final Pattern SPACE =
            words("product[- ]space|connected\\w*|connectedness|relatedness|proximity|closely related");
    private static final Pattern GROWTH_RATE = words(
            "growth (rate|pattern|dynamics|record|performance)|(average|annual) (\\w+ )*growth|grow(n|th)? (rate|fast|slow)|how fast|growth of|growth|cagr");
    private static final Pattern CHANGED = words(
            "mov(es?|ed|ing) (up|down)|climb(s|ed|ing)?|slip(s|ped)?|advanced?|(gain|gained|lose|lost|losing|won|win) (\\w+ )?(places|ground|positions|ranks)|rise|changed?|evolved?|developed?|fared?|improved?|worsened?|risen|rose|fallen|fell|climbed|dropped|moved|trend|trends|trajectory|over time|evolution|history");
    private static final Pattern DYNAMICS = words(
            "growth dynamics|look ?back|(promising|stagnant|troubling|static),? (or )?(promising|stagnant|troubling|static|mixed)|(non|without|excluding|except|outside|besides|beyond|not counting|leaving out)[- ]oil|growth pattern|regional average|its region");
    private static final Pattern RESOURCES = words("natural[- ]resources?");
    private static final Pattern WORLD_SHARE = words(
            "(shares?|slices?|portions?|parts?|percent(age)?|fractions?|pieces?|chunks?|proportion) of (all )?(the )?(world|global|international|worldwide|earth)('s)?( (?!gdp|population)[\\w-]+){0,5} (exports?|trade|market|sales|supply)|(world|global|international|worldwide)( [\\w-]+){0,3} market[- ]shares?|market[- ]shares? (world-?wide|globally|in the world)|(shares?|slice|portion|weight) (in|within) (the )?(world|global|international)('s)?( [\\w-]+){0,4} (market|exports|trade)");
    private static final Pattern WITHOUT_OIL =
            words("(non|without|excluding|except|outside|besides|beyond|not counting|leaving out)[- ]oil");
    private static final Pattern TRAITS = words("natural resources?|green products?");
    private static final Pattern COMPLEX_SHARE = words(
            "(high|low|medium)[- ](complexity|tech|technology|skill)\\w*|(most|more|less|least|highly|advanced) (complex|sophisticated)|high-tech\\w*");
    private static final Pattern DRIVING = words("driv(es?|ing|en|ers?)|contribut\\w+|behind");

    /** Words of a question that asks for reasons and meanings, which no query gives. */
    private static final Pattern WHY = words(
            "why|explain\\w*|reasons?|evidence|suggest\\w*|reveals?|tell us|told us|what did (this|that|it) (mean|say)|mean for|impl(y|ies|ied|ication\\w*)|what explains|say about|hurt|because|caus\\w+|role (did|do|does|of)|matter(s|ed)?(?! most)|vulnerab\\w+|really|actually|genuin\\w+|consistent with|artifact|just(?! (before|after|over|under|for|the|one|two|in|a|about|list|show|give|tell|how|goods|exports|imports)\\b)|lessons?|experience with|sustainab\\w+|strong competitive|competitiveness");

    private static final Pattern NOT_HELD = words(
            "decompos\\w+|percentage points|projected to (change|reach|be)|immigra\\w*|emigra\\w*|migra\\w*|diaspora|intra-?firm|multinational\\w*|foreign[- ]owned|ownership|value chains?|simulat\\w*|literature|research|paper|unit values?|price gaps?|re-?exports?|tariff\\w*|gravity|manufacturing output|employment|jobs|wages|subnational|provinces?|cit(y|ies)|industrial policy|remittances?");

    private static final Pattern MANY = words(
            "(each|every) (\\w+ ){0,2}country('s)?|each (country|product|market)|every (country|product|market)|single countr(y|ies)|all countries|countries (that|with|which|whose|have|are)|other (countries|african|asian|european|latin)\\w*|similar to|resembles?|advanced economies|developing (countries|economies)|global average|world average|world's (largest|biggest|top)|dominant|dominat\\w+|compared? (to|with) the rest|rest of the world|key (global )?(regions|markets)|markets? dominated|(market|markets) size|size of the (\\w+ )?markets?|(largest|biggest) (global )?markets?|across (countries|products|regions|product types|key)");

    private static final Pattern EACH_MEMBER = words(
            "(each|every) (\\w+ ){0,3}(member|country|state|economy|nation|republic)s?|(each|every) one|per (member|country)|members' \\w+");
    private static final Pattern PER_HEAD = words("per (head|capita|person|inhabitant)");
    private static final Pattern FASTEST = words(
            "(fastest|slowest|quickest)[- ](growing|declining|shrinking)|(grew|grown|rose|fell|declined|shrank|lost|lose|gained|gain) (by )?(the )?(fastest|most|least)");
    private static final Pattern FIGURE = words(
            "totals?|goods|services?|merchandise|by how much|how much|percent\\w*|per cent|%|rate|rates|annual\\w*|each year|every year|year by year|yearly");
    private static final Pattern AVERAGED = words(
            "(average|mean|median|weighted|typical) (\\w+ )?(rca|pci|eci|complexity|distance|cog|sophistication)");
    /** A rate for each year is one figure, no series. */
    private static final Pattern YEARLY = words(
            "(average|mean|annual|yearly|annually|per year|a year|each year)\\b[^?]*\\b(grow\\w*|grew|grown|rates?)|(grow\\w*|grew|grown|rates?)\\b[^?]*\\b(annually|per year|a year|yearly|each year)");

    private static final Pattern COUNTED = words(
            "how many (countries|economies|nations|places)( \\w+){0,3} (rank\\w*|cover\\w*|includ\\w+|data\\w*|atlas)|number of (countries|economies) (in|covered|ranked)|how many (countries|economies)\\b[^?]*\\branking\\b");

    private static final double MAJORITY = 0.5;
    private static final double CLEAR = 0.75;
    private static final double ALIKE = 0.55;
    /** Where nothing but a country is named, little is needed to be like something. */
    private static final double VERY_ALIKE = 0.62;
    /** What the API has and the database has not, or not as it is asked for. */
    private static final Set<QueryType> DERIVED = EnumSet.of(
            QueryType.COUNTRY_PROFILE,
            QueryType.COUNTRY_LOOKBACK,
            QueryType.NEW_PRODUCTS,
            QueryType.PRODUCT_SPACE,
            QueryType.FEASIBILITY,
            QueryType.FEASIBILITY_TABLE,
            QueryType.EXPLORE_DATA_AVAILABILITY);

    private static final Set<String> MACRO = Set.of(
            "gdp",
            "gdp_per_capita",
            "gdp_ppp",
            "gdp_per_capita_ppp",
            "gdp_constant",
            "population",
            "current_account",
            "eci",
            "coi",
            "diversity",
            "growth_projection");

    private final Scope scope;
    private final int lastYear;
    private final LabelledExamples examples;

    /**
     * A reader.
     *
     * @param scope knows what is refused
     * @param lastYear of the data
     * @param examples are asked where the words leave it open
     */
    QueryTypeReader(Scope scope, int lastYear, LabelledExamples examples) {
        this.examples = examples;
        this.scope = scope;
        this.lastYear = lastYear;
    }

    private static Pattern words(String expression) {
        return Pattern.compile("(?i)(?<![\\w-])(" + expression + ")(?![\\w])");
    }

    Taken read(String question, Reading reading) {
        Pass pass = new Pass(question, reading);
        Taken taken = pass.taken();
        return taken.sure() ? taken : pass.voted(taken);
    }

    /** The work on one question. */
    private final class Pass {
        private final String text;
        private final Reading reading;
        private final List<Mention> countries;
        private final List<Mention> partners;
        private final boolean group;
        private final boolean goods;
        private final boolean country;
        private final boolean range;
        private final boolean year;

        Pass(String question, Reading reading) {
            this.reading = reading;
            // how to classify is no part of what is asked
            this.text = question.replaceAll(
                            "(?i)\\b(please )?(use|using|under|with) (the )?[^.?!;,]{0,40}\\b(classification|schema|nomenclature)\\b[^.?!;,]*[.,;]?",
                            " ")
                    .strip();
            List<Mention> subjects = distinct(reading.places(Role.SUBJECT), false);
            List<Mention> others = distinct(reading.places(Role.PARTNER), false);
            // "open to Ethiopia", "feasible for Peru": the only country there is, is the one that is asked about
            boolean only = subjects.isEmpty()
                    && others.size() == 1
                    && reading.places(Role.SUBJECT).isEmpty()
                    && !trades(reading);
            this.countries = only ? others : subjects;
            this.partners = only ? List.of() : others;
            this.group = reading.mentions().stream()
                    .anyMatch(m -> m.kind() == Kind.PLACE
                            && m.sense().isPresent()
                            && m.entity() instanceof Entity.Group g
                            && !g.type().equals("world"));
            this.goods = !reading.goods().isEmpty();
            this.country = countries.size() == 1;
            this.year = reading.from().isPresent() || reading.to().isPresent();
            this.range = reading.lastYears().isPresent()
                    || reading.from().isPresent() != reading.to().isPresent()
                    || year && !reading.from().equals(reading.to());
        }

        private static List<Mention> distinct(List<Mention> mentions, boolean groups) {
            return mentions.stream()
                    .filter(m -> m.entity() instanceof Entity.Group == groups)
                    .collect(java.util.stream.Collectors.toMap(
                            Mention::entity, m -> m, (a, b) -> a, java.util.LinkedHashMap::new))
                    .values()
                    .stream()
                    .toList();
        }

        private static boolean trades(Reading reading) {
            return reading.metrics().stream()
                    .anyMatch(metric -> Set.of("exports", "imports", "trade_balance", "total_trade")
                            .contains(metric));
        }

        private boolean says(Pattern pattern) {
            return pattern.matcher(text).find();
        }

        private boolean has(Signal signal) {
            return reading.has(signal);
        }

        private boolean measures(String... metrics) {
            return List.of(metrics).stream().anyMatch(reading.metrics()::contains);
        }

        private Taken of(QueryType type, String reason) {
            return new Taken(type, reason, false);
        }

        private Taken derived(QueryType type, String reason) {
            return new Taken(type, reason, true);
        }

        private Taken reject(String reason) {
            return new Taken(QueryType.REJECT, reason, false);
        }

        Taken taken() {
            if (says(AVAILABILITY) && countries.isEmpty()) {
                return derived(QueryType.EXPLORE_DATA_AVAILABILITY, "it asks which years there are data for");
            }
            Optional<Taken> simple =
                    says(WHY) && !says(EXPECTED) && !says(STRATEGY) || lacks() || isLong() ? Optional.empty() : known();
            if (simple.isPresent()) {
                return simple.get();
            }
            boolean members = has(Signal.MEMBERS) || says(MEMBERS);
            if (group
                    && members
                    && !says(EACH_MEMBER)
                    && !goods
                    && reading.metrics().isEmpty()
                    && countries.isEmpty()) {
                return of(QueryType.EXPLORE_GROUP, "it asks for the members of a group");
            }
            if (goods && countries.isEmpty() && !isLong() && says(TRAITS) && !has(Signal.BY_PRODUCT)) {
                return derived(QueryType.PRODUCT_INFO, "it asks for a trait of a product");
            }
            if (reading.from().filter(first -> first > lastYear).isPresent()
                    || reading.to().filter(last -> last > lastYear).isPresent()) {
                return reject("The data end in " + lastYear + ".");
            }
            if (Methodology.asks(text, reading)) {
                return reject("It asks for methods, not for figures.");
            }
            Optional<String> refusal = scope.refuse(text, reading);
            if (refusal.isPresent()) {
                // what nothing in the question belongs to may be said in words that are not known
                return scope.isForeign(text, reading) ? reject(refusal.get()).unsure() : reject(refusal.get());
            }
            if (lacks()) {
                return reject("The Atlas holds trade and complexity figures, but not this.");
            }
            if (has(Signal.EVENT) && range) {
                return reject("It asks for the years around an event, which takes more than one query.");
            }
            if (isLong() || says(WHY)) {
                return reject("It asks for several things or for reasons, which takes more than one query.")
                        .unsure();
            }
            return byShape();
        }

        /** A word for what the Atlas lacks, other than in the name of a thing. */
        private boolean lacks() {
            java.util.regex.Matcher lacking = NOT_HELD.matcher(text);
            return lacking.find() && !Scope.names(reading, lacking.group());
        }

        /** Several questions, or one that takes long; a sentence that leads up to the question is none. */
        private boolean isLong() {
            List<String> sentences = SENTENCE.splitAsStream(
                            text.replaceAll("\\b([A-Z]|i\\.e|e\\.g|vs|approx|St|Rep|Dem)\\.", ""))
                    .map(String::strip)
                    .filter(part -> part.length() > 3 && part.chars().anyMatch(Character::isLetter))
                    .toList();
            long asking = sentences.stream()
                    .filter(part -> part.endsWith("?") || !LEADING.matcher(part).find())
                    .filter(part -> part.equals(sentences.get(0)) || !isAfterthought(part))
                    .count();
            return asking > 1 || text.split("\\s+").length > LONGEST;
        }

        /** "How large?", "top 5 for 2019": a few words that only say more of what was asked. */
        private boolean isAfterthought(String part) {
            int words = part.split("\\s+").length;
            return words <= AFTERTHOUGHT && !OPENING.matcher(part).lookingAt()
                    || words <= SHORT_QUESTION && SAME_MATTER.matcher(part).lookingAt();
        }

        /** What the Atlas alone knows about one country. */
        private Optional<Taken> known() {
            if (!country || !partners.isEmpty() || text.toLowerCase(Locale.ROOT).matches("(?s)\\s*should\\b.*")) {
                return Optional.empty();
            }
            boolean future = reading.to()
                    .or(reading::from)
                    .filter(last -> last > lastYear)
                    .isPresent();
            boolean past = year && !reading.latest() && !future || range && !future;
            if (says(GRADE)) {
                return Optional.of(derived(QueryType.COUNTRY_PROFILE, "the grade is part of the country profile"));
            }
            if (says(NEW_PRODUCTS) && (says(OPPORTUNITY) || says(YET))) {
                return Optional.of(opportunities());
            }
            // the profile counts them over one span of its own
            if (says(NEW_PRODUCTS) && year && past) {
                return Optional.of(reject("It asks what was new in years of its own."));
            }
            if (says(NEW_PRODUCTS)) {
                return Optional.of(derived(QueryType.NEW_PRODUCTS, "it asks for products that are new"));
            }
            if (says(STRATEGY) && !measures("cog", "distance") && !has(Signal.BY_PRODUCT)) {
                return Optional.of(derived(QueryType.COUNTRY_PROFILE, "the strategy is part of the country profile"));
            }
            if (!past && says(INCOME) && !measures("gdp_per_capita") && !goods || !goods && says(EXPECTED) && !past) {
                return Optional.of(derived(QueryType.COUNTRY_PROFILE, "it is part of the country profile"));
            }
            if (!past && (says(PROJECTION) || says(PEERS)) && !goods) {
                return Optional.of(derived(QueryType.COUNTRY_PROFILE, "it is part of the country profile"));
            }
            if (!year
                    && !range
                    && !says(GROWTH_RATE)
                    && (says(WITHOUT_OIL) || says(RESOURCES) && measures("exports", "imports", "trade_balance"))) {
                return Optional.of(derived(
                        QueryType.COUNTRY_PROFILE, "trade with and without resources is part of the country profile"));
            }
            // "oil" in "non-oil exports" is no product that is asked for
            if (says(DYNAMICS) && (!goods || says(WITHOUT_OIL))) {
                return Optional.of(derived(QueryType.COUNTRY_LOOKBACK, "it asks for growth dynamics"));
            }
            if (!goods && !past && says(PAGE)) {
                return Optional.of(derived(QueryType.COUNTRY_PROFILE, "it asks for the country page"));
            }
            if (!goods && says(RANK) && !says(OPPORTUNITY)) {
                boolean changed = says(CHANGED) || range;
                return Optional.of(
                        changed
                                ? new Taken(
                                        QueryType.COUNTRY_LOOKBACK,
                                        "it asks how a rank has changed",
                                        reading.from().isEmpty() || reading.to().isEmpty())
                                : year
                                        ? reject("Ranks of past years take a look at every country.")
                                        : derived(QueryType.COUNTRY_PROFILE, "ranks are part of the country profile"));
            }
            if (!goods && says(STRUCTURE) && !has(Signal.BY_PRODUCT) && !past) {
                return Optional.of(
                        derived(QueryType.COUNTRY_PROFILE, "market share by sector is part of the country profile"));
            }
            if (says(OPPORTUNITY)
                    && !has(Signal.BY_COUNTRY)
                    && (!has(Signal.BY_PARTNER) || says(DIVERSIFICATION) || says(DISTANT))) {
                return Optional.of(opportunities());
            }
            return Optional.empty();
        }

        private Taken opportunities() {
            return derived(
                    says(TABLE) ? QueryType.FEASIBILITY_TABLE : QueryType.FEASIBILITY,
                    "it asks what the country could export");
        }

        /** What examples say where the words do not, if it can be: a query needs the things it is about. */
        Taken voted(Taken taken) {
            if (text.split("\\s+").length > LONGEST) {
                return taken;
            }
            return examples.vote(wording())
                    .filter(vote -> vote.share() >= (vote.type() == QueryType.REJECT ? CLEAR : MAJORITY)
                            && vote.likeness() >= (reading.metrics().isEmpty() && !goods ? VERY_ALIKE : ALIKE)
                            && vote.type() != taken.type()
                            && isPossible(vote.type()))
                    .map(vote -> new Taken(
                            vote.type(), "it is like other questions of this kind", DERIVED.contains(vote.type())))
                    .orElse(taken);
        }

        private boolean isPossible(QueryType type) {
            boolean alone = country && partners.isEmpty() && !group;
            return switch (type) {
                case REJECT -> true;
                case COUNTRY_PROFILE, COUNTRY_LOOKBACK, NEW_PRODUCTS -> alone && !goods;
                case TREEMAP_PRODUCTS,
                        OVERTIME_PRODUCTS,
                        MARKETSHARE,
                        PRODUCT_SPACE,
                        FEASIBILITY,
                        FEASIBILITY_TABLE -> alone;
                case TREEMAP_PARTNERS -> alone && !goods;
                case OVERTIME_PARTNERS -> country && !goods && !group;
                case COUNTRY_YEAR -> alone && !goods;
                case PRODUCT_INFO -> goods && countries.isEmpty() && !group;
                case TREEMAP_BILATERAL -> countries.size() + partners.size() == 2 && !group && !goods;
                case EXPLORE_BILATERAL -> countries.size() + partners.size() == 2 && !group;
                case EXPLORE_GROUP -> group && !has(Signal.BY_COUNTRY);
                case GLOBAL_DATUM, EXPLORE_DATA_AVAILABILITY -> countries.isEmpty()
                        && partners.isEmpty()
                        && !goods
                        && !group;
            };
        }

        /** The question with what it names replaced by what it is, and every year by one. */
        private String wording() {
            StringBuilder wording = new StringBuilder();
            int at = 0;
            boolean named = false;
            for (Mention mention : reading.mentions()) {
                int start = reading.words().list().get(mention.start()).start();
                int end = reading.words().list().get(mention.end() - 1).end();
                boolean world = mention.kind() == Kind.PLACE
                        && mention.sense().isPresent()
                        && mention.entity() instanceof Entity.Group g
                        && g.type().equals("world");
                boolean place = mention.kind() == Kind.PLACE && mention.sense().isPresent() && !world;
                boolean good = mention.kind() == Kind.PRODUCT || mention.kind() == Kind.SERVICE;
                if (start < at || !place && !good) {
                    continue;
                }
                String name = good
                        ? "PRODUCT"
                        : mention.entity() instanceof Entity.Group ? "GROUP" : named ? "PARTNER" : "COUNTRY";
                named |= name.equals("COUNTRY");
                wording.append(reading.words().text(), at, start).append(name);
                at = end;
            }
            return wording.append(reading.words().text().substring(at))
                    .toString()
                    .replaceAll("\\b(19|20)\\d\\d\\b", "2010");
        }

        private Taken byShape() {
            if (!reading.places(Reading.Role.EXCLUDED).isEmpty()) {
                return reject("It leaves out places.");
            }
            if (country && reading.thresholds().size() > 1
                    || says(ADVANTAGE) && (has(Signal.COUNT) || has(Signal.BY_PRODUCT)) && range) {
                return reject("It sets several conditions, or counts products over years.");
            }
            if (country
                    && says(ADVANTAGE)
                    && (has(Signal.COUNT)
                            || has(Signal.BY_PRODUCT) && reading.thresholds().size() == 1)
                    && !goods
                    && !has(Signal.BY_COUNTRY)) {
                return of(QueryType.PRODUCT_SPACE, "it is about the products with a comparative advantage");
            }
            if (countries.isEmpty() && partners.isEmpty() && !group && says(COUNTED)) {
                return of(QueryType.GLOBAL_DATUM, "it asks how many countries there are");
            }
            if (has(Signal.BY_PRODUCT) && says(FASTEST)) {
                return reject("It compares two years of every product.");
            }
            if (has(Signal.BY_YEAR)) {
                return reject("It looks for a year that meets a condition.").unsure();
            }
            if (goods && says(PER_HEAD) || group && reading.ranking() != 0 && !has(Signal.BY_PRODUCT)) {
                return reject("It takes a ratio, or the members of a group.");
            }
            if (says(AVERAGED)) {
                return reject("It averages a measure over products or countries.");
            }
            if (has(Signal.BY_COUNTRY)
                    || has(Signal.COUNT)
                    || !reading.thresholds().isEmpty()) {
                return reject("It takes a look at all countries or products and a condition on them.")
                        .unsure();
            }
            if (Crossing.asked(reading)
                    || group
                            && (says(EACH_MEMBER)
                                    || reading.places(Role.PARTNER).stream()
                                                    .map(Mention::entity)
                                                    .distinct()
                                                    .count()
                                            > 1
                                    || !countries.isEmpty() && isGroupAsked())) {
                return reject("It compares members of a group, or what several have in common.");
            }
            if (partners.size() == 1 && has(Signal.SHARE) && country && !group) {
                int with = reading.places(Role.PARTNER).get(0).start();
                return !goods
                        ? of(
                                range || has(Signal.SERIES) || has(Signal.GROWTH)
                                        ? QueryType.OVERTIME_PARTNERS
                                        : QueryType.TREEMAP_PARTNERS,
                                "it asks for the share of a partner")
                        : reading.goods().get(0).start() > with
                                        && IS.matcher(text).find()
                                ? of(
                                        range ? QueryType.EXPLORE_BILATERAL : QueryType.TREEMAP_BILATERAL,
                                        "it asks what the trade of two countries is made of")
                                : reject("The API has no shares of a product's trade by partner.");
            }
            if (countries.size() > 1 || says(MANY)) {
                return reject("It compares several countries.");
            }
            if (says(COMPLEX_SHARE) && !measures("pci", "cog", "distance")
                    || says(DRIVING) && measures("eci") && !range) {
                return reject("It sums products by their complexity.");
            }
            if (has(Signal.BY_PARTNER) && goods) {
                return reject("The API has partners of a country, but not of one of its products.");
            }
            if (!partners.isEmpty()
                    && (has(Signal.SERVICES) || reading.goods().stream().anyMatch(m -> m.kind() == Kind.SERVICE))) {
                return reject("There are no services between two countries in the Atlas.");
            }
            if (group) {
                return has(Signal.BY_PARTNER) || countries.size() + partners.size() > 1 || has(Signal.ALL_ROWS)
                        ? reject("It takes the members or the partners of a whole group.")
                        : of(QueryType.EXPLORE_GROUP, "it is about a group of countries");
            }
            if (partners.size() > 1) {
                return reject("It compares several partners.");
            }
            if (!partners.isEmpty() && country) {
                return has(Signal.BY_PRODUCT) && !goods
                        ? of(
                                range ? QueryType.EXPLORE_BILATERAL : QueryType.TREEMAP_BILATERAL,
                                "it asks which products one country sells to another")
                        : of(QueryType.EXPLORE_BILATERAL, "it asks for trade between two countries");
            }
            return country ? ofCountry() : ofWorld();
        }

        private boolean isGroupAsked() {
            return reading.places(Role.SUBJECT).stream()
                    .anyMatch(mention -> mention.entity() instanceof Entity.Group g
                            && !g.type().equals("world"));
        }

        private Taken ofCountry() {
            if (measures("pci") && goods || goods && says(TRAITS)) {
                return of(QueryType.PRODUCT_INFO, "it asks for a property of a product");
            }
            if (measures("cog", "distance")) {
                return of(
                        says(TABLE) ? QueryType.FEASIBILITY_TABLE : QueryType.FEASIBILITY,
                        "distance and gain are opportunity measures");
            }
            if (says(SPACE)) {
                return derived(QueryType.PRODUCT_SPACE, "it asks for the product space");
            }
            if (measures("market_share") || says(WORLD_SHARE) || goods && has(Signal.SHARE) && has(Signal.WORLD)) {
                return of(QueryType.MARKETSHARE, "it asks for a share of the world market");
            }
            if (has(Signal.BY_PARTNER)) {
                return of(
                                range || has(Signal.SERIES) ? QueryType.OVERTIME_PARTNERS : QueryType.TREEMAP_PARTNERS,
                                "it asks for trading partners")
                        .unsure();
            }
            boolean time = range || has(Signal.SERIES) || (has(Signal.GROWTH) || says(CHANGED)) && !year;
            if (goods || has(Signal.SERVICES)) {
                return of(
                                time ? QueryType.OVERTIME_PRODUCTS : QueryType.TREEMAP_PRODUCTS,
                                "it asks for products of a country")
                        .unsure();
            }
            boolean macro = reading.metrics().stream().anyMatch(MACRO::contains);
            if (has(Signal.BY_PRODUCT) && !macro) {
                return new Taken(
                        time ? QueryType.OVERTIME_PRODUCTS : QueryType.TREEMAP_PRODUCTS,
                        "it asks which products a country trades",
                        false,
                        reading.leftover().isEmpty());
            }
            boolean trade = measures("exports", "imports", "total_trade", "trade_balance");
            boolean series = has(Signal.SERIES) && !says(YEARLY);
            boolean lookback = reading.lastYears()
                    .map(n -> Set.of(3, 5, 10, 15).contains(n))
                    .orElse(!year);
            if (macro
                    || reading.metrics().stream()
                            .anyMatch(metric -> metric.contains("per_capita") || metric.contains("to_gdp"))) {
                if (lookback && (has(Signal.GROWTH) || says(GROWTH_RATE)) && !series) {
                    return derived(QueryType.COUNTRY_LOOKBACK, "it asks for growth up to now");
                }
                return year || range || has(Signal.SERIES) || says(CHANGED) || reading.classNamed()
                        ? of(QueryType.COUNTRY_YEAR, "it asks for figures of a country by year")
                        : of(QueryType.COUNTRY_PROFILE, "it asks for a figure of a country as of now");
            }
            if (trade && lookback && says(GROWTH_RATE) && !series) {
                return derived(QueryType.COUNTRY_LOOKBACK, "it asks for growth up to now");
            }
            if (trade && time) {
                // sums and rates are for the database; the API has the sectors over the years
                boolean figure = says(FIGURE)
                        || reading.from().isPresent() && reading.to().isPresent();
                return new Taken(
                        QueryType.OVERTIME_PRODUCTS, "it asks how trade has changed over years", !figure, figure);
            }
            if (trade) {
                return says(OVERVIEW)
                        ? of(QueryType.COUNTRY_PROFILE, "it asks for the country page")
                        : of(QueryType.COUNTRY_YEAR, "it asks for totals of a country")
                                .unsure();
            }
            if (says(CHANGED) || says(GROWTH_RATE)) {
                return derived(QueryType.COUNTRY_LOOKBACK, "it asks how a country has changed");
            }
            return has(Signal.OVERVIEW) || says(OVERVIEW) || reading.leftover().isEmpty()
                    ? derived(QueryType.COUNTRY_PROFILE, "it asks for a country as a whole")
                    : reject("It asks for something about a country that no query type has.")
                            .unsure();
        }

        private Taken ofWorld() {
            boolean which = text.toLowerCase(Locale.ROOT)
                    .matches(
                            "(?s).*\\b(which|what|top|best) (\\w+ ){0,3}(products|goods|commodities|sectors|industries)\\b.*");
            if (goods && !has(Signal.BY_PRODUCT) && !which) {
                return of(QueryType.PRODUCT_INFO, "it asks for a product in the world");
            }
            if (goods || which || has(Signal.BY_PRODUCT)) {
                return reject("It compares products of the whole world.").unsure();
            }
            boolean world = has(Signal.WORLD) || text.toLowerCase(Locale.ROOT).contains("world");
            boolean trade = !reading.metrics().isEmpty()
                    || text.toLowerCase(Locale.ROOT).matches("(?s).*\\b(trade|exported|shipped|commerce)\\b.*");
            return world && trade && !year
                    ? of(QueryType.GLOBAL_DATUM, "it asks for a figure of the world")
                    : reject("It names no country, group or product that a query could be about.")
                            .unsure();
        }
    }
}
