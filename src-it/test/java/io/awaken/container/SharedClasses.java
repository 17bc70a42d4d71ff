package io.awaken.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Lets the Payara Micro of the container tests use the class data archive that {@code mvn
 * -Pclass-archive} or {@code -Dclass.archive.skip=false} wrote, if it exists. Sets the system
 * property that {@code arquillian.xml} refers to; found through {@code META-INF/services}.
 */
public final class SharedClasses implements LoadableExtension {

  private static final Path FOLDER = Path.of("target/class-archives");

  @Override
  public void register(ExtensionBuilder builder) {
    System.setProperty("it.class.archive", options());
  }

  /** The JVM ignores an archive that does not match; a missing one would slow it down. */
  private static String options() {
    if (!Files.isDirectory(FOLDER)) {
      return "";
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(".jsa"))
          .findFirst()
          .map(
              file ->
                  "-XX:SharedArchiveFile=%s -Xshare:auto -Xlog:cds*=off"
                      .formatted(file.toAbsolutePath()))
          .orElse("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
