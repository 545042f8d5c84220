package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** What Camel only finds when all files are loaded together: ids are shared by all of them. */
class RouteIdsTest {

  @Test
  void givesEachRouteAndEachNodeAnIdOfItsOwn() throws IOException {
    List<String> ids = new ArrayList<>();
    try (Stream<Path> files = Files.list(RouteFiles.HOME.resolve("routes"))) {
      files.filter(file -> file.toString().endsWith(".camel.yaml")).sorted().forEach(file -> collect(read(file), ids));
    }
    assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
  }

  private static Object read(Path file) {
    try {
      return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void collect(Object node, List<String> ids) {
    if (node instanceof List<?> list) {
      list.forEach(item -> collect(item, ids));
    } else if (node instanceof Map<?, ?> map) {
      if (map.get("id") instanceof String id) {
        ids.add(id);
      }
      map.values().forEach(value -> collect(value, ids));
    }
  }
}
