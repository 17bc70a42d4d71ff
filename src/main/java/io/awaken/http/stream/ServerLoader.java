package io.awaken.http.stream;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Calls the server with the server's class loader. Threads that its pools start meanwhile inherit
 * the caller's class loader and keep it: with the application's loader, its classes would stay in
 * memory after an undeployment.
 */
public final class ServerLoader {

  private ServerLoader() {}

  /**
   * Answers a suspended request on one of our threads. At undeployment one server stops its REST
   * layer before the node drains: then a bare 503 ends a request that would otherwise never end.
   *
   * @param context of the request
   * @param answer null when everything has been written
   */
  public static void resume(AsyncContext context, PendingResponse response, Object answer) {
    run(
        () -> {
          try {
            // Completing the context at once instead would flood the log of one server.
            response.resume(answer);
          } catch (RuntimeException e) {
            refuse((HttpServletResponse) context.getResponse());
            context.complete();
          }
        });
  }

  private static void refuse(HttpServletResponse unanswered) {
    if (!unanswered.isCommitted()) {
      unanswered.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    }
  }

  /** Runs a call to the server on one of our threads. */
  public static void run(Runnable call) {
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
