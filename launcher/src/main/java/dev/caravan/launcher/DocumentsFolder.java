package dev.caravan.launcher;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.caravan.documents.CorpusTerms;
import dev.caravan.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes the folder of a workspace of documents: tools, terms and prompts as the one of filings has them, to be read over. */
final class DocumentsFolder {
    private static final String PATTERN = "filings";
    private static final String PROMPTS = "prompts";
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private DocumentsFolder() {}

    /**
     * Makes it where there is none.
     *
     * @return whether it was made
     * @throws StartFailure when there is a workspace of that name that holds no documents
     */
    static boolean make(Path workspaces, String name, String title) throws IOException {
        Path folder = workspaces.resolve(name);
        Path file = folder.resolve(Workspace.FILE);
        if (Files.exists(file)) {
            if (!Workspace.read(folder).hasDocuments()) {
                throw new StartFailure("Workspace " + name + " holds no documents. Give another --name.");
            }
            return false;
        }
        Path pattern = workspaces.resolve(PATTERN);
        ObjectNode root =
                (ObjectNode) YAML.readTree(pattern.resolve(Workspace.FILE).toFile());
        root.put("title", title);
        root.put("description", "Documents, with the page of every figure");
        root.putArray("examples").add("Which documents do you have?");
        Files.createDirectories(folder.resolve(PROMPTS));
        Files.copy(pattern.resolve(CorpusTerms.FILE), folder.resolve(CorpusTerms.FILE));
        for (Path prompt : prompts(pattern)) {
            Files.copy(prompt, folder.resolve(PROMPTS).resolve(prompt.getFileName()));
        }
        // last, since it is what makes the folder a workspace
        YAML.writeValue(file.toFile(), root);
        return true;
    }

    private static List<Path> prompts(Path pattern) throws IOException {
        try (Stream<Path> found = Files.list(pattern.resolve(PROMPTS))) {
            return found.toList();
        }
    }
}
