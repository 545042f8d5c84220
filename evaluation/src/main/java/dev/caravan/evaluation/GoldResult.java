package dev.caravan.evaluation;

import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.turn.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Runs gold SQL. */
final class GoldResult {
    private GoldResult() {}

    static Table of(Connection data, Gold gold) throws SQLException {
        return of(data, gold.sql());
    }

    static Table of(Connection data, String sql) throws SQLException {
        try (Statement statement = data.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData meta = result.getMetaData();
            List<Table.Column> columns = new ArrayList<>();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                columns.add(new Table.Column(meta.getColumnLabel(i), ""));
            }
            List<List<Object>> rows = new ArrayList<>();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    row.add(plain(result.getObject(i)));
                }
                rows.add(row);
            }
            return new Table(columns, rows, rows.size());
        }
    }

    private static Object plain(Object value) {
        if (value instanceof BigDecimal || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        return value instanceof Integer number ? (Object) number.longValue() : value;
    }
}
