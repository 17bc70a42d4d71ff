package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;

/**
 * Sends requests without tokens, as long as the server requires none. Thread-safe.
 *
 * @param reason the error text when it does
 */
record NoCredentials(String reason) implements Credentials {

  @Override
  public AccessToken current() {
    return null;
  }

  @Override
  public AccessToken next(AccessToken used, Challenge challenge) throws AccessRefused {
    throw new AccessRefused(reason);
  }

  @Override
  public AccessToken wider(AccessToken used, Challenge challenge) throws AccessRefused {
    throw new AccessRefused(reason);
  }
}
