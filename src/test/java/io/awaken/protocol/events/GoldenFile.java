package io.awaken.protocol.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file that says what is written on a wire. With {@code -Dawaken.docs.update=true} it is written
 * anew, and the change is to be read.
 */
public final class GoldenFile {

  private static final String BETWEEN = "----\n";

  private GoldenFile() {}

  /**
   * Compares streams with a file below {@code src/test/resources/golden}.
   *
   * @param name with its folder
   */
  public static void assertSame(String name, List<String> streams) {
    Path file = Path.of("src/test/resources/golden").resolve(name);
    String now = String.join(BETWEEN, streams);
    try {
      if (Boolean.getBoolean("awaken.docs.update")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, now);
      }
      assertThat(now).as("%s", file).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
