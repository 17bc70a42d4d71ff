package io.awaken.server.launch;

import java.nio.file.Path;

/**
 * What a server is started from.
 *
 * @param server the file {@code payara-micro.jar}
 * @param archive the application
 * @param config the folder with the server's own configuration
 * @param work the folder for its domain, its log and its properties; must exist
 */
public record Installation(Path server, Path archive, Path config, Path work) {}
