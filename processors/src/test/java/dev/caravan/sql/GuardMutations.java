package dev.caravan.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Statements of the corpus changed at random; the same seed gives the same ones. */
final class GuardMutations {
    private static final List<String> FRAGMENTS = List.of(
            "pg_authid",
            "pg_catalog.",
            "hs92.country_year",
            "caravan.threads",
            "(SELECT rolname FROM pg_roles LIMIT 1)",
            "pg_sleep(1)",
            "; DROP TABLE x",
            "--",
            "/*",
            "*/",
            "'",
            "''",
            "\"",
            "$$",
            "E'",
            "U&\"",
            "\\",
            "FOR UPDATE",
            "INTO x",
            "RETURNING *",
            "DELETE FROM hs92.country_year",
            "UNION SELECT 1",
            "AS",
            "WITH",
            "SELECT",
            "(",
            ")",
            "[",
            "]",
            ",",
            ".",
            "::regclass",
            "::text",
            "LATERAL",
            "lo_import('x')",
            "version()",
            "current_user",
            "TABLE",
            "VALUES (1)",
            "x (y)",
            "DISTINCT ON (year)",
            "1e9",
            "1or",
            "generate_series(1, 1000000000)",
            "\u00a0",
            "\u200b",
            "ｓ",
            "\n",
            "\t",
            "\u0000",
            "?",
            "{fn user()}",
            "OR 1=1",
            "t.ctid",
            "year",
            "CASE WHEN 1=1 THEN",
            "END",
            "NOT",
            "ROWS FROM (",
            "ORDER BY",
            "WITH ORDINALITY",
            "AS x(y)",
            "sum(year)",
            "\"sum\"(year)");

    private final Random random;
    private final List<String> seeds = new ArrayList<>();

    GuardMutations(long seed) {
        random = new Random(seed);
        // legitimate ones twice as often, so that enough mutations stay valid
        seeds.addAll(GuardCorpus.LEGITIMATE);
        seeds.addAll(GuardCorpus.LEGITIMATE);
        GuardCorpus.ATTACKS.stream().filter(sql -> sql.length() < 500).forEach(seeds::add);
    }

    String next() {
        String sql = pick(seeds);
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            sql = change(sql);
        }
        return sql;
    }

    private String change(String sql) {
        int at = random.nextInt(sql.length() + 1);
        List<String> words = new ArrayList<>(Arrays.asList(sql.split("(?<=\\W)|(?=\\W)")));
        int word = random.nextInt(words.size());
        switch (random.nextInt(10)) {
            case 0 -> {
                return sql.substring(0, at) + pick(FRAGMENTS) + sql.substring(at);
            }
            case 1 -> words.add(word, " " + pick(FRAGMENTS) + " ");
            case 2 -> words.set(word, pick(FRAGMENTS));
            case 3 -> words.remove(word);
            case 4 -> words.add(word, words.get(random.nextInt(words.size())));
            case 5 -> {
                String other = pick(seeds);
                return sql.substring(0, at) + other.substring(random.nextInt(other.length() + 1));
            }
            case 6 -> {
                return "SELECT * FROM (" + sql + ") q" + random.nextInt(9);
            }
            case 7 -> {
                return "WITH q AS (" + sql + ") SELECT * FROM q";
            }
            case 8 -> words.set(word, words.get(word).toUpperCase(Locale.ROOT));
            default -> {
                return sql.replaceFirst(" ", random.nextBoolean() ? "\n" : "\t ");
            }
        }
        return String.join("", words);
    }

    private String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
