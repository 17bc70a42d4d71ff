package io.awaken.http.security;

import io.awaken.core.run.Caller;
import jakarta.ws.rs.core.SecurityContext;

/** What a resource is told about the caller of a request, behind {@link AuthenticationFilter}. */
public final class RequestOf {

  private RequestOf() {}

  public static SecurityContext caller(Caller caller) {
    return new CallerContext(caller, null);
  }
}
