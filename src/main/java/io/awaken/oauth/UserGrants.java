package io.awaken.oauth;

import io.awaken.core.run.Caller;
import io.awaken.core.secret.SecretVault;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;

/**
 * Dependencies of grants by users. Thread-safe.
 *
 * @param vault stores grants; null without an encryption key
 * @param redirect the redirect address, exactly as registered; null without one
 * @param document the address of the client ID metadata document; null without one
 * @param unavailable why users cannot be asked; null when they can
 */
record UserGrants(SecretVault vault, String redirect, String document, String unavailable) {

  /** Lifetime of a link. */
  static final Duration LINK = Duration.ofDays(1);

  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  void require() throws AccessRefused {
    if (unavailable != null) {
      throw new AccessRefused(unavailable);
    }
  }

  /** An unpredictable random text for a state or a verifier. */
  static String random() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Stores a pending grant.
   *
   * @return its state
   */
  String begin(Caller caller, PendingGrant pending) throws AccessRefused {
    String state = random();
    if (!vault.put(PendingGrant.name(caller, state), 0, pending.write(), LINK)) {
      throw new AccessRefused("a state was given twice");
    }
    return state;
  }

  /**
   * Removes and returns a pending grant of a caller.
   *
   * @throws GrantRefused when this caller has no such grant, or it expired or was used
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
