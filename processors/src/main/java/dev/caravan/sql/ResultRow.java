package dev.caravan.sql;

import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the current row of a result of any engine, losing no column where two have one name. */
public final class ResultRow {
  private ResultRow() {}

  /**
   * The cells by column label, in the order of the statement; of columns with one label the second is "label (2)". What
   * is no text, number, date or list is told by its size.
   */
  public static Map<String, Object> read(ResultSet result) throws SQLException {
    ResultSetMetaData meta = result.getMetaData();
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      String label = meta.getColumnLabel(i);
      String name = label;
      for (int n = 2; row.containsKey(name); n++) {
        name = label + " (" + n + ")";
      }
      row.put(name, plain(result.getObject(i)));
    }
    return row;
  }

  private static Object plain(Object cell) throws SQLException {
    if (cell instanceof byte[] bytes) {
      return "binary, " + bytes.length + " bytes";
    }
    return cell instanceof Blob blob ? "binary, " + blob.length() + " bytes" : cell;
  }
}
