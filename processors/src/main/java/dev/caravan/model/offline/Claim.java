package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.evidence.SqlEvidence;
import dev.caravan.model.offline.Reading.Mention;
import dev.caravan.model.offline.Reading.Role;
import dev.caravan.turn.Table;
import dev.caravan.turn.ToolResult;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a question takes for granted: "since Ghana's exports were $900 billion in 2020, what did it export most?", "as the
 * largest coffee exporter, how much did Norway sell?". It is asked of the data beside the question, and denied where they say
 * otherwise.
 *
 * @param check the question that tells whether it is so
 * @param rest what is asked, without the claim
 * @param said the claim as it was written
 * @param metric the figure that is claimed
 * @param amount the amount claimed; empty where a first place is
 */
record Claim(String check, String rest, String said, String metric, Optional<Double> amount) {
    private static final double ROUGHLY = 0.05;
    private static final Pattern GRANTED = Pattern.compile(
            "(?is)^\\W*((since|given( that)?|because|considering( that)?|seeing( that)?|knowing( that)?|now that|as|although|though|assuming( that)?|if|when) )(?<claim>.+?),\\s*(?<rest>(and |then |so )?(how|what|which|who|why|where|is|was|were|are|did|does|do|has|show|list|tell|give|name)\\b.*)$");
    private static final Pattern WHY = Pattern.compile("(?is)^\\W*(why|how come|how is it that)\\b(?<claim>.+)$");
    private static final Pattern AMOUNT = Pattern.compile(
            "(?i)(?<money>\\$|us\\$|usd )?\\s?(?<n>\\d[\\d,]*(\\.\\d+)?)\\s?(?<unit>thousand|million|billion|trillion|bn|mn|tn|m|b|k)?\\b( (us )?(?<word>dollars|usd))?|\\b(?<none>zero|nothing|no exports|no imports)\\b");
    private static final Pattern FIRST = Pattern.compile(
            "(?is)\\b(as|being|is|was)( (the|a|one of the))?( (world|globe|planet)(['’]s)?)? (largest|biggest|top|leading|number one|main|no\\.? ?1|foremost) (?<noun>[^,?]*?\\b(exporter|importer|seller|buyer|producer|supplier)s?\\b( (of|for) [^,?]+)?)");

    /** Before "was the largest importer of it, and ...": what is asked is not taken for granted. */
    private static final Pattern ASKED = Pattern.compile("(?is)\\b(which|what|who)\\b[^,?]*$");

    /** The claim that a question makes of one country; empty where it makes none that can be checked. */
    static Optional<Claim> of(String question, QuestionReader reader, Catalog catalog) {
        Matcher first = FIRST.matcher(question);
        Matcher granted = GRANTED.matcher(question);
        boolean leads = granted.matches();
        if (first.find()
                && question.indexOf(',', first.start()) > 0
                && !ASKED.matcher(question.substring(0, first.start())).find()) {
            String rest =
                    question.substring(question.indexOf(',', first.start()) + 1).strip();
            return place(question, first.group("noun"), rest, reader, catalog);
        }
        if (leads) {
            return amount(granted.group("claim"), granted.group("rest"), question, reader, catalog);
        }
        Matcher why = WHY.matcher(question);
        return why.matches() ? amount(why.group("claim"), "", question, reader, catalog) : Optional.empty();
    }

    private static Optional<Claim> place(
            String question, String noun, String rest, QuestionReader reader, Catalog catalog) {
        Reading whole = reader.read(question, catalog, Optional.empty());
        List<Mention> subjects = countries(whole);
        Reading of = reader.read(noun, catalog, Optional.empty());
        if (subjects.size() != 1) {
            return Optional.empty();
        }
        String owner = subjects.get(0).entity().name();
        String flow = noun.toLowerCase(Locale.ROOT).matches(".*(import|buy).*") ? "imports" : "exports";
        String goods = goods(of);
        String asked = countries(reader.read(rest, catalog, Optional.empty())).isEmpty()
                ? rest.replaceFirst("(?i)\\b(it|they)\\b", Matcher.quoteReplacement(owner))
                        .replaceFirst("(?i)\\b(its|their)\\b", Matcher.quoteReplacement(owner + "'s"))
                : rest;
        boolean open = reader.read(asked, catalog, Optional.empty()).goods().isEmpty() && !goods.isEmpty();
        String full = open
                ? "How much " + goods + " did " + owner + (flow.equals("imports") ? " import" : " export") + year(whole)
                        + "?"
                : asked;
        return Optional.of(new Claim(
                "What is the rank of " + owner + " by " + (goods.isEmpty() ? "" : goods + " ") + flow + year(whole)
                        + "?",
                full,
                "the largest " + noun.strip(),
                flow,
                Optional.empty()));
    }

