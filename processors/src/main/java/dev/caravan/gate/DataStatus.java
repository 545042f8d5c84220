package dev.caravan.gate;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;

/** Tells which data are asked: name, vintage and whether they are synthetic, from the table {@code data_source}. */
public final class DataStatus implements StatusSource {
  private final DataSource database;

  /** Reads the database of the trade data. */
  public DataStatus(DataSource database) {
    this.database = database;
  }

  @Override
  public String section() {
    return "data";
  }

  @Override
  public Map<String, Object> status() {
    Map<String, Object> status = new LinkedHashMap<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select name, vintage, synthetic, note from public.data_source limit 1")) {
      status.put("reachable", true);
      if (rows.next()) {
        status.put("name", rows.getString(1));
        status.put("vintage", rows.getString(2));
        status.put("synthetic", rows.getBoolean(3));
        status.put("note", rows.getString(4));
      }
    } catch (SQLException e) {
      // 42P01: a database of one's own need not have the table
      status.put("reachable", "42P01".equals(e.getSQLState()));
    }
    return status;
  }
}
