package dev.caravan.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.compile.QueryCompiler;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Measure;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logical queries as JSON: what they mean, what is wrong with them, and what they say in words. */
class QueryJsonTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaGraph GRAPH = new SchemaGraph(new Schema(
            Optional.empty(),
            new LinkedHashMap<>(Map.of(
                    "lib.members",
                    new Relation(
                            List.of("member"),
                            "",
                            List.of("id"),
                            Map.of(),
                            columns(
                                    "id", column(Type.NUMBER, "id"),
                                    "name", column(Type.TEXT, "name"),
                                    "town", column(Type.TEXT, "town"),
                                    "active", column(Type.FLAG, "active"))),
                    "lib.loans",
                    new Relation(
                            List.of("loan"),
                            "",
                            List.of("id"),
                            Map.of("member_id", "lib.members.id"),
                            columns(
                                    "id", column(Type.NUMBER, "id"),
                                    "member_id", column(Type.NUMBER, "member id"),
                                    "lent", column(Type.DATE, "lent"),
                                    "fee", column(Type.NUMBER, "fee")),
                            Map.of("revenue", new Measure("{fee} * 2", List.of("revenue"), true)),
                            false)))));

    private final QueryJson json =
            new QueryJson(GRAPH, (relation, column) -> column.equals("town") ? Set.of("Leeds", "York") : Set.of());

    private static Column column(Type type, String name) {
        return new Column(type, List.of(name), "", false, Map.of());
    }

    private static Map<String, Column> columns(Object... each) {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (int i = 0; i < each.length; i += 2) {
            columns.put((String) each[i], (Column) each[i + 1]);
        }
        return columns;
    }

    private LogicalQuery read(String text) throws Exception {
        return json.read(JSON.readTree(text.replace('\'', '"')));
    }

    private String sql(String text) throws Exception {
        return new QueryCompiler(GRAPH, "postgresql").compile(read(text));
    }

    @Test
    void shortNamesAndFiguresOfTheModelAreEnough() throws Exception {
        assertThat(sql(
                        "{'rows': 'members', 'show': ['members.name'], 'figures': [{'figure': 'sum', 'of': 'loans.revenue'}],"
                                + " 'order': [{'by': 'figure 1', 'descending': true}], 'first': 3}"))
                .contains("SUM((t1.fee * 2))", "GROUP BY t2.id, t2.name", "DESC NULLS LAST LIMIT 3");
    }

    @Test
    void aCountOfAKeyIsACountOfRows() throws Exception {
        assertThat(sql("{'figures': [{'figure': 'count', 'of': 'loans.id'}]}")).startsWith("SELECT COUNT(*)");
        assertThat(sql("{'figures': [{'figure': 'count', 'of': 'loans'}]}")).startsWith("SELECT COUNT(*)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        {'of': 'loans.lent@year', 'is': '=', 'value': '2024'} | t1.lent >= DATE '2024-01-01' AND t1.lent < DATE '2025-01-01'
        {'of': 'loans.lent@month', 'is': '>', 'value': '2024-03'} | t1.lent >= DATE '2024-04-01'
        {'of': 'loans.lent@month', 'is': '<=', 'value': '2024-03'} | t1.lent < DATE '2024-04-01'
        {'of': 'members.town', 'is': 'in', 'value': ['Leeds', 'york']} | t2.town IN ('Leeds', 'York')
        {'of': 'members.active', 'is': '=', 'value': 'yes'} | t2.active
        {'of': 'loans.fee', 'is': '>=', 'value': '2.5'} | t1.fee >= 2.5
        {'of': 'loans.lent', 'is': 'missing'} | t1.lent IS NULL
        """)
    void aConditionHolds(String condition, String written) throws Exception {
        assertThat(sql("{'figures': [{'figure': 'count', 'of': 'loans'}], 'where': [" + condition + "]}"))
                .contains(written);
    }

    @Test
    void severalValuesMayStandBetweenBars() throws Exception {
        assertThat(sql("{'figures': [{'figure': 'count', 'of': 'members'}], 'where':"
                        + " [{'of': 'members.town', 'is': 'in', 'value': 'Leeds|York'}]}"))
                .contains("t1.town IN ('Leeds', 'York')");
    }

    @Test
    void whatIsNotThereIsAskedByItsTable() throws Exception {
        assertThat(sql("{'rows': 'members', 'show': ['members.name'], 'where': [{'lacks': 'loans'}]}"))
                .contains("NOT EXISTS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        {'show': ['members.nam']} | there is no column members.nam; the nearest is members.name
        {'rows': 'member', 'show': ['members.name']} | there is no table member; the nearest is members
        {'figures': [{'figure': 'sum', 'of': 'members.name'}]} | the sum of members.name makes no sense
        {'figures': [{'figure': 'sum', 'of': 'loans'}]} | a table can only be counted
        {'show': ['members.name'], 'first': 5} | first needs an order
        {'show': ['members.name'], 'where': [{'of': 'members.town', 'is': '=', 'value': 'Leads'}]} | no town is called "Leads"; the nearest is "Leeds"
        {'show': ['members.name'], 'where': [{'of': 'loans.lent', 'is': '=', 'value': 'May'}]} | lent is a day written as 2024-12-31, not May
        {'show': ['members.name'], 'having': [{'of': 'members.town', 'is': '=', 'value': 'York'}]} | having is about figures
        {'show': ['members.name@month']} | only days and times can be cut
        {'figures': [{'figure': 'count', 'of': 'loans'}], 'having': [{'of': 'figure 2', 'is': '>', 'value': '1'}]} | there is no figure 2
        {'rows': 'members', 'figures': [{'figure': 'count', 'of': 'loans'}]} | show needs the columns that name them
        {'select': 'members'} | a query has no select
        """)
    void whatIsWrongIsNamed(String query, String fault) {
        assertThatThrownBy(() -> read(query)).isInstanceOf(IllegalQuery.class).hasMessageContaining(fault);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'rows': 'members', 'show': ['members.name'], 'where': [{'lacks': 'loans', 'where': [{'of': 'loans.fee', 'is': '>', 'value': 3}]}]}",
                "{'show': ['loans.lent@month'], 'figures': [{'figure': 'average', 'of': 'loans.fee'}, {'share': {'figure': 'count', 'of': 'loans'}}]}",
                "{'figures': [{'calculate': '/', 'left': {'figure': 'sum', 'of': 'loans.fee'}, 'right': {'figure': 'count', 'of': 'members'}}]}",
                "{'show': ['members.town', 'members.name'], 'figures': [{'figure': 'count', 'of': 'loans'}], 'order': [{'by': 'figure 1', 'descending': true}], 'first': 1, 'within': ['members.town']}",
                "{'rows': 'members', 'show': ['members.name'], 'where': [{'any': [{'of': 'members.town', 'is': 'in', 'value': ['Leeds', 'York']}, {'not': {'of': 'members.name', 'is': 'starts', 'value': 'A'}}]}]}",
                "{'figures': [{'figure': 'average', 'rows': 'loans', 'of': {'from': 'loans.lent', 'to': {'today': 0}, 'unit': 'day'}}]}"
            })
    void whatIsWrittenReadsTheSame(String text) throws Exception {
        LogicalQuery query = read(text);

        assertThat(json.read(JSON.readTree(JSON.writeValueAsString(json.write(query)))))
                .isEqualTo(query);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
        {'rows': 'members', 'show': ['members.name'], 'figures': [{'figure': 'sum', 'of': 'loans.fee'}], 'where': [{'of': 'loans.lent@year', 'is': '=', 'value': '2024'}], 'order': [{'by': 'figure 1', 'descending': true}], 'first': 5} | total fee of loans per member, where lent of the loan is from 2024-01-01 to 2024-12-31; the 5 with the highest total fee of loans
        {'rows': 'members', 'show': ['members.name'], 'where': [{'lacks': 'loans'}, {'of': 'members.town', 'is': '!=', 'value': 'York'}]} | name of members, where there is no loan and town is not "York"
        {'show': ['loans.lent@month'], 'figures': [{'figure': 'count', 'of': 'loans'}]} | number of loans per month of the lent
        """)
    void aQueryIsSaidInWords(String text, String words) throws Exception {
        assertThat(new QueryWords(GRAPH.schema()).sentence(read(text))).isEqualTo(words);
    }
}
