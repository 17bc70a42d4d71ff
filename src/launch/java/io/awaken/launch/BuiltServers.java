package io.awaken.launch;

import java.nio.file.Path;

/**
 * The servers of a build.
 *
 * @param build the folder with {@code payara-micro.jar}
 * @param wildFly the folder of WildFly, if the build includes it
 * @param config the folder with one folder of configuration for each kind of server
 */
public record BuiltServers(Path build, Path wildFly, Path config) {

  /**
   * A server that runs from the build itself, which must not be rebuilt meanwhile.
   *
   * @param work the folder for its domain, its log and its properties; must exist
   */
  public Installation installation(ServerKind kind, Path archive, Path work) {
    return new Installation(kind, server(kind), archive, config.resolve(kind.value()), work, build);
  }

  /** Payara Micro's jar, or the folder of WildFly. */
  Path server(ServerKind kind) {
    return switch (kind) {
      case PAYARA -> build.resolve("payara-micro.jar");
      case WILDFLY -> wildFly;
    };
  }
}
