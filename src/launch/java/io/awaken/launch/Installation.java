package io.awaken.launch;

import java.nio.file.Path;

/**
 * The files for a server's start.
 *
 * @param kind which server it is
 * @param server the file {@code payara-micro.jar}, or the folder of WildFly
 * @param archive the application
 * @param config the folder with the server's own configuration
 * @param work the folder for its domain, its log and its properties; must exist
 * @param shared the folder shared by several starts
 */
public record Installation(
    ServerKind kind, Path server, Path archive, Path config, Path work, Path shared) {

  private static final String CLASS_ARCHIVES = "class-archives";

  /** Payara Micro, with the shared folder beside it. */
  public Installation(Path server, Path archive, Path config, Path work) {
    this(ServerKind.PAYARA, server, archive, config, work, server.toAbsolutePath().getParent());
  }

  /** Class data of the JVM, one file for each set of classes. */
  Path classArchives() {
    return shared.resolve(CLASS_ARCHIVES);
  }
}
