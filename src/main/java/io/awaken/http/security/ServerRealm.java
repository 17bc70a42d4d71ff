package io.awaken.http.security;

/**
 * Whether the server authenticates callers by its own realm, outside of the application's
 * deployment. Immutable.
 */
public sealed interface ServerRealm {

  /** It does not. */
  record Absent() implements ServerRealm {}

  /**
   * It does.
   *
   * @param name for logs, such as {@code the security domain staff}
   */
  record Present(String name) implements ServerRealm {}

  /**
   * It is unknown, at least now.
   *
   * @param reason for logs
   */
  record Unknown(String reason) implements ServerRealm {}
}
