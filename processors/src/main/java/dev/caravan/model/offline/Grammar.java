package dev.caravan.model.offline;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** English words that steer or only carry a question. */
final class Grammar {
    private Grammar() {}

    static final Map<String, Integer> NUMBERS = Map.ofEntries(
            Map.entry("zero", 0),
            Map.entry("one", 1),
            Map.entry("two", 2),
            Map.entry("three", 3),
            Map.entry("four", 4),
            Map.entry("five", 5),
            Map.entry("six", 6),
            Map.entry("seven", 7),
            Map.entry("eight", 8),
            Map.entry("nine", 9),
            Map.entry("ten", 10),
            Map.entry("twelve", 12),
            Map.entry("fifteen", 15),
            Map.entry("twenty", 20),
            Map.entry("fifty", 50),
            Map.entry("hundred", 100),
            Map.entry("dozen", 12));

    /** Parts of a whole in percent. */
    static final Map<String, Double> FRACTIONS = Map.ofEntries(
            Map.entry("half", 50.0),
            Map.entry("third", 100.0 / 3),
            Map.entry("quarter", 25.0),
            Map.entry("fifth", 20.0),
            Map.entry("tenth", 10.0),
            Map.entry("two thirds", 200.0 / 3),
            Map.entry("three quarters", 75.0));

    /** Growth in percent. */
    static final Map<String, Double> MULTIPLIED = Map.of(
            "doubled",
            100.0,
            "doubling",
            100.0,
            "tripled",
            200.0,
            "trebled",
            200.0,
            "quadrupled",
            300.0,
            "quintupled",
            400.0,
            "halved",
            -50.0);

    static final Map<String, Double> MAGNITUDES = Map.ofEntries(
            Map.entry("thousand", 1e3),
            Map.entry("k", 1e3),
            Map.entry("million", 1e6),
            Map.entry("mn", 1e6),
            Map.entry("m", 1e6),
            Map.entry("mio", 1e6),
            Map.entry("billion", 1e9),
            Map.entry("bn", 1e9),
            Map.entry("b", 1e9),
            Map.entry("trillion", 1e12),
            Map.entry("tn", 1e12));

    static final Set<String> LARGEST = Set.of(
            "top",
            "largest",
            "biggest",
            "highest",
            "most",
            "main",
            "major",
            "leading",
            "greatest",
            "strongest",
            "best",
            "primary",
            "key",
            "chief",
            "dominant",
            "principal",
            "fastest",
            "richest",
            "largely",
            "mainly",
            "mostly",
            "primarily",
            "first",
            "leader",
            "max",
            "maximum",
            "steepest",
            "dominate",
            "dominated",
            "dominates",
            "predominant",
            "prominent");

    static final Set<String> SMALLEST = Set.of(
            "smallest",
            "lowest",
            "least",
            "weakest",
            "bottom",
            "fewest",
            "worst",
            "poorest",
            "slowest",
            "minimum",
            "min",
            "nearest",
            "closest");

    /** Stems of the nouns that name what a list consists of. */
    static final Set<String> LISTED = Set.of(
            "country",
            "economy",
            "nation",
            "state",
            "product",
            "commodity",
            "good",
            "item",
            "sector",
            "industry",
            "chapter",
            "heading",
            "section",
            "category",
            "service",
            "partner",
            "destination",
            "market",
            "supplier",
            "buyer",
            "customer",
            "exporter",
            "importer",
            "producer",
            "export",
            "import",
            "origin",
            "source",
            "member");

