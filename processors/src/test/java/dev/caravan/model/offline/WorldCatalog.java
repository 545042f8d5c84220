package dev.caravan.model.offline;

import dev.caravan.catalog.Aliases;
import dev.caravan.catalog.Catalog;
import dev.caravan.catalog.Entity;
import dev.caravan.catalog.ProductClass;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The catalog of the demo world, read from its files without a database. */
public final class WorldCatalog {
    private static final Pattern CELL = Pattern.compile("\"((?:[^\"]|\"\")*)\"(?:,|$)|([^,]*)(?:,|$)");
    private static Catalog catalog;

    private WorldCatalog() {}

    /** The top folder of the project. */
    public static Path home() {
        return Path.of(System.getProperty("caravan.home", ".."));
    }

    /** The catalog, read once. */
    public static synchronized Catalog get() {
        if (catalog == null) {
            catalog = read();
        }
        return catalog;
    }

    private static Catalog read() {
        List<Entity.Country> countries = new ArrayList<>();
        rows("countries")
                .forEach(row -> countries.add(new Entity.Country(
                        Integer.parseInt(row.get("country_id")),
                        row.get("iso3"),
                        row.get("name"),
                        Boolean.parseBoolean(row.get("the_prefix")),
                        Boolean.parseBoolean(row.get("former")))));
        List<Entity.Group> groups = new ArrayList<>();
        rows("groups")
                .forEach(row -> groups.add(new Entity.Group(
                        Integer.parseInt(row.get("group_id")), row.get("group_type"), row.get("group_name"))));
        Map<Integer, Set<Integer>> members = new HashMap<>();
        rows("group_members")
                .forEach(row -> members.computeIfAbsent(Integer.parseInt(row.get("group_id")), id -> new HashSet<>())
                        .add(Integer.parseInt(row.get("country_id"))));
        List<Entity.Product> products = new ArrayList<>();
        for (ProductClass productClass : ProductClass.values()) {
            String file =
                    switch (productClass) {
                        case HS92, HS12, HS22 -> "hs92";
                        case SITC -> "sitc";
                        case SERVICES -> "services";
                    };
            int id = 0;
            for (Map<String, String> row : rows(file)) {
                products.add(new Entity.Product(
                        id++, productClass, Integer.parseInt(row.get("level")), row.get("code"), row.get("name")));
            }
        }
        return new Catalog(
                countries, groups, members, products, Aliases.read(home().resolve("workspaces/atlas/aliases.yaml")));
    }

    private static List<Map<String, String>> rows(String file) {
        List<Map<String, String>> rows = new ArrayList<>();
        String resource = "/dev/caravan/demo/world/" + file + ".csv";
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(WorldCatalog.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            List<String> header = cells(reader.readLine());
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                List<String> cells = cells(line);
                Map<String, String> row = new HashMap<>();
                for (int i = 0; i < header.size(); i++) {
                    row.put(header.get(i), i < cells.size() ? cells.get(i) : "");
                }
                rows.add(row);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rows;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        Matcher matcher = CELL.matcher(line);
        while (matcher.find() && matcher.start() < line.length()) {
            cells.add(matcher.group(1) != null ? matcher.group(1).replace("\"\"", "\"") : matcher.group(2));
        }
        return cells;
    }
}
