package io.awaken.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedFileTest {

  @TempDir Path directory;

  private String text(String path) {
    return NamedFile.script(directory, path).at("/turns/0/text").asText();
  }

  @Test
  void aScriptIsFoundFromTheFolderOfTheDocumentsAndByItsWholePath() throws IOException {
    Path scripts = Files.createDirectory(directory.resolve("scripts"));
    Path script = Files.writeString(scripts.resolve("weather.yaml"), "turns: [{text: Fine.}]");

    assertThat(text("scripts/weather.yaml")).isEqualTo("Fine.");
    assertThat(text(script.toString())).isEqualTo("Fine.");
  }

  @Test
  void aMissingScriptIsReportedAsTheDocumentNamesIt() {
    assertThatExceptionOfType(DocumentException.class)
        .isThrownBy(() -> text("scripts/weather.yaml"))
        .withMessageContaining("scripts/weather.yaml cannot be read");
  }
}
