package dev.caravan.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlLayoutTest {
    @Test
    void putsEachPartOnALineOfItsOwn() {
        assertThat(
                        SqlLayout.of(
                                "SELECT p.name_short_en AS product, sum(t.export_value) AS exports FROM hs92.product_year_4 t JOIN x p ON p.id = t.id WHERE t.year = 2023 AND p.code IN ('0901', '0902') GROUP BY 1 ORDER BY 2 DESC LIMIT 5"))
                .isEqualTo(
                        """
            SELECT
              p.name_short_en AS product,
              sum(t.export_value) AS exports
            FROM
              hs92.product_year_4 t
              JOIN x p ON p.id = t.id
            WHERE
              t.year = 2023
              AND p.code IN ('0901', '0902')
            GROUP BY
              1
            ORDER BY
              2 DESC
            LIMIT
              5""");
    }

    @Test
    void changesNothingTwice() {
        String once = SqlLayout.of(
                "WITH a AS (SELECT 1 AS n UNION ALL SELECT 2) SELECT n, CASE WHEN n > 1 THEN 'many' ELSE 'one' END FROM a");
        assertThat(once.lines()).hasSizeGreaterThan(8);
        assertThat(SqlLayout.of(once)).isEqualTo(once);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'it''s  two   blanks\nand a line' AS t, E'x' FROM a",
                "SELECT a::numeric/b, a->>'k', x||y, a <> b, c::text ~* 'x' FROM t WHERE (a,b) IN ((1,2)) AND q@>p",
                "SELECT count(*) FILTER (WHERE year >= 2010), \"Odd  Name\", 1.5e-3, -1 FROM \"S\".\"T\" t",
                "select t.\"a b\".c from x -- a remark\nwhere 1 = 1",
                "SELECT $1, arr[1:2], now() - interval '1 day', :p FROM generate_series(1, 3) g(n)",
                "SELECT 'not closed",
                ") ( garbage \u00e4\u00f6 ;; ''",
                ""
            })
    void changesNothingButTheBlanksOutsideOfQuotes(String sql) {
        assertThat(words(SqlLayout.of(sql))).isEqualTo(words(sql));
    }

    /** All but blanks, quoted ones included. */
    private static String words(String sql) {
        StringBuilder words = new StringBuilder();
        char quote = 0;
        for (char c : sql.toCharArray()) {
            if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (quote == c) {
                quote = 0;
            }
            if (quote != 0 || !Character.isWhitespace(c)) {
                words.append(c);
            }
        }
        return words.toString();
    }
}
