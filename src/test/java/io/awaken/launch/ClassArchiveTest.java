package io.awaken.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {

  @TempDir private Path folder;
  private Path server;

  @BeforeEach
  void install() throws IOException {
    server = Files.writeString(folder.resolve("payara-micro.jar"), "server");
    war("1", "WEB-INF/lib/h2.jar", "WEB-INF/classes/Ours.class");
  }

  private void war(String content, String... entries) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(folder.resolve("awaken.war")))) {
      for (String name : entries) {
        out.putNextEntry(new ZipEntry(name));
        out.write(content.getBytes());
      }
    }
  }

  private ClassArchive archive() {
    return ClassArchive.of(new Installation(server, folder.resolve("awaken.war"), folder, folder))
        .orElseThrow();
  }

  @Test
  void aStartMapsOnlyAnExistingFile() throws IOException {
    assertThat(archive().options()).isEmpty();

    Files.createDirectories(archive().file().getParent());
    Files.writeString(archive().file(), "classes");

    assertThat(archive().options()).contains("-XX:SharedArchiveFile=" + archive().file());
  }

  @Test
  void onlyOurClassesMayChange() throws IOException {
    Path file = archive().file();
    war("1", "WEB-INF/lib/h2.jar", "WEB-INF/classes/Other.class");
    assertThat(archive().file()).isEqualTo(file);

    war("2", "WEB-INF/lib/h2.jar");
    Path otherLibrary = archive().file();
    Files.writeString(server, "another server");
    Path otherServer = archive().file();

    assertThat(Set.of(file, otherLibrary, otherServer)).hasSize(3);
  }

  @Test
  void anUnreadableArchiveDoesNotPreventAStart() {
    var broken = new Installation(server, folder.resolve("none.war"), folder, folder);

    assertThat(ClassArchive.of(broken)).isEmpty();
  }
}
