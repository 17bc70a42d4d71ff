package io.awaken.server.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/** Creates, replaces and deletes folders for server starts. */
final class Folders {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private Folders() {}

  /** Deletes a folder with its content, if it exists. */
  static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
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
