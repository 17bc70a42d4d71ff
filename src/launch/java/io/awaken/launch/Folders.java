package io.awaken.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Creates, replaces and deletes folders for server starts; public for the servers of tests. */
public final class Folders {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private Folders() {}

  /** Deletes a folder with its content, if it exists. */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      for (Path file : contentFirst(folder)) {
        Files.delete(file);
      }
    }
  }

  /**
   * Deletes what a process has written to a folder, except for its logs, as soon as it has ended.
   *
   * @param exit completes when the process has ended
   * @return completes when the files are deleted, exceptionally if they could not be
   */
  public static CompletableFuture<Void> keepLogsAfter(
      CompletableFuture<Process> exit, Path folder) {
    return exit.thenRun(
        () -> {
          try {
            keepLogs(folder);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static void keepLogs(Path folder) throws IOException {
    for (Path file : contentFirst(folder)) {
      if (!file.toString().endsWith(".log")) {
        try {
          Files.delete(file);
        } catch (DirectoryNotEmptyException e) {
          // It contains a log.
        }
      }
    }
  }

  private static List<Path> contentFirst(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }

  /** Creates an empty folder, replacing an existing one. */
  static Path replace(Path folder) throws IOException {
    delete(folder);
    return createPrivate(folder);
  }

  /** Creates a folder that only this user can read, in an existing one. */
  static Path createPrivate(Path folder) throws IOException {
    boolean posix =
        Files.getFileStore(folder.getParent())
            .supportsFileAttributeView(PosixFileAttributeView.class);
    return posix
        ? Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY))
        : Files.createDirectory(folder);
  }

  /** Copies the files of a folder, but not its subfolders, into a folder that exists. */
  static void copyFiles(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
