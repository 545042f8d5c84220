package dev.caravan.model.offline;

import dev.caravan.catalog.Catalog;
import dev.caravan.model.MiniLmEncoder;
import dev.caravan.semantic.SemanticModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScratchTest {
  @Test
  void prints() throws Exception {
    Catalog catalog = WorldCatalog.get();
    SemanticModel model = SemanticModel.read(WorldCatalog.home().resolve("workspaces/atlas/semantic-model.yaml"));
    QuestionReader reader = new QuestionReader(model);
    OfflineGraphql graphql = new OfflineGraphql(model, reader, new LabelledExamples(() -> Optional.of(MiniLmEncoder.shared(Path.of("/tmp/sets/native")))));
    for (String q : Files.readAllLines(Path.of("/tmp/sets/q.txt"))) {
      Reading r = reader.read(q, catalog, Optional.empty());
      System.out.println("Q " + q + "\n   " + r.mentions().stream().map(m -> m.kind() + ":" + m.text() + ":" + m.role() + m.metric()).toList() + r.signals() + " left " + r.leftover() + "\n   " + graphql.take(q, r));
    }
  }
}
