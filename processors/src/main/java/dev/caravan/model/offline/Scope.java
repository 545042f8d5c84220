package dev.caravan.model.offline;

import dev.caravan.model.offline.Reading.Signal;
import dev.caravan.semantic.SemanticModel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Decides what the trade data cannot or must not answer. */
final class Scope {
    /** What a country should do to grow, which the Atlas answers by the approach that its complexity suggests. */
    static final String POLICY =
            "(polic(y|ies)|strateg(y|ies)|approach)\\b[^?]*\\b(grow|growth|diversif\\w*|develop(ment)?|catch up|complex\\w*|escape|prosper\\w*)";

    private static final Pattern OF_POLICY = Pattern.compile("(?i)^\\W*(which|what) ([\\w-]+ ){0,2}" + POLICY + "\\b");

    private static final List<Pattern> DESTRUCTIVE = List.of(
            Pattern.compile(
                    "(?i)\\b(drop|truncate|alter)\\s+(the\\s+)?(\\w+\\s+)?(table|schema|database|view|index|role|user|column)"),
            Pattern.compile(
                    "(?i)\\b(delete|remove|erase|wipe|purge|destroy|discard)\\b.*\\b(rows?|records?|data|tables?|database|entries|everything|history|where)\\b"),
            Pattern.compile(
                    "(?i)\\b(drop|clear|empty)\\b.*\\b(from|in|of|out of) (the|your|this|that|all) (\\w+ )?(tables?|databases?|data|records?)\\b"),
            Pattern.compile("(?i)\\b(drop|truncate|delete from|insert into|update)\\s+[a-z_]+[._][a-z_]+"),
            Pattern.compile("(?i)\\b(insert|write|add|put)\\b.*\\b(into|to)\\b.*\\b(the )?(table|database|schema)\\b"),
            Pattern.compile(
                    "(?i)\\b(insert|append|add|create|edit|modify|rename|overwrite|falsify|forge|alter|change)\\s+(a|an|the|another|some|this|that|one|new|fake|all)?\\s*(\\w+\\s+)?(rows?|records?|entry|entries|columns?|tables?|databases?|schemas?)\\b"),
            Pattern.compile("(?i)\\bupdate\\b.*\\bset\\b"),
            Pattern.compile(
                    "(?i)\\b(change|overwrite|modify|set|increase|replace)\\b.*\\b(the )?(values?|rows?|records?|data|figures?)\\b.*\\b(in|of) the (database|table|data)\\b"),
            Pattern.compile("(?i)\\b(grant|revoke)\\b.*\\b(to|from|privileges?|access|rights)\\b"),
            Pattern.compile(
                    "(?i)(;\\s*(drop|delete|update|insert|alter|truncate|select|create)\\b|--\\s*$|\\bunion\\s+select\\b|\\bor\\s+1\\s*=\\s*1|/\\*)"),
            Pattern.compile("(?i)\\b(pg_\\w+|information_schema|passwd|xp_cmdshell)\\b"));

    private static final List<Pattern> TAKE_OVER = List.of(
            Pattern.compile(
                    "(?i)\\b(ignore|disregard|forget|override|bypass)\\b.*\\b(instructions?|rules?|prompts?|guard\\w*|restrictions?|above|previous)\\b"),
            Pattern.compile(
                    "(?i)\\b(system prompt|your (initial |hidden )?(instructions|prompt|rules)|developer mode|jailbreak)\\b"),
            Pattern.compile("(?i)\\b(pretend|act|behave|role ?play)\\b.*\\b(you are|to be|as (if|a|an|my))\\b"),
            Pattern.compile("(?i)\\byou are now\\b"),
            Pattern.compile(
                    "(?i)\\b(passwords?|credentials?|api[- ]?keys?|connection strings?|secret|environment variables?|access tokens?)\\b"));

    private static final List<Pattern> CODE = List.of(
            Pattern.compile(
                    "(?i)\\b(write|generate|give|create|produce|code|build|make|need|debug|fix)\\b.*\\b(python|java|javascript|typescript|c\\+\\+|rust|bash|shell|html|code|script|program|function|class|regex|macro|app|website)\\b"),
            Pattern.compile(
                    "(?i)\\b(write|compose|draft)\\b.*\\b(poem|essay|story|email|letter|song|joke|speech|tweet|blog)\\b"),
            Pattern.compile("(?i)\\b(translate|tell me a joke|sing)\\b"));