    /** Words that carry no meaning of their own for a query. */
    static final Set<String> IDLE = words(
            """
      slice slices piece pieces chunk money label carry carries flag sit sits spend spends spent bring brings brought considering lot lots easy true yes sorry whatever
      alone already separately separate hs4 hs2 improve improved improves works worked january february april june july august september october november december rich running run runs pairs pair weight weights furthest farthest lacks lack single-digit drops dropping republic republics claim claims
      direction directions glance hindsight comment commenting role play played plays playing wave ride riding force forced forces lose loses losing lost towards shift shifted shifts
      bigger better worse smaller stronger weaker richer poorer faster slower cheaper dearer older newer closer nearer farther further longer shorter deeper wider broader
      took effect manage managed recover recovered recovery rebound rebounded bounce bounced badly hard hardest hit happen happens affect affected impact impacted consequence consequences cause caused causes
      evolution extent depth surprising surprisingly notable notably remarkable remarkably striking apparently supposedly allegedly genuinely truly simply merely mere simply respond responded response react reacted cope coped
      depend
      reveal reveals suggest suggests imply implies implied implication implications mean means tell tells evidence indicate indicates say says lesson lessons story stories picture pattern patterns behaviour behavior
      prior pre post amid amidst throughout despite vis whilst meanwhile otherwise nevertheless altogether respectively combined
      collapse collapsed collapsing plunge plunged plunging tumble tumbled slump slumped surge surged surging soar soared soaring shrink shrank shrunk
      joint jointly combined together tall old deep wide heavy break broke split sketch trace track plot chart tabulate draw outline brief briefing briefly summarise summarize portrait picture
      snapshot nutshell lines sentence sentences tell told wanted curious wonder wondering preparing prepare minister tomorrow thanks
      thank hello dear benchmarked usually mattered matter weighed weigh league overall sensible realistically
      leave leaves a about according account across actual actually add after again against ago all allow along also although am amid
      among amount amounts an analysis analyse analyze and any are area around as ask asked at atlas available average back
      base based basis be became because been before behind being below besides between both breakdown bring but by call
      called came can cannot cent certain change changed changes changing classification classified click code codes come
      comes compare compared compares comparing comparison composition compute could space grade identified driving drive drove driven steady story factor factors reason reasons behind affect impact countries country currency currently
      data database dataset decade decades did difference differ display do document does doing dollar dollars done down during
      each earn earned earning easily either else end ended ending entire especially estimate etc even ever every evolve
      evolved evolution evolving exactly examine exist explain export exports express far few figure figures find first
      following for former found from full further gave general get give given go goes going gone good goods got great
      group groups grew grow growing grown growth had happen happened has have having he heading headings help her here high
      higher him his history how however hs hs12 hs22 hs92 i identify if import imports in inc include included includes
      including increase increased increases increasing index indicator individual information into is it item items its itself
      just keep kind know known large larger last latest latter lead led less let level levels like list listed little look low lower made make
      makes making many market markets may me mean means measure measured measures might month monthly more most move moved much
      must my name named names nation nations need new next no nor not now number numbers obtain of off often old on once one
      only onto or order other others our out output over overall own part partner partners per percent percentage period
      place please point position possible present previous price produce produced produces product production products
      provide put question quite rank ranked ranking rankings ranks rate rates rather ratio recent recently record recorded
      reach reached really receive regard regarding relative report reported represent represented represents
      respectively result results return rise rising rose row rows same say schema section sector sectors see seen select send sent series set several
      share shares she should show showed showing shown shows side similar since single size sitc slightly small smaller so some
      something source sources specific stand start started state states still stood such sum summarise summarize supply
      table take takes tell than thank thanks that the their them then there these they thing things think this those though
      through throughout time times to today together told too took total totals toward towards trade traded trader traders trades
      trading trend trends trillion try turn two type types under unit united unlike until up upon us use used using usd value valued
      values various versus very via view vs want wants was way we well went were what whats when where whether which while who
      whole whom whose why will with within without world worldwide worth would year yearly years yes yet you your
      global globally international internationally annual annually billion million thousand cagr compound earliest century
      foreign abroad industry industries commodity commodities category categories chapter chapters digit digits services service
      merchandise contribution contribute contributed contributes account accounts accounted accounting make-up proportion fraction portion
      dependence dependent rely relied relies destination destinations origin origins supplier suppliers customer customers buyer buyers
      performance perform performed develop developed development developing fare fared drop dropped fall fell fallen decline declined
      declining decrease decreased shrink shrank expand expanded expansion surge surged double doubled triple tripled
      rose climb climbed loss gain gained gains economy economies exporter exporters importer importers basket
      revision harmonized harmonised system standard hello hi hey okay ok kindly wonder wondering curious understand
      interested interest looking detail details detailed quick quickly brief briefly short shortly exact precise precisely
      approximately approx roughly nearly almost amounted amounting sell sold ships shipped buy bought
      value-wise wise terms term respect context overview summary profile describe description situation compose composed
      consist consists consisted structure structured biggest largest highest lowest smallest top bottom main major leading greatest
      strongest best primary key chief dominant principal fastest slowest fewest weakest least worst leader leaders maximum minimum
      max min majority mainly mostly largely primarily richest poorest nearest closest steepest dominate dominated dominates
      member members belong belongs list lists listing count counting counts equal equals exceed exceeds exceeded exceeding above
      greater fewer least calculate calculated computed percentages currently current nowadays presently
      s t re ve ll d m don doesn didn isn aren wasn weren bilateral mutual flow flows versus relation relations
      continent continents income region regions subregion subregions bloc blocs economic page pages gross regional described approach chart graph website site shown non
      big important importance valuable strong strongly significant significantly large preparing briefing prepare sources buyer purchaser purchasers
      client clients seller sellers ever-since hs1992 hs2012 hs2022 rev level-wise 4-digit 2-digit six four three five ten
      overtake overtakes overtook overtaken overtaking surpass surpasses surpassed outstrip outstripped pay paid pays average averaged
      """);

    private static Set<String> words(String text) {
        return Set.of(
                Pattern.compile("\\s+").splitAsStream(text.strip()).distinct().toArray(String[]::new));
    }
}
