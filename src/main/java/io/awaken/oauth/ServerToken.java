package io.awaken.oauth;

import java.time.Instant;

/**
 * A token for one server. Immutable.
 *
 * @param value the token; sent only to that server
 * @param refresh the refresh token; null for none
 * @param renewAt when to renew it, shortly before it expires; null without a known lifetime
 * @param scope the requested scope, separated by spaces; null for none
 */
record ServerToken(String value, String refresh, Instant renewAt, String scope) {

  /** Whether it must be renewed. */
  boolean due(Instant now) {
    return renewAt != null && !now.isBefore(renewAt);
  }

  /** Omits the secrets. */
  @Override
  public String toString() {
    return "ServerToken[renewAt=" + renewAt + "]";
  }
}