    private static final Pattern GREETING = Pattern.compile(
            "(?i)(hi|hello|hey|good (morning|afternoon|evening|day)|thanks?( you)?( very much| a lot)?|help|(hi|hello|hey) (there|caravan)|who are you|what are you|what can you do( for me)?|what can i ask( you)?|how (do|does) (i use )?(this|it|you) works?)[\\s!?.,]*");

    private static final Pattern ADVICE = Pattern.compile(
            "(?i)^\\s*((please )?(recommend|advise)\\b|should|ought|would it be (good|wise|better)|is it (good|wise|advisable)|do you (think|recommend|believe|suggest))\\b|\\b(your opinion|(?<!atlas )recommend(ation)?s? (for|on|that)|(what|which|how)( [\\w-]+){0,4} should(?! [\\w ]{2,40} (diversify|expand|move|branch out) into\\b)(?! [\\w ]{2,40} (make|produce|export|sell|develop|add|manufacture|build)\\b[^?]*\\b(next|diversify|new|complex\\w*)\\b)(?! (i|we|one|you|people|analysts) (use|read|interpret|understand|choose|prefer|pick|take|treat|compare|cite|look))|should (i|we|they|he|she) (invest|buy|sell|move)|who should i vote)\\b");

    private static final Pattern NOT_HELD = Pattern.compile(
            "(?i)\\b(tariffs?|customs dut(y|ies)|prices?|unit values?|tonn?es?|tons|kilos?|kilogram(me)?s?|litres?|liters?|barrels?|bushels?|teus?|containers?|headcount|quantit(y|ies)|physical volumes?|inflation|exchange rates?|interest rates?|employment|unemployment|jobs?|wages?|salar(y|ies)|workers|fdi|foreign direct investment|remittances?|debt|poverty|inequality|gini|emissions?|co2|temperature|weather|rainfall|climate|life expectancy|literacy|schooling|births?|mortality|crime|elections?|stock (market|price)s?|share price|firms?|companies|company|smes?|multinationals?|monthly|quarterly|weekly|daily|provinces?|municipalit(y|ies)|counties|prefectures?|by month|by quarter|non[- ]tariff|sanctions?|subsid(y|ies)|immigrants?|immigration|diaspora|migrants?|patents?|tourist arrivals|tourists|refugees?|soldiers?|hospitals?|doctors?|schools?|universit(y|ies)|internet users|religions?|languages?|presidents?|prime ministers?|flags?|capital (city|of)|trans-?ship\\w*|pass(es|ed|ing)? through|re-?exports?|domestic (value added|content)|(dutch|home|locally|domestically)[- ]made|football|world cup|olympic\\w*|visitors|people (work|are working|are employed)|employs?|workforce|owns|owned by|owners?|ownership|shareholders?|strikes?|factor(y|ies)|farmers|hectares|acres|electricity consumption|energy consumption|airports?|logistics costs?|freight rates?|shipping costs?|transport costs?|productivity|corruption|tax(es|ation)?|government spending|military|housing|profits?|profit margins?|loans|foreign aid|development aid|market capitali[sz]ation|credit rating|bitcoin|cryptocurrenc\\w+)\\b(?!-)");

    /** A number of units of something, also where the unit is a good by itself. */
    private static final Pattern QUANTITY = Pattern.compile(
            "(?i)\\bhow many ((?:metric |million |thousand )*(?:kilos?|kilogram(?:me)?s?|tonn?es?|tons|barrels?|litres?|liters?|gallons?|bushels?|bales|bags|crates|boxes|cubic met\\w+|containers|head|carats|ounces|pounds|units|pieces|bottles|cars|vehicles|planes|ships|tractors))\\b(?! (?:product|categor|countr|sector))");

    /** Before and behind a word that only gives the time or the cause of what is asked. */
    private static final Pattern GIVEN_BEFORE = Pattern.compile(
            "(?i)\\b(after|since|following|despite|because of|due to|owing to|once|when|amid|in response to|as a result of|a result of|thanks to|in spite of|in the (wake|face) of|impact of|effects? of|consequences? of|(how|did|have|has) (the )?(\\w+ ){0,3})[^,.?;]{0,30}$");

