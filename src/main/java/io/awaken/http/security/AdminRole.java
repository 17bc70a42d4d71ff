package io.awaken.http.security;

import io.awaken.core.run.Caller;

/**
 * The role required by routes for operators.
 *
 * @param name null when no caller may use them
 */
public record AdminRole(String name) {

  /** Whether a caller is an operator; an anonymous caller never is. */
  public boolean has(Caller caller) {
    return name != null && !caller.anonymous() && caller.roles().contains(name);
  }

  /**
   * @throws RefusedException 401 for an anonymous caller, 403 for a caller without the role
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
