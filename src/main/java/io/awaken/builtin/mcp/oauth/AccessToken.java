package io.awaken.builtin.mcp.oauth;

import java.time.Instant;

/**
 * A token for one server. Immutable.
 *
 * @param value sent to that server only
 * @param refresh gets the next one; null for none
 * @param renewAt when the next one is to be got, shortly before this one expires; null when nobody
 *     said how long it is good
 * @param scope that was asked for with it, with spaces between; null for none
 */
record AccessToken(String value, String refresh, Instant renewAt, String scope) {

  /** Whether it is time for the next one. */
  boolean due(Instant now) {
    return renewAt != null && !now.isBefore(renewAt);
  }

  /** Without what is secret. */
  @Override
  public String toString() {
    return "AccessToken[renewAt=" + renewAt + "]";
  }
}
