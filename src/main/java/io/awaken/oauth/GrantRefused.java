package io.awaken.oauth;

import io.awaken.core.run.RunId;
import io.awaken.oauth.UserGrants.PendingGrant;

/**
 * Access was not granted or cannot be requested; nothing was stored. The message contains no
 * secret.
 */
public final class GrantRefused extends Exception {

  private static final long serialVersionUID = 1L;

  private final String code;
  private final transient PendingGrant pending;

  GrantRefused(String code, String message) {
    this(code, message, null);
  }

  /**
   * @param pending the grant that fails; null for none
   */
  GrantRefused(String code, String message, PendingGrant pending) {
    super(message);
    this.code = code;
    this.pending = pending;
  }

  public static GrantRefused unknown(String server) {
    return new GrantRefused("unknown_server", "there is no MCP server " + server);
  }

  /** Users cannot be asked for access. */
  public static GrantRefused notAvailable(AccessRefused why) {
    return new GrantRefused("not_available", why.getMessage());
  }

  /**
   * {@code unknown_server}, {@code not_available}, {@code invalid_state}, {@code invalid_answer},
   * {@code access_denied} or {@code no_token}.
   */
  public String code() {
    return code;
  }

  /** The run that waits; null for none. */
  public RunId run() {
    return pending == null ? null : pending.runId();
  }

  /** The call that waits; null for none. */
  public String call() {
    return pending == null ? null : pending.call();
  }
}
