package io.awaken.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The folder of a server that {@code mvn -Pserve} starts, one for each port, which only its user
 * can read. The server's files are copied here, so that a build in the same checkout does not
 * change them while it runs.
 */
final class ServeFolder {
  private ServeFolder() {}

  /**
   * Copies the archive, and Payara Micro. WildFly is not copied: builds unpack it once and do not
   * change it.
   *
   * @param port of the server; a running server on this port would use the same folder
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

  /** Keeps a copy that still equals its original. */
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
