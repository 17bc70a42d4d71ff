package io.awaken.http.stream;

/**
 * The response of a request that has no answer yet. Resources bind it as {@code async::resume}; a
 * servlet implements it. Thread-safe.
 */
@FunctionalInterface
public interface PendingResponse {

  /**
   * Ends the response; called once, from any thread. A second call does nothing.
   *
   * @param answer a {@link jakarta.ws.rs.core.Response}, the bytes of a JSON body for status 200,
   *     or null when the response has been written already
   * @return false when the response had been ended before
   * @throws RuntimeException when the server no longer takes answers, as while it stops
   */
  boolean resume(Object answer);
}
