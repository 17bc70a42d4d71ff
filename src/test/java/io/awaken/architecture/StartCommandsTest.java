package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the commands of the documents have in common that start a server. */
class StartCommandsTest {

  private static final Pattern PAYARA_MICRO =
      Pattern.compile("^.*java .*-jar payara-micro\\.jar(?:.*\\\\\\R)*.*$", Pattern.MULTILINE);

  @Test
  void everyStartOfPayaraMicroEndsWhenMemoryIsExhaustedAndOpensNoOtherPort() throws IOException {
    List<String> commands = commands();
    assertThat(commands).hasSizeGreaterThan(2);
    assertThat(commands)
        .allSatisfy(
            command ->
                assertThat(command)
                    .contains("-XX:+ExitOnOutOfMemoryError")
                    .contains("--nocluster")
                    .contains("--prebootcommandfile"));
  }

  private static List<String> commands() throws IOException {
    var commands = new ArrayList<String>();
    try (Stream<Path> files = Stream.concat(Files.list(Path.of("docs")), readmes())) {
      for (Path file : files.filter(path -> path.toString().endsWith(".md")).toList()) {
        PAYARA_MICRO
            .matcher(Files.readString(file))
            .results()
            .forEach(command -> commands.add(command.group()));
      }
    }
    return commands;
  }

  private static Stream<Path> readmes() {
    return Stream.of(Path.of("README.md"), Path.of("server-config/README.md"));
  }
}