    private static final Pattern GIVEN_BEHIND = Pattern.compile(
            "(?i)^[^,.?;]{0,40}\\b(affect\\w*|impact\\w*|hit|hurt|influence\\w*|chang\\w+|shap\\w+|driv\\w+|drove|reduc\\w+|boost\\w*|help\\w*|explain\\w*|(take|took|taken) effect|(come|came) into|impos\\w+|struck|began|started)\\b");

    private static final Pattern CLAUSE = Pattern.compile(
            "(?i)[,;:—]|\\s[-–]\\s|\\b(or|but|while|whereas|although)\\b|\\band (?=(what|how|why|which|who|did|does|do|is|was|were|has|have)\\b)");

    private static final Pattern FORECAST = Pattern.compile(
            "(?i)\\b(forecast|(?<!would )(?<!could )(?<!does )(?<!did )(?<!well )predict(ion)?s?|will .* (be|reach|grow|export|import)|going to (be|grow|reach)|by 20(2[6-9]|[3-9]\\d)|next (year|decade|\\d+ years))\\b");

    private final SemanticModel model;

    Scope(SemanticModel model) {
        this.model = model;
    }

    /**
     * Why the question is refused for what it asks to be done, if it is; to be asked of every question as it was written,
     * before anything is made of it.
     */
    Optional<String> forbid(String question) {
        Optional<String> harm = forbidHarm(question);
        if (harm.isEmpty()
                && ADVICE.matcher(question).find()
                && !OF_POLICY.matcher(question).find()) {
            return Optional.of("I give no advice and no opinions. I can show what the data say, for example exports,"
                    + " partners, complexity or comparative advantage of a country.");
        }
        return harm;
    }

    /** As {@link #forbid}, but lets pass what only sounds like a request for advice. */
    Optional<String> forbidHarm(String question) {
        if (matches(DESTRUCTIVE, question)) {
            return Optional.of(
                    "I only read data: I cannot change, delete or add anything, and I do not run statements that"
                            + " come in a question. Ask what you want to know in plain words.");
        }
        if (matches(TAKE_OVER, question)) {
            return Optional.of("I answer questions about " + model.name() + " data and nothing else; I do not reveal or"
                    + " change how I work.");
        }
        if (matches(CODE, question)) {
            return Optional.of("I do not write programs or texts. I answer questions about " + model.name()
                    + " data; the SQL behind an answer is shown with it.");
        }
        return Optional.empty();
    }

    /** What is said to somebody who greets, thanks, or asks who is there. */
    Optional<String> greet(String question) {
        return GREETING.matcher(question.strip()).matches()
                ? Optional.of(
                        "Hello. I answer questions about " + held()
                                + ". Ask, for instance:\n- What were Kenya's top 5 exports in 2023?"
                                + "\n- How have Brazil's exports changed since 2010?\n- Which countries have the highest economic complexity?")
                : Optional.empty();
    }

    /** Why the question is refused, if it is. */
    Optional<String> refuse(String question, Reading reading) {
        Optional<String> forbidden = forbid(question);
        if (forbidden.isPresent()) {
            return forbidden;
        }
        Optional<String> part = PlainWording.partOfCountry(question).filter(name -> !names(reading, name));
        if (part.isPresent()) {
            return Optional.of("The data are by country: nothing is held of " + part.get()
                    + ", which is a part of one. Ask for the country.");
        }
        Optional<String> terms = OtherTerms.refuse(question, reading);
        if (terms.isPresent()) {
            return terms;
        }
        java.util.regex.Matcher quantity = QUANTITY.matcher(question);
        if (quantity.find()) {
            return Optional.of("The data hold values in US dollars, no quantities such as "
                    + quantity.group(1).toLowerCase(Locale.ROOT) + ".");
        }
        java.util.regex.Matcher lacking = NOT_HELD.matcher(question);
        if (lacking.find()
                && !names(reading, lacking.group())
                && aside(question, reading).isEmpty()) {
            return Optional.of("The data hold nothing on \"" + lacking.group() + "\". They hold " + held() + ".");
        }
        java.util.regex.Matcher forecast = FORECAST.matcher(question);
        if (forecast.find()
                && !reading.metrics().contains("growth_projection")
                && reading.to().filter(year -> year <= lastYear()).isEmpty()) {
            return Optional.of("I do not forecast. The data end in " + lastYear()
                    + "; the only outlook they hold is the projected yearly growth of a country.");
        }
        return isForeign(reading)
                ? Optional.of("That is outside what I can answer: I answer questions about " + held()
                        + ". Example: What were Kenya's top 5 exports in 2023?")
                : Optional.empty();
    }

