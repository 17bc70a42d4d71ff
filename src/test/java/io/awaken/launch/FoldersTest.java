package io.awaken.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {

  @TempDir Path folder;

  @Test
  void onlyTheLogsOfAnEndedServerAreKept() throws IOException {
    Path log = write("server/domain/logs/server.log");
    Path library = write("server/runtime/lib/library.jar");
    var exit = new CompletableFuture<Process>();

    var done = Folders.keepLogsAfter(exit, folder.resolve("server"));
    assertThat(library).as("while the server runs").exists();
    exit.complete(null);

    assertThat(done).isCompleted();
    assertThat(log).exists();
    assertThat(folder.resolve("server/runtime")).doesNotExist();
  }

  @Test
  void theFolderOfAServerWithoutLogsIsDeleted() throws IOException {
    write("server/runtime/library.jar");

    Folders.keepLogsAfter(CompletableFuture.completedFuture(null), folder.resolve("server")).join();

    assertThat(folder.resolve("server")).doesNotExist();
  }

  private Path write(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file);
  }
}
