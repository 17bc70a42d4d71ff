package io.awaken.http.stream;

import jakarta.servlet.AsyncContext;
import jakarta.ws.rs.container.AsyncResponse;

/**
 * Calls the server as its own code would. Threads that it starts meanwhile for its pools inherit
 * the caller's class loader and keep it as long as they live: with the application's, its classes
 * would stay in memory behind an undeployment.
 */
public final class ServerLoader {

  private ServerLoader() {}

  /** Answers a request that has been left, on a thread of ours. */
  public static void resume(AsyncResponse response, Object answer) {
    within(() -> response.resume(answer));
  }

  /**
   * Does something that lets the server start threads, as the completion of a request does.
   *
   * @param call must not look up anything of the application by the thread's class loader
   */
  static void within(Runnable call) {
    Thread self = Thread.currentThread();
    ClassLoader application = self.getContextClassLoader();
    self.setContextClassLoader(AsyncContext.class.getClassLoader());
    try {
      call.run();
    } finally {
      self.setContextClassLoader(application);
    }
  }
}
