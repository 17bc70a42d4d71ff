package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.state.Phase;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide shows what is compiled and tested here, and knows every extension point. */
class PluginGuideTest {

  private static final Path SAMPLES = Path.of("src/test/java/io/awaken/samples");
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)\n```");
  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");

  private static String guide() throws IOException {
    return Files.readString(Path.of("docs", "plugins.md"));
  }

  @Test
  void everyBlockOfCodeIsASampleAsItIs() throws IOException {
    List<String> blocks =
        CODE.matcher(guide()).results().map((MatchResult block) -> block.group(1)).toList();

    assertThat(blocks).hasSizeGreaterThanOrEqualTo(4);
    for (String block : blocks) {
      assertThat(source(block)).contains(block);
    }
  }

  @Test
  void everyExtensionPointStandsInTheTableWithWhatItsFailureDoes() throws Exception {
    List<String> lines = guide().lines().toList();

    for (ExtensionPoint<?> point : points()) {
      assertThat(lines)
          .as(point.name())
          .filteredOn(line -> line.startsWith("| `" + point.name() + "` |"))
          .singleElement()
          .asString()
          .endsWith("| " + fails(point) + " |");
    }
  }

  private static String fails(ExtensionPoint<?> point) {
    if (point.defaultPolicy() == FailurePolicy.IGNORE) {
      return point.admits(FailurePolicy.FAIL_RUN) ? "ignored" : "ignored, always";
    }
    return point.admits(FailurePolicy.IGNORE) ? "run" : "run; never ignored";
  }

  private static String source(String block) throws IOException {
    var name = CLASS.matcher(block);
    assertThat(name.find()).as("a block names its class").isTrue();
    return Files.readString(SAMPLES.resolve(name.group(1) + ".java"));
  }

  private static List<ExtensionPoint<?>> points() throws IllegalAccessException {
    var points = new ArrayList<ExtensionPoint<?>>();
    for (Field field : ExtensionPoint.class.getFields()) {
      points.add((ExtensionPoint<?>) field.get(null));
    }
    Stream<ExtensionPoint<?>> phases = Arrays.stream(Phase.values()).map(ExtensionPoint::of);
    phases.forEach(points::add);
    assertThat(points).hasSizeGreaterThan(20);
    return points;
  }
}
