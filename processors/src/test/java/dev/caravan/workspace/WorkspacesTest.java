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
}
