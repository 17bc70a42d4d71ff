package io.awaken.protocol.agui.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import io.awaken.protocol.agui.event.Flows.Flow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact output for AG-UI clients of both generations. */
@Rows({177, 240})
class AguiGoldenTest {

  private static final Path GOLDEN = Path.of("src/test/resources/golden/agui");

  private static Stream<Arguments> flows() {
    return Flows.all().entrySet().stream()
        .flatMap(
            flow ->
                Stream.of(Dialect.values())
                    .map(dialect -> Arguments.of(flow.getKey(), dialect, flow.getValue())));
  }

  private static Path file(String flow, Dialect dialect) {
    String version = dialect.name().toLowerCase(Locale.ROOT).substring(1).replace('_', '.');
    return GOLDEN.resolve(flow + "-" + version + ".txt");
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("flows")
  void aFlowMatchesItsGoldenFile(String name, Dialect dialect, Flow flow) throws IOException {
    String stream =
        AguiReader.encoded(
            flow.script().events(), AguiReader.reading(dialect, flow.start(), atStart(flow)));
    Path file = file(name, dialect);
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, stream);
    }

    assertThat(stream).isEqualTo(Files.readString(file));
  }

  private static FramePosition atStart(Flow flow) {
    return flow.start() == 0
        ? FramePosition.START
        : new FramePosition(flow.script().events().get((int) flow.start() - 1).cursor(), 0);
  }

  @Test
  void eachGoldenFileBelongsToAFlow() throws IOException {
    Map<String, Flow> flows = Flows.all();
    try (Stream<Path> files = Files.list(GOLDEN)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allSatisfy(
              file -> assertThat(flows).containsKey(file.replaceFirst("-[0-9.]+\\.txt$", "")))
          .hasSize(flows.size() * Dialect.values().length);
    }
  }
}
