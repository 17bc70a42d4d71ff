package io.awaken.http.security;

/**
 * Whether the server authenticates callers by a realm of its own that the application cannot see in
 * its own deployment. Immutable.
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