    /**
     * What a question gives as the time or the cause of something that the data do hold: "how did sanctions affect Russia's
     * exports" is answered with the exports.
     */
    Optional<String> aside(String question, Reading reading) {
        java.util.regex.Matcher lacking = NOT_HELD.matcher(question);
        if (!lacking.find()) {
            return Optional.empty();
        }
        boolean asked = !reading.metrics().isEmpty()
                && reading.mentions().stream().anyMatch(m -> m.kind() != Reading.Kind.METRIC && m.exact());
        boolean event = reading.has(Signal.EVENT) || isBeside(question, reading, lacking.start());
        boolean given =
                GIVEN_BEFORE.matcher(question.substring(0, lacking.start())).find()
                                && (reading.has(Signal.CAUSE)
                                        || !question.substring(0, lacking.start())
                                                .matches("(?is).*\\b(how|did|have|has)\\b.*"))
                        || reading.has(Signal.CAUSE)
                                && GIVEN_BEHIND
                                        .matcher(question.substring(lacking.end()))
                                        .find();
        return asked && (event || given) ? Optional.of(lacking.group()) : Optional.empty();
    }

    /** Whether what is lacking stands in another clause than a measure of something that is held. */
    private static boolean isBeside(String question, Reading reading, int lacking) {
        java.util.regex.Matcher clause = CLAUSE.matcher(question);
        int from = 0;
        int to = question.length();
        while (clause.find()) {
            if (clause.end() <= lacking) {
                from = clause.end();
            } else if (clause.start() >= lacking) {
                to = Math.min(to, clause.start());
            }
        }
        int start = from;
        int end = to;
        return (start > 0 || end < question.length())
                && reading.mentions().stream()
                        .filter(mention -> mention.kind() == Reading.Kind.METRIC)
                        .map(mention ->
                                reading.words().list().get(mention.start()).start())
                        .anyMatch(at -> at < start || at >= end);
    }

    /** Whether a question is refused only because nothing in it is known to belong to the data. */
    boolean isForeign(String question, Reading reading) {
        return isForeign(reading)
                && forbid(question).isEmpty()
                && !NOT_HELD.matcher(question).find()
                && !FORECAST.matcher(question).find();
    }

    static boolean names(Reading reading, String words) {
        return reading.mentions().stream()
                .anyMatch(m -> m.exact() && m.text().toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT)));
    }

    private int lastYear() {
        return model.lastYear().orElse(0);
    }

    private String held() {
        return "trade between countries by product, partner and year, economic complexity, and basic"
                + " figures such as "
                + List.of("gdp", "population", "current_account").stream()
                        .filter(model.metrics()::containsKey)
                        .map(m -> model.metric(m).label())
                        .collect(Collectors.joining(", "));
    }

    /** Whether nothing in the question belongs to the data, or its point is a word the data lack. */
    private static boolean isForeign(Reading reading) {
        boolean asks = !reading.metrics().isEmpty()
                || reading.has(Signal.BY_PARTNER)
                || reading.has(Signal.BY_PRODUCT)
                || reading.has(Signal.PAIRS)
                || reading.has(Signal.BOTH_WAYS)
                || reading.has(Signal.OVERVIEW)
                || reading.has(Signal.MEMBERS)
                || reading.words()
                        .text()
                        .toLowerCase(Locale.ROOT)
                        .matches("(?s).*\\b(trad(e|es|ed|ing)|market|econom\\w*|products?)\\b.*");
        boolean goods = reading.goods().stream().anyMatch(Reading.Mention::exact);
        if (asks || goods && reading.leftover().isEmpty()) {
            return false;
        }
        return !(goods
                && !reading.places(Reading.Role.SUBJECT).isEmpty()
                && reading.leftover().size() <= 1);
    }

    private static boolean matches(List<Pattern> patterns, String question) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(question).find());
    }
}
