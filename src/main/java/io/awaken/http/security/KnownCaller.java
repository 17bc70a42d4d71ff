package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.security.Principal;
import java.util.Set;

/**
 * A caller whom {@link Authentication} has made out, as the principal of a request.
 *
 * @param scopes what the caller's credentials are good for
 */
public record KnownCaller(Caller caller, Set<String> scopes) implements Principal {

  @Override
  public String getName() {
    return caller.subject();
  }
}
