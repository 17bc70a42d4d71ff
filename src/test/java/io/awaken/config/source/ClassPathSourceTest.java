package io.awaken.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathSourceTest {

  @TempDir Path classes;

  @Test
  void documentsThatTheIndexNamesAreFoundByFolder() throws IOException {
    write("documents.txt", "# ours\n\nagents/shop.yaml\nmodels/m.json\n");
    write("agents/shop.yaml", "model: m");

    try (var loader = loader()) {
      var files = new ClassPathSource(loader).files();

      assertThat(files)
          .extracting(DocumentFile::name)
          .containsExactly("META-INF/awaken/agents/shop.yaml", "META-INF/awaken/models/m.json");
      assertThat(files.getFirst().baseName()).isEqualTo("shop");
      assertThat(files.getFirst().content().open()).hasContent("model: m");
      assertThatIOException().isThrownBy(() -> files.getLast().content().open());
    }
  }

  @Test
  void aLineThatNamesNoDocumentIsRefused() throws IOException {
    write("documents.txt", "agent/shop.yaml");

    try (var loader = loader()) {
      assertThatIOException()
          .isThrownBy(() -> new ClassPathSource(loader).files())
          .withMessageEndingWith("names agent/shop.yaml, which is not a document");
    }
  }

  @Test
  void withoutAnIndexThereIsNothing() throws IOException {
    try (var loader = loader()) {
      assertThat(new ClassPathSource(loader).files()).isEmpty();
    }
  }

  private URLClassLoader loader() throws IOException {
    return new URLClassLoader(new URL[] {classes.toUri().toURL()}, null);
  }

  private void write(String name, String text) throws IOException {
    Path file = classes.resolve(ClassPathSource.FOLDER + name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
