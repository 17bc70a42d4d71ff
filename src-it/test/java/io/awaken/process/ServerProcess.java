package io.awaken.process;

import java.io.IOException;

/** A server with the deployed application, in a child process. */
public interface ServerProcess extends AutoCloseable {

  /** The HTTP port. */
  int port();

  /** Whether this is a port for HTTP or HTTPS. */
  default boolean isHttp(int port) {
    return port == port();
  }

  long pid();

  /** Kills the server with SIGKILL; returns when it has ended. */
  void kill() throws InterruptedException;

  /** Sends SIGTERM and returns immediately. */
  void terminate();

  /**
   * Waits until the server ends by itself.
   *
   * @return the exit code
   */
  int awaitExit() throws InterruptedException;

  /** Undeploys the application; returns when the server reports that it is undeployed. */
  void undeploy() throws IOException, InterruptedException;

  /** Deploys the application again; returns when it is healthy. */
  void deploy() throws IOException, InterruptedException;

  /** Stops the server if it still runs. */
  @Override
  void close();
}
