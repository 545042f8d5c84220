package dev.caravan.model.offline;

import dev.caravan.analyst.Member;
import dev.caravan.semantic.Schema;
import dev.caravan.semantic.Schema.Column;
import dev.caravan.semantic.Schema.Relation;
import dev.caravan.semantic.Schema.Type;
import dev.caravan.text.IdleWords;
import dev.caravan.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What words may mean in a schema: tables, columns and the values that are stored in them. */
final class SchemaLexicon {
  /** The most words that one thing is called by. */
  static final int LONGEST = 6;

  private static final Set<String> COUNTS = Set.of("number", "count", "num", "total", "no");

  /**
   * Something that words may mean.
   *
   * @param table as schema.table
   * @param column of it; empty for the table itself
   * @param value of the column; empty for the column itself
   * @param strength 3 for what it is called, less for what is only like it
   * @param counting whether the column holds a number of what the words name
   */
  record Option(String table, String column, String value, int strength, boolean counting) {
    boolean isTable() {
      return column.isEmpty();
    }

    boolean isValue() {
      return !value.isEmpty();
    }

    boolean isColumn() {
      return !isTable() && !isValue();
    }
  }

  private final Schema schema;
  private final Map<String, List<Option>> names = new HashMap<>();
  private final Map<String, List<Option>> values = new HashMap<>();
  private final List<Map.Entry<String, Option>> stored = new ArrayList<>();

  SchemaLexicon(Schema schema, List<Member> members) {
    this.schema = schema;
    schema.relations().forEach(this::add);
    for (Member member : members) {
      Option option = new Option(Schema.tableOf(member.dimension()), Schema.columnOf(member.dimension()), member.code(), 3, false);
      String key = Words.key(member.display());
      values.computeIfAbsent(key, k -> new ArrayList<>()).add(option);
      stored.add(Map.entry(" " + key + " ", option));
      member.names().forEach(name -> values.computeIfAbsent(Words.key(name), k -> new ArrayList<>()).add(option));
    }
  }

  private void add(String table, Relation relation) {
    for (int i = 0; i < relation.names().size(); i++) {
      put(relation.names().get(i), new Option(table, "", "", 3, false));
    }
    relation.columns().forEach((name, column) -> add(table, relation, name, column));
  }

  private void add(String table, Relation relation, String name, Column column) {
    Set<String> phrases = new LinkedHashSet<>(column.names());
    for (String phrase : phrases) {
      put(phrase, new Option(table, name, "", 3, false));
      relation.names().forEach(called -> put(called + " " + phrase, new Option(table, name, "", 3, false)));
      List<String> parts = Arrays.asList(phrase.split(" "));
      int size = parts.size();
      String first = parts.get(0);
      String last = parts.get(size - 1);
      if (size > 1 && column.type() == Type.NUMBER && (COUNTS.contains(first) || COUNTS.contains(last))) {
        String counted = String.join(" ", COUNTS.contains(first) ? parts.subList(1, size) : parts.subList(0, size - 1));
        put("number of " + counted, new Option(table, name, "", 3, true));
        put("total " + counted, new Option(table, name, "", 2, true));
        put(counted, new Option(table, name, "", 2, true));
      }
      if (size > 1 && (first.equals("is") || first.equals("has") || first.equals("was"))) {
        put(String.join(" ", parts.subList(1, size)), new Option(table, name, "", 3, false));
      }
      if (size > 1 && (last.equals("name") || last.equals("code") || last.equals("title"))) {
        put(String.join(" ", parts.subList(0, size - 1)), new Option(table, name, "", 2, false));
      }
      if (size > 1 && last.equals("id")) {
        put(String.join(" ", parts.subList(0, size - 1)), new Option(table, name, "", 1, false));
      }
      if (size > 2) {
        put(String.join(" ", parts.subList(1, size)), new Option(table, name, "", 2, false));
      }
    }
  }

  private void put(String name, Option option) {
    String key = Words.key(name);
    List<Option> known = names.computeIfAbsent(key, k -> new ArrayList<>());
    boolean better = known.stream().noneMatch(other -> other.table().equals(option.table()) && other.column().equals(option.column()) && other.strength() >= option.strength());
    if (!key.isEmpty() && better) {
      known.removeIf(other -> other.table().equals(option.table()) && other.column().equals(option.column()));
      known.add(option);
    }
  }

  /** The tables and columns that are called so. */
  List<Option> named(String key) {
    return names.getOrDefault(key, List.of());
  }

  /** The stored values that read so. */
  List<Option> valued(String key) {
    return values.getOrDefault(key, List.of());
  }

  /** The stored values that contain these words, or are contained in them. */
  List<Option> containing(String key) {
    List<Option> found = new ArrayList<>();
    for (Map.Entry<String, Option> each : stored) {
      if (each.getKey().contains(" " + key + " ")) {
        found.add(each.getValue());
      }
    }
    return found;
  }

  /** The columns that name a row to people: a name or title, or first and last name; else its key. */
  List<String> display(String table) {
    Relation relation = schema.relations().get(table);
    List<String> parts = columns(relation, "first name", "firstname", "last name", "lastname");
    if (parts.size() > 1) {
      return parts;
    }
    List<String> whole = columns(relation, "name", "title", "full name", "username", "user name");
    if (!whole.isEmpty()) {
      return whole.subList(0, 1);
    }
    for (Map.Entry<String, Column> column : relation.columns().entrySet()) {
      boolean own = column.getValue().names().stream().anyMatch(name -> relation.names().contains(name));
      boolean named = column.getValue().names().stream().anyMatch(name -> (name.endsWith(" name") || name.endsWith(" title")) && relation.names().stream().anyMatch(called -> called.contains(name.replaceFirst(" (name|title)$", "")) || name.contains(called)));
      if (column.getValue().type() == Type.TEXT && (own || named) && !relation.references().containsKey(column.getKey())) {
        return List.of(column.getKey());
      }
    }
    return relation.key();
  }

  private static List<String> columns(Relation relation, String... phrases) {
    List<String> found = new ArrayList<>();
    for (String phrase : phrases) {
      relation.columns().forEach((name, column) -> {
        if (!found.contains(name) && column.names().contains(phrase)) {
          found.add(name);
        }
      });
    }
    return found;
  }

  /** The columns that "name" may mean. */
  List<Option> nameColumns() {
    List<Option> options = new ArrayList<>();
    schema.relations().keySet().forEach(table -> {
      List<String> shown = display(table);
      if (!shown.equals(schema.relations().get(table).key()) || shown.stream().anyMatch(column -> column.endsWith("name"))) {
        shown.forEach(column -> options.add(new Option(table, column, "", 3, false)));
      }
    });
    return options;
  }

  Column column(Option option) {
    return schema.relations().get(option.table()).columns().get(option.column());
  }

  /** Whether a word can stand for something by itself. */
  static boolean isContent(String folded) {
    return !IdleWords.ALL.contains(folded.toLowerCase(Locale.ROOT));
  }
}
