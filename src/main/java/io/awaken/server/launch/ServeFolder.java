package io.awaken.server.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The folder of a server that {@code mvn -Pserve} starts, one for each port, which only its user
 * can read. What the server runs from is copied here, so that a build in the same checkout does not
 * change it under a running server.
 */
final class ServeFolder {
  private ServeFolder() {}

  /**
   * Copies the archive, and Payara Micro. WildFly is not copied: builds unpack it once and leave it
   * as it is then.
   *
   * @param port of the server; a server that uses it now would use the folder too
   */
  static Installation prepare(BuiltServers built, ServerKind kind, Path archive, int port)
      throws IOException {
    Path servers = Files.createDirectories(built.build().resolve("serve"));
    Path folder = servers.resolve(String.valueOf(port));
    if (!Files.isDirectory(folder)) {
      Folders.createPrivate(folder);
    }
    Path server = built.server(kind);
    return new Installation(
        kind,
        kind == ServerKind.PAYARA ? copy(server, folder) : server,
        copy(archive, folder),
        built.config().resolve(kind.value()),
        folder,
        built.build());
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
