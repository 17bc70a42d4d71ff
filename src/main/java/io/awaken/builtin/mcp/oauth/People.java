package io.awaken.builtin.mcp.oauth;

import io.awaken.builtin.mcp.transport.AccessRefused;
import io.awaken.core.run.Caller;
import io.awaken.core.secret.SecretVault;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;

/**
 * What it takes to ask people for access. Thread-safe.
 *
 * @param vault keeps what they grant; null for nothing
 * @param redirect where their browsers come back to, exactly as registered; null for nowhere
 * @param document the address of the document by which authorization servers may know this client;
 *     null for none
 * @param unavailable why they cannot be asked; null when they can
 */
record People(SecretVault vault, String redirect, String document, String unavailable) {

  /** How long a link is good. */
  static final Duration LINK = Duration.ofDays(1);

  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  void require() throws AccessRefused {
    if (unavailable != null) {
      throw new AccessRefused(unavailable);
    }
  }

  /** An unguessable random text, fit for a state or a verifier. */
  static String random() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Remembers what a caller is asked.
   *
   * @return the state of the link
   */
  String begin(Caller caller, PendingGrant pending) throws AccessRefused {
    String state = random();
    if (!vault.put(PendingGrant.name(caller, state), 0, pending.write(), LINK)) {
      throw new AccessRefused("a state was given twice");
    }
    return state;
  }

  /**
   * What a caller was asked, once.
   *
   * @throws GrantRefused when this caller was not asked, has answered before, or is too late
   */
  PendingGrant taken(Caller caller, String state) throws GrantRefused {
    if (unavailable != null) {
      throw new GrantRefused("not_available", unavailable);
    }
    if (!PendingGrant.isState(state)) {
      throw new GrantRefused("invalid_state", "state is required");
    }
    return vault
        .take(PendingGrant.name(caller, state))
        .map(PendingGrant::read)
        .orElseThrow(
            () ->
                new GrantRefused(
                    "invalid_state",
                    "state is not one that this caller was given, was used before, or is too old"));
  }
}
