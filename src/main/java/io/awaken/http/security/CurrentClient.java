package io.awaken.http.security;

import io.awaken.http.security.client.ClientOrigin;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.servlet.ServletRequest;
import java.util.Optional;

/**
 * The origin of the request that the current thread processes. Set by {@link Authentication}, read
 * by limits for anonymous callers.
 */
@RequestScoped
public class CurrentClient {

  private static final String ATTRIBUTE = "io.awaken.http.security.client";

  private ClientOrigin origin;

  void is(ClientOrigin found) {
    origin = found;
  }

  /** The key for counting; empty for an uncounted request, or before the filter. */
  Optional<String> counted() {
    return Optional.ofNullable(origin).flatMap(ClientOrigin::countedAs);
  }

  /** Stores it with the request, for code that has the request. */
  static void note(ServletRequest request, ClientOrigin found) {
    request.setAttribute(ATTRIBUTE, found);
  }

  /** The request's key for counting; empty for an uncounted request, or before it is determined. */
  public static Optional<String> countedAs(ServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof ClientOrigin found
        ? found.countedAs()
        : Optional.empty();
  }

  /** For any thread: empty on a thread that processes no request. */
  public static Optional<String> countedAs(CurrentClient client) {
    try {
      return client.counted();
    } catch (ContextNotActiveException e) {
      return Optional.empty();
    }
  }
}
