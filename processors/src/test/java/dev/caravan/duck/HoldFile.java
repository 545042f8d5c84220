package dev.caravan.duck;

import java.sql.Connection;
import java.sql.DriverManager;

/** A program that holds a DuckDB file for writing until its input ends. */
public final class HoldFile {
    private HoldFile() {}

    /** Takes the path of the file. */
    public static void main(String[] file) throws Exception {
        try (Connection held = DriverManager.getConnection("jdbc:duckdb:" + file[0])) {
            System.out.println(held.isClosed() ? "closed" : "held");
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
