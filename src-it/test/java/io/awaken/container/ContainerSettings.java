package io.awaken.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Sets the system properties that {@code arquillian.xml} refers to; found through {@code
 * META-INF/services}. Payara Micro uses the class data archive that {@code
 * -Dclass.archive.skip=false} wrote, if it exists; all ports of WildFly are as far from its own as
 * the HTTP port that the build has reserved.
 */
public final class ContainerSettings implements LoadableExtension {

  private static final Path FOLDER = Path.of("target/class-archives");
  private static final int HTTP = 8080;
  private static final int MANAGEMENT = 9990;

  @Override
  public void register(ExtensionBuilder builder) {
    System.setProperty("it.class.archive", options());
    int offset = Integer.getInteger("it.http.port", HTTP) - HTTP;
    System.setProperty("it.port.offset", String.valueOf(offset));
    System.setProperty("it.management.port", String.valueOf(MANAGEMENT + offset));
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
