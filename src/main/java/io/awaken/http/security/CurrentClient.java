package io.awaken.http.security;

import io.awaken.http.security.client.ClientOrigin;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.servlet.ServletRequest;
import java.util.Optional;

/**
 * Where the request comes from that the thread works for. {@link Authentication} finds it out, and
 * what limits callers who have no name asks for it.
 */
@RequestScoped
public class CurrentClient {

  private static final String ATTRIBUTE = "io.awaken.http.security.client";

  private ClientOrigin origin;

  void is(ClientOrigin found) {
    origin = found;
  }

  /** As it is counted; empty when it is not, or before the filter. */
  Optional<String> counted() {
    return Optional.ofNullable(origin).flatMap(ClientOrigin::countedAs);
  }

  /** Notes it with the request, for what has the request at hand. */
  static void note(ServletRequest request, ClientOrigin found) {
    request.setAttribute(ATTRIBUTE, found);
  }

  /** Of this request, as it is counted; empty when it is not, or before it is found out. */
  public static Optional<String> countedAs(ServletRequest request) {
    return request.getAttribute(ATTRIBUTE) instanceof ClientOrigin found
        ? found.countedAs()
        : Optional.empty();
  }

  /** For any thread: empty on one that serves no request. */
  public static Optional<String> countedAs(CurrentClient client) {
    try {
      return client.counted();
    } catch (ContextNotActiveException e) {
      return Optional.empty();
    }
  }
}
