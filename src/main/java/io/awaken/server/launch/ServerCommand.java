package io.awaken.server.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How a prepared server is started. */
interface ServerCommand {

  /**
   * What follows {@code java} and the JVM's own options.
   *
   * @param properties the file with the settings, which the server reads when it starts
   */
  List<String> arguments(Path properties);

  /** Variables of its environment beside those of this process. */
  default Map<String, String> environment() {
    return Map.of();
  }
}
