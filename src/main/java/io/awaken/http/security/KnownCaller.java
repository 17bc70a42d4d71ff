package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.security.Principal;
import java.util.Set;

/**
 * The caller determined by {@link Authentication}, as the principal of a request.
 *
 * @param scopes of the caller's credentials
 */
public record KnownCaller(Caller caller, Set<String> scopes) implements Principal {

  @Override
  public String getName() {
    return caller.subject();
  }
}
