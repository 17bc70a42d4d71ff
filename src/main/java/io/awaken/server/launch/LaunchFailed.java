package io.awaken.server.launch;

/** The server cannot be started or did not start; the message is the one line that says why. */
public final class LaunchFailed extends Exception {
  private static final long serialVersionUID = 1L;

  LaunchFailed(String message) {
    super(message);
  }
}
