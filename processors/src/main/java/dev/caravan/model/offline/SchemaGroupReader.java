package dev.caravan.model.offline;

import dev.caravan.model.offline.SchemaDraft.Link;
import dev.caravan.model.offline.SchemaSql.Expr;
import dev.caravan.model.offline.SchemaSql.Item;
import dev.caravan.text.Words;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what rows are grouped by, such as "for each region", "per month" or "over the years". */
final class SchemaGroupReader {
    private static final String AGENTLESS = "grouped|split|broken|divided|segmented|categori[sz]ed|classified|listed";

    private final SchemaDraft draft;
    private final SchemaCalendar calendar;

    SchemaGroupReader(SchemaDraft draft, SchemaCalendar calendar) {
        this.draft = draft;
        this.calendar = calendar;
    }

    void read(int from, int to) {
        repeatedly(from);
        for (int i = from; i < to; i++) {
            if (i == draft.ratioCut) {
                continue;
            }
            boolean each = SchemaGrammar.EACH.contains(draft.word(i))
                    && !(draft.word(i).equals("different")
                            && !Set.of("across", "for", "by", "in", "of").contains(draft.word(i - 1)));
            boolean by = draft.word(i).equals("by")
                            && i > 0
                            && !draft.word(i - 1).matches("top|order|ordered|sort|sorted|ranked|arranged|followed")
                    || draft.word(i).equals("across");
            if (!each && !by) {
                continue;
            }
            Optional<Link> link = lastNoun(draft.next(i + 1, 2));
            String unit = Words.stem(draft.word(i + 1).equals("calendar") ? draft.word(i + 2) : draft.word(i + 1));
            boolean near = link.isPresent()
                    && draft.links.stream()
                            .anyMatch(other -> other != link.get()
                                    && other.isTable()
                                    && other.chosen
                                            .table()
                                            .equals(link.get().chosen.table()));
            boolean asColumn = link.isPresent()
                    && link.get().start == i + 1
                    && link.get().isColumn()
                    && (near || calendar.dateColumn(i + 1).isEmpty());
            if (SchemaGrammar.UNITS.contains(unit) && !asColumn && over(unit, i + 1)) {
                continue;
            }
            boolean agent = link.isPresent()
                    && link.get().isTable()
                    && draft.word(i).equals("by")
                    && draft.word(i - 1).matches(".*(ed|en|wn|ght)|made")
                    && !draft.word(i - 1).matches(AGENTLESS);
            if (link.isEmpty()
                    || agent
                    || link.get().used
                    || by && draft.isNumeric(link.get())
                    || link.get().isValue()) {
                continue;
            }
            boolean mean = draft.word(i).equals("per")
                    && link.get().isTable()
                    && draft.between(Math.max(0, i - 6), i).matches("(?s).*\\b(average|mean|avg)\\b.*")
                    && draft.words.text().toLowerCase(Locale.ROOT).contains("top ");
            if (mean) {
                // "the average amount per treatment" is an average over treatments
                continue;
            }
            boolean measured = by && measureAhead(i + 1, link.get());
            if (!measured) {
                group(link.get());
            }
        }
    }

    /** "Each business category": the last noun is meant. */
    private Optional<Link> lastNoun(Optional<Link> first) {
        Optional<Link> found = first;
        while (found.isPresent() && found.get().isTable()) {
            int end = found.get().end;
            Optional<Link> head = draft.links.stream()
                    .filter(other -> other.start == end
                            && draft.gap(end).isBlank()
                            && !other.isValue()
                            && !draft.isNumeric(other)
                            && !draft.items(other).isEmpty())
                    .findFirst();
            if (head.isEmpty()) {
                break;
            }
            found.get().used = true;
            found = head;
        }
        return found;
    }

    /** "Over the years", "monthly", "quarterly sales". */
    private void repeatedly(int from) {
        Matcher said = Pattern.compile(
                        "(?i)\\b(?:over (?:the )?(day|week|month|quarter|year)s|over time|(annual|year|month|quarter|week|dai)ly|(annual))\\b")
                .matcher(draft.words.text());
        if (said.find() && draft.at(said.start()) >= from && draft.groups.isEmpty()) {
            String unit = said.group(1) != null ? said.group(1) : said.group(2) != null ? said.group(2) : "year";
            String plain =
                    unit.toLowerCase(Locale.ROOT).replace("annual", "year").replace("dai", "day");
            over(plain, draft.at(said.start()));
            draft.take(draft.at(said.start()), draft.at(said.end() - 1) + 1);
        }
    }

    private boolean over(String unit, int near) {
        Optional<Expr> year = unit.equals("year") ? calendar.yearColumn() : Optional.empty();
        Optional<Expr> value = year.or(() -> calendar.dateColumn(near)
                .map(column -> new Expr("date_trunc('" + unit + "', " + column.sql() + ")", false)));
        value.filter(each -> !draft.groups.contains(each)).ifPresent(each -> {
            draft.groups.add(each);
            draft.groupItems.add(new Item(each, unit));
        });
        return value.isPresent();
    }

    /** "By number of sales", "by total amount": an order, no group. */
    private boolean measureAhead(int from, Link link) {
        String said = draft.between(from, link.start);
        return said.matches("(?s).*\\b(number|count|total|average|sum|highest|lowest|most|amount)\\b.*")
                || draft.isNumeric(link);
    }

    void group(Link link) {
        link.used = true;
        draft.groupLinks.add(link);
        for (Item item : draft.items(link)) {
            draft.groups.add(item.value());
            draft.groupItems.add(item);
        }
        // "per year and region", "for each make, model"
        Optional<Link> more = draft.links.stream()
                .filter(other -> other.start > link.start && other.start - link.end <= 3)
                .findFirst();
        boolean chained = more.isPresent()
                && !more.get().used
                && !draft.isNumeric(more.get())
                && !more.get().isValue()
                && draft.between(link.end, more.get().start)
                        .matches("\\s*(and|,|and each|and per|and by|and for each)?( the| each)?\\s*")
                && draft.sentence[more.get().start] == draft.sentence[link.start]
                && (draft.between(link.end, more.get().start).contains("and")
                        || draft.gap(more.get().start).contains(","));
        if (chained) {
            group(more.get());
        }
    }
}
