package dev.caravan.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a running server has of a folder of workspaces that changes. */
class WorkspacesTest {
    @TempDir
    Path folder;

    private void write(String name, String title) throws IOException {
        Path file = Files.createDirectories(folder.resolve(name)).resolve(Workspace.FILE);
        Files.writeString(
                file,
                "title: " + title
                        + "\ndescription: d\nflow: analyst\ndatabase: {engine: sqlite, url: 'jdbc:sqlite:/x'}\n");
    }

    @Test
    void whatIsAddedChangedAndMendedIsThereAtTheNextLook() throws IOException {
        write("shop", "Shop");
        Workspaces workspaces = Workspaces.read(folder, workspace -> {}, Duration.ZERO);
        Workspace shop = workspaces.find("shop").orElseThrow();

        write("zoo", "Zoo");
        assertThat(workspaces.find("zoo")).map(Workspace::title).contains("Zoo");
        assertThat(workspaces.find("shop")).containsSame(shop);

        Files.writeString(folder.resolve("zoo").resolve(Workspace.FILE), "title: Zoo\n");
        Files.setLastModifiedTime(
                folder.resolve("zoo").resolve(Workspace.FILE),
                FileTime.from(Instant.now().plusSeconds(10)));
        assertThat(workspaces.find("zoo")).isEmpty();
        assertThat(workspaces.broken()).containsOnlyKeys("zoo");
        assertThat(workspaces.list()).containsExactly(shop);
    }

    @Test
    void rowsAreToldApartByTenantOnlyWhereTheDatabaseCanDoSo() throws IOException {
        String postgres = "engine: postgresql, url: 'jdbc:postgresql://h/d', user: u, password: p";
        assertThat(fault("engine: duckdb"))
                .contains("database.tenant-variable needs a database with row-level security", "not duckdb");
        assertThat(fault("engine: sqlite, url: 'jdbc:sqlite:/x'")).contains("not sqlite");
        assertThat(fault("engine: mysql, url: 'jdbc:mysql://h/d'")).contains("not mysql");
        assertThat(read(postgres, "tenant'; DROP TABLE x", "wrong")).contains("such as caravan.tenant");
        assertThat(fault(postgres)).isEmpty();
        Files.writeString(folder.resolve("rows").resolve("graphql.yaml"), "url: http://h/\n");
        assertThat(read(postgres, "caravan.tenant", "rows")).contains("graphql.yaml do not go together");
    }

    private String fault(String database) throws IOException {
        return read(database, "caravan.tenant", "rows");
    }

    /** What is wrong with the workspace; empty where nothing is. */
    private String read(String database, String variable, String name) throws IOException {
        Path file = Files.createDirectories(folder.resolve(name)).resolve(Workspace.FILE);
        Files.writeString(
                file,
                "title: T\ndescription: d\nflow: analyst\ndatabase: {" + database + ", tenant-variable: \"" + variable
                        + "\"}\n");
        return String.valueOf(
                Workspaces.read(folder, workspace -> {}, Duration.ZERO).broken().getOrDefault(name, ""));
    }
}
