package dev.caravan.evaluation;

import dev.caravan.evaluation.Aspect.Category;
import dev.caravan.evaluation.QuestionSet.Gold;
import dev.caravan.turn.Table;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Compares a result with the right one: every gold column must be found among the answer's columns, whatever its name
 * and place, with the same rows. Columns beyond those do no harm, rows do.
 */
final class ResultMatch {
    private static final Pattern MIDNIGHT = Pattern.compile("^(\\d{4}-\\d\\d-\\d\\d)[ T]00:00(:00(\\.0+)?)?$");

    /**
     * How a result differs.
     *
     * @param text in words
     * @param category what kind of difference it is
     */
    record Difference(String text, Category category) {}

    private final Gold gold;
    private final Table right;
    private final Table given;
    private final int[] goldColumns;
    private final int[] ties;

    private ResultMatch(Gold gold, Table right, Table given) {
        this.gold = gold;
        this.right = right;
        this.given = given;
        List<String> names = right.columns().stream().map(Table.Column::name).toList();
        this.goldColumns = (gold.columns().isEmpty() ? names : gold.columns())
                .stream().mapToInt(name -> index(names, name)).toArray();
        this.ties = new int[right.rows().size()];
        for (int row = 1; row < ties.length; row++) {
            ties[row] = ties[row - 1] + (isTied(row - 1, row) ? 0 : 1);
        }
    }

    private boolean isTied(int row, int next) {
        List<Object> one = right.rows().get(row);
        List<Object> two = right.rows().get(next);
        return Arrays.stream(goldColumns)
                        .allMatch(i ->
                                !(one.get(i) instanceof Number) || one.get(i).equals(two.get(i)))
                && Arrays.stream(goldColumns).anyMatch(i -> one.get(i) instanceof Number);
    }

    private static int index(List<String> names, String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("the gold SQL gives no column " + name + " but " + names);
        }
        return index;
    }

    /** What is wrong with a result; empty when it is right. */
    static Optional<Difference> difference(Gold gold, Table right, Table given) {
        if (gold.anywhere()) {
            return new ResultMatch(gold, right, given).anywhere();
        }
        if (right.totalRows() != given.totalRows()) {
            return Optional.of(new Difference(
                    given.totalRows() + " rows instead of " + right.totalRows(),
                    given.totalRows() < right.totalRows() ? Category.MISSING : Category.WRONG_METRIC));
        }
        return new ResultMatch(gold, right, given).difference();
    }

    /** Whether every value stands in some cell. */
    private Optional<Difference> anywhere() {
        for (int column : goldColumns) {
            for (int row = 0; row < right.rows().size(); row++) {
                if (!isSomewhere(column, row)) {
                    return Optional.of(new Difference(
                            "no cell has " + right.columns().get(column).name() + " "
                                    + right.rows().get(row).get(column),
                            Category.NUMERIC));
                }
            }
        }
        return right.rows().isEmpty()
                ? Optional.of(new Difference("the gold SQL gives no rows", Category.OTHER))
                : Optional.empty();
    }

    private boolean isSomewhere(int column, int row) {
        return IntStream.range(0, given.rows().size())
                .anyMatch(other -> IntStream.range(0, given.rows().get(other).size())
                        .anyMatch(cell -> agree(column, row, cell, other)));
    }

    private Optional<Difference> difference() {
        if (right.rows().isEmpty()) {
            return Optional.empty();
        }
        List<List<Integer>> candidates = new ArrayList<>();
        for (int column : goldColumns) {
            List<Integer> fitting = IntStream.range(0, given.columns().size())
                    .filter(other -> columnsAgree(column, other))
                    .boxed()
                    .toList();
            if (fitting.isEmpty()) {
                boolean names = right.rows().stream().anyMatch(row -> row.get(column) instanceof String);
                return Optional.of(new Difference(
                        "no column has the values of "
                                + right.columns().get(column).name(),
                        names ? Category.WRONG_ENTITY : Category.NUMERIC));
            }
            candidates.add(fitting);
        }
        int[] chosen = new int[goldColumns.length];
        Arrays.fill(chosen, -1);
        return rowsAgree(candidates, chosen, 0)
                ? Optional.empty()
                : Optional.of(new Difference(
                        gold.ordered() ? "the rows differ or come in another order" : "the rows differ",
                        Category.NUMERIC));
    }

    private boolean columnsAgree(int column, int other) {
        return matchRows((row, given) -> agree(column, row, other, given));
    }

    /** Tries every choice of answer columns for the gold columns. */
    private boolean rowsAgree(List<List<Integer>> candidates, int[] chosen, int depth) {
        if (depth == chosen.length) {
            return matchRows((row, other) -> rowAgrees(chosen, row, other));
        }
        for (int candidate : candidates.get(depth)) {
            if (IntStream.range(0, depth).noneMatch(before -> chosen[before] == candidate)) {
                chosen[depth] = candidate;
                if (rowsAgree(candidates, chosen, depth + 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean rowAgrees(int[] chosen, int row, int other) {
        return IntStream.range(0, chosen.length).allMatch(n -> agree(goldColumns[n], row, chosen[n], other));
    }

    @FunctionalInterface
    private interface RowTest {
        boolean test(int row, int other);
    }

    /**
     * Pairs every gold row with a row of its own; equal rows are interchangeable, so the first fit will do. Where the order
     * counts, rows may change places only with others that have the same numbers.
     */
    private boolean matchRows(RowTest test) {
        boolean[] used = new boolean[given.rows().size()];
        IntUnaryOperator free = row -> IntStream.range(0, used.length)
                .filter(other -> !used[other] && (!gold.ordered() || ties[row] == ties[other]) && test.test(row, other))
                .findFirst()
                .orElse(-1);
        for (int row = 0; row < right.rows().size(); row++) {
            int other = free.applyAsInt(row);
            if (other < 0) {
                return false;
            }
            used[other] = true;
        }
        return true;
    }

    private boolean agree(int column, int row, int other, int otherRow) {
        Object a = right.rows().get(row).get(column);
        Object b = given.rows().get(otherRow).get(other);
        if (a == null || b == null) {
            return a == null && b == null;
        }
        if (a instanceof Number one && b instanceof Number two) {
            String name = right.columns().get(column).name();
            return close(name, one.doubleValue(), two.doubleValue())
                    || gold.percent().contains(name) && close(name, one.doubleValue(), 100 * two.doubleValue());
        }
        return text(a).equalsIgnoreCase(text(b));
    }

    /** A day is the same with and without its midnight. */
    private static String text(Object cell) {
        return MIDNIGHT.matcher(cell.toString().strip()).replaceFirst("$1");
    }

    private boolean close(String name, double a, double b) {
        Integer decimals = gold.decimals().get(name);
        if (decimals != null) {
            return rounded(a, decimals).compareTo(rounded(b, decimals)) == 0;
        }
        return Math.abs(a - b) <= gold.tolerance() * Math.max(Math.abs(a), Math.abs(b));
    }

    private static BigDecimal rounded(double value, int decimals) {
        return BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    }
}
