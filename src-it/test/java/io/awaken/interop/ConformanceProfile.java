package io.awaken.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * What the conformance suites require of a server in addition to the agents of other tests: tools
 * as beans, resources and prompts as documents. None of it is part of the product.
 */
final class ConformanceProfile {

  private static final Path DOCUMENTS = Path.of("src-it/interop/mcp/profile");

  private ConformanceProfile() {}

  /**
   * Writes the documents into a configuration folder.
   *
   * @return the settings of a server with this folder
   */
  static Properties into(Path config) throws IOException {
    for (String kind : List.of("prompts", "resources")) {
      Path folder = Files.createDirectories(config.resolve(kind));
      try (Stream<Path> files = Files.list(DOCUMENTS.resolve(kind))) {
        for (Path file : files.toList()) {
          Files.copy(file, folder.resolve(file.getFileName()));
        }
      }
    }
    var settings = new Properties();
    settings.setProperty("awaken.config.dir", config.toString());
    settings.setProperty("awaken.mcp.tools", "test_*, json_schema_*");
    // Tools that change documents reload them explicitly.
    settings.setProperty("awaken.config.reload", "off");
    return settings;
  }

  /** The archive with the tools. */
  static Path archive(Path work) {
    return ToolArchive.in(work, ConformanceTools.class, ConformanceQuestions.class);
  }
}
