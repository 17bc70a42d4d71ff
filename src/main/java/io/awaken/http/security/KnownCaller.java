package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.security.Principal;

/** A caller whom {@link AuthenticationFilter} has made out, as the principal of a request. */
record KnownCaller(Caller caller) implements Principal {

  @Override
  public String getName() {
    return caller.subject();
  }
}
