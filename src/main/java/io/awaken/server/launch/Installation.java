package io.awaken.server.launch;

import java.nio.file.Path;

/**
 * What a server is started from.
 *
 * @param server the file {@code payara-micro.jar}
 * @param archive the application
 * @param config the folder with the server's own configuration
 * @param work the folder for its domain, its log and its properties; must exist
 * @param classArchives the folder for class data that starts share
 */
public record Installation(Path server, Path archive, Path config, Path work, Path classArchives) {

  /** The same, with shared class data beside the server. */
  public Installation(Path server, Path archive, Path config, Path work) {
    this(server, archive, config, work, server.resolveSibling("class-archives"));
  }
}
