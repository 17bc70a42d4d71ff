package io.awaken.http.security;

import io.awaken.core.run.Caller;

/**
 * Who gets the routes for operators.
 *
 * @param name the role that it takes; null when nobody gets them
 */
public record AdminRole(String name) {

  /** Whether a caller is an operator; nobody in particular never is. */
  public boolean has(Caller caller) {
    return name != null && !caller.anonymous() && caller.roles().contains(name);
  }

  /**
   * @throws RefusedException 401 for nobody in particular, 403 for somebody without the role
   */
  public void require(Caller caller) {
    if (caller.anonymous()) {
      throw Refusal.unauthorized("unauthorized", "credentials are required").exception();
    }
    if (!has(caller)) {
      throw Refusal.forbidden("forbidden", "the route is for operators of this server only")
          .exception();
    }
  }
}
