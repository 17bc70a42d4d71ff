package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/gateways.md} shows the configurations that {@code src-it/gateways/run} tests. */
class GatewayGuideTest {

  private static final Path GUIDE = Path.of("docs/gateways.md");
  private static final Path TESTED = Path.of("src-it/gateways");
  private static final Pattern SHOWN =
      Pattern.compile("^```\\w+ file=(\\S+)\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  @Test
  void theGuideShowsExactlyTheTestedConfigurations() throws IOException {
    Map<String, String> shown =
        SHOWN
            .matcher(Files.readString(GUIDE))
            .results()
            .collect(Collectors.toMap(block -> block.group(1), GatewayGuideTest::content));

    assertThat(shown).isEqualTo(tested()).hasSize(3);
  }

  private static String content(MatchResult block) {
    return block.group(2);
  }

  private static Map<String, String> tested() throws IOException {
    var tested = new TreeMap<String, String>();
    try (Stream<Path> files = Files.list(TESTED)) {
      for (Path file : files.filter(path -> path.toString().matches(".*\\.(conf|cfg)")).toList()) {
        tested.put(file.toString(), Files.readString(file));
      }
    }
    return tested;
  }
}
