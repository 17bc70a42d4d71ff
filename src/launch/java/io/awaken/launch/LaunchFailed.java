package io.awaken.launch;

/** The server cannot be started or did not start; the message is a one-line reason. */
public final class LaunchFailed extends Exception {
  private static final long serialVersionUID = 1L;

  LaunchFailed(String message) {
    super(message);
  }
}