    private static Optional<Claim> amount(
            String claim, String rest, String question, QuestionReader reader, Catalog catalog) {
        Matcher said = AMOUNT.matcher(claim);
        while (said.find()) {
            boolean none = said.group("none") != null;
            boolean counted =
                    none || said.group("money") != null || said.group("unit") != null || said.group("word") != null;
            if (!counted) {
                continue;
            }
            String plain = claim.substring(0, said.start()) + " " + claim.substring(said.end());
            Reading reading = reader.read(plain, catalog, Optional.empty());
            List<Mention> subjects = countries(reading);
            Optional<String> flow = reading.metrics().stream()
                    .filter(metric -> metric.equals("exports") || metric.equals("imports"))
                    .findFirst();
            boolean several =
                    !reading.places(Role.PARTNER).isEmpty() || reading.metrics().size() > 1;
            if (subjects.size() != 1 || flow.isEmpty() || several) {
                return Optional.empty();
            }
            Reading whole = reader.read(question, catalog, Optional.empty());
            String goods = goods(reading);
            String check = "What were the " + (goods.isEmpty() ? "total " : goods + " ") + flow.get() + " of "
                    + subjects.get(0).entity().name() + year(reading.from().isPresent() ? reading : whole) + "?";
            double value = none ? 0 : value(said);
            return Optional.of(new Claim(
                    check, rest.isEmpty() ? check : rest, said.group().strip(), flow.get(), Optional.of(value)));
        }
        return Optional.empty();
    }

    private static double value(Matcher said) {
        double number = Double.parseDouble(said.group("n").replace(",", ""));
        String unit = said.group("unit") == null ? "" : said.group("unit").toLowerCase(Locale.ROOT);
        return number
                * switch (unit) {
                    case "k", "thousand" -> 1e3;
                    case "m", "mn", "million" -> 1e6;
                    case "b", "bn", "billion" -> 1e9;
                    case "tn", "trillion" -> 1e12;
                    default -> 1;
                };
    }

    private static List<Mention> countries(Reading reading) {
        return reading.places(Role.SUBJECT).stream()
                .filter(mention -> mention.entity() instanceof Entity.Country)
                .collect(Collectors.toMap(Mention::entity, m -> m, (a, b) -> a, java.util.LinkedHashMap::new))
                .values()
                .stream()
                .toList();
    }

    private static String goods(Reading reading) {
        return reading.goods().stream().map(Mention::text).distinct().collect(Collectors.joining(" and "));
    }

    private static String year(Reading reading) {
        return reading.from()
                .filter(from -> reading.to().filter(from::equals).isPresent())
                .map(from -> " in " + from)
                .orElse("");
    }

    /** What the data say against it; empty where they bear it out. */
    Optional<String> denial(ToolResult result) {
        if (result.status() == ToolResult.Status.NO_ROWS) {
            return amount.filter(value -> value == 0).isPresent()
                    ? Optional.empty()
                    : Optional.of("The question takes it for granted that this is " + said
                            + ". The data do not bear that out: they hold no such " + metric + ".");
        }
        if (!(result.evidence().orElse(null) instanceof SqlEvidence rows)
                || rows.table().rows().isEmpty()) {
            return Optional.empty();
        }
        Table table = rows.table();
        if (amount.isPresent()) {
            return number(table, metric)
                    .filter(value -> Math.abs(value - amount.get()) > ROUGHLY * Math.max(Math.abs(value), amount.get()))
                    .map(value -> "The question takes it for granted that these " + metric + " were " + said
                            + ". The data say otherwise: **" + Figures.write(value, "USD") + "**.");
        }
        return number(table, metric + "_rank")
                .filter(rank -> rank > 1)
                .map(rank -> "The question takes it for granted that this is " + said
                        + ". The data say otherwise: it is **#" + Figures.write(rank, "count") + "**"
                        + number(table, "ranked")
                                .map(of -> " of " + Figures.write(of, "count"))
                                .orElse("")
                        + ", not the largest.");
    }

    private static Optional<Double> number(Table table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equals(column)
                    && table.rows().get(0).get(i) instanceof Number number) {
                return Optional.of(number.doubleValue());
            }
        }
        return Optional.empty();
    }
}
