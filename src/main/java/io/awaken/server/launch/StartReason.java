package io.awaken.server.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Ends Maven with the reason of a failed start as its last line and exit code 1. Runs within
 * Maven's process, since Maven prints its own errors after those of a child process. Does nothing
 * after a server that did start.
 */
public final class StartReason {

  private StartReason() {}

  /**
   * Entry point.
   *
   * @param arguments the file in which {@link Serve} writes the reason
   * @throws IOException when the file cannot be read
   */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    if (Files.exists(file)) {
      String reason = Files.readString(file);
      Files.delete(file);
      System.err.println(reason);
      System.exit(1);
    }
  }
}
