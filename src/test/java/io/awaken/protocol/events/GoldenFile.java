package io.awaken.protocol.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file with the expected output. {@code -Dawaken.docs.update=true} rewrites it; review the
 * change.
 */
public final class GoldenFile {

  private static final String BETWEEN = "----\n";

  private GoldenFile() {}

  /**
   * Compares streams with a file below {@code src/test/resources/golden}.
   *
   * @param name the file name with its folder
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
