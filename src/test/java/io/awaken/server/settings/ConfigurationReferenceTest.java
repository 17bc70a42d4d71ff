package io.awaken.server.settings;

import io.awaken.fixture.WrittenDocument;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The reference in the documentation is generated from the table in the code (guardrail G9): run
 * with {@code -Dawaken.docs.update=true} to rewrite it.
 */
class ConfigurationReferenceTest {

  private static final WrittenDocument DOCUMENT =
      new WrittenDocument(Path.of("docs", "configuration.md"));

  @Test
  void theReferenceIsTheTableOfSettings() throws IOException {
    DOCUMENT.assertPart("settings", table());
  }

  private static String table() {
    var table = new StringBuilder("\n| key | default | from - to | meaning |\n|---|---|---|---|\n");
    for (Setting setting : Setting.all()) {
      table.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  setting.key(),
                  setting.value().defaultValue() == null
                      ? "-"
                      : "`" + setting.value().defaultValue() + "`",
                  range(setting),
                  setting.meaning()));
    }
    return table.append('\n').toString();
  }

  private static String range(Setting setting) {
    return switch (setting.value().kind()) {
      case TEXT -> "text";
      case CHOICE -> String.join(", ", setting.value().choices());
      case COUNT -> setting.value().min() + " - " + setting.value().max();
      case MILLIS ->
          Duration.ofMillis(setting.value().min())
              + " - "
              + Duration.ofMillis(setting.value().max());
    };
  }
}
