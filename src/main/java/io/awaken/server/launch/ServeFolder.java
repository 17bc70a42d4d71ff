package io.awaken.server.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * The folder of a server that {@code mvn -Pserve} starts, one for each port, which only its user
 * can read. What the server runs from is copied here, so that a build in the same checkout does not
 * change it under a running server.
 */
final class ServeFolder {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private ServeFolder() {}

  /**
   * Copies the server and the archive.
   *
   * @param build the folder with {@code payara-micro.jar}
   * @param port of the server; a server that uses it now would use the folder too
   */
  static Installation prepare(Path build, Path archive, Path config, int port) throws IOException {
    Path folder = build.resolve("serve").resolve(String.valueOf(port));
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder.getParent());
      boolean posix = Files.getFileStore(build).supportsFileAttributeView("posix");
      Files.createDirectory(folder, posix ? new FileAttribute<?>[] {OWNER_ONLY} : none());
    }
    Path server = copy(build.resolve("payara-micro.jar"), folder);
    return new Installation(
        server, copy(archive, folder), config, folder, build.resolve("class-archives"));
  }

  private static FileAttribute<?>[] none() {
    return new FileAttribute<?>[0];
  }

  /** Leaves a copy that is still like its original. */
  private static Path copy(Path file, Path folder) throws IOException {
    Path copy = folder.resolve(file.getFileName());
    boolean same =
        Files.exists(copy)
            && Files.size(copy) == Files.size(file)
            && Files.getLastModifiedTime(copy).equals(Files.getLastModifiedTime(file));
    if (!same) {
      Files.copy(
          file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
    return copy;
  }
}
