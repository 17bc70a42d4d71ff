package io.awaken.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * The reference in the documentation is generated from the table in the code (guardrail G9): run
 * with {@code -Dawaken.docs.update=true} to rewrite it.
 */
class ConfigurationReferenceTest {

  private static final Path DOCUMENT = Path.of("docs", "configuration.md");
  private static final String BEGIN = "<!-- settings: begin -->\n";
  private static final String END = "<!-- settings: end -->";

  @Test
  void theReferenceIsTheTableOfSettings() throws IOException {
    String document = Files.readString(DOCUMENT);
    int from = document.indexOf(BEGIN) + BEGIN.length();
    int to = document.indexOf(END);
    String updated = document.substring(0, from) + table() + document.substring(to);
    if (Boolean.getBoolean("awaken.docs.update")) {
      Files.writeString(DOCUMENT, updated);
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(updated);
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
