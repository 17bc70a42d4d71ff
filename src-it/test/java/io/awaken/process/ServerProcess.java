package io.awaken.process;

import java.io.IOException;

/** A server with the application deployed, in a process of its own. */
public interface ServerProcess extends AutoCloseable {

  /** Of HTTP. */
  int port();

  /** Whether it takes HTTP or HTTPS there. */
  default boolean isHttp(int port) {
    return port == port();
  }

  long pid();

  /** Ends it as a crash does, and returns when it is gone. */
  void kill() throws InterruptedException;

  /** Asks it to end as an operator does; returns at once. */
  void terminate();

  /**
   * Waits until it ended by itself.
   *
   * @return the exit code
   */
  int awaitExit() throws InterruptedException;

  /** Takes the application away and leaves the server; returns when the server says it is gone. */
  void undeploy() throws IOException, InterruptedException;

  /** Brings the application back; returns when it is healthy. */
  void deploy() throws IOException, InterruptedException;

  /** Ends it if it still runs. */
  @Override
  void close();
}
