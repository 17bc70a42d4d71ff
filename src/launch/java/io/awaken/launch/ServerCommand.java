package io.awaken.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The command that starts a prepared server. */
interface ServerCommand {

  /**
   * The arguments after {@code java} and the JVM's own options.
   *
   * @param properties the file with the settings, which the server reads when it starts
   */
  List<String> arguments(Path properties);

  /** The folder that each start creates anew for what the server unpacks and writes. */
  Path folder();

  /** Environment variables in addition to those of this process. */
  default Map<String, String> environment() {
    return Map.of();
  }
}
