package io.awaken.http.stream;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Calls the server as its own code would. Threads that it starts meanwhile for its pools inherit
 * the caller's class loader and keep it as long as they live: with the application's, its classes
 * would stay in memory behind an undeployment.
 */
public final class ServerLoader {

  private ServerLoader() {}

  /**
   * Answers a request that has been left, on a thread of ours. At undeployment one server takes its
   * REST layer down before it lets the node drain: what has no answer then gets a bare 503, since
   * nobody else would end the request.
   *
   * @param context of the request
   * @param answer null when all has been written
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

  /** Makes a call to the server on a thread of ours. */
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
