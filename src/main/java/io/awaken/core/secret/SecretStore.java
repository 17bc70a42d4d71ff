package io.awaken.core.secret;

import java.time.Duration;
import java.util.Optional;

/**
 * Stores encrypted secrets (features row 1142). Each call is atomic and durable when it returns; of
 * concurrent changes of a secret one succeeds. Has no keys. Thread-safe.
 */
public interface SecretStore {

  /** Maximum characters of a sealed secret. */
  int MAX_SEALED = 96 << 10;

  /**
   * A stored secret.
   *
   * @param sealed the encrypted value
   * @param version changes with each write; above 0
   */
  record Kept(String sealed, long version) {}

  /** Returns a secret; empty when it does not exist or has expired. */
  Optional<Kept> find(SecretName name);

  /**
   * Stores a secret, replacing the version that was found.
   *
   * @param before the found version; 0 for none
   * @param life time until it expires; null for never
   * @return false when another writer was faster
   */
  boolean put(SecretName name, long before, String sealed, Duration life);

  /** Removes and returns a secret; only one of several concurrent calls gets it. */
  Optional<Kept> take(SecretName name);

  /** Removes a secret if it is still this version. */
  void remove(SecretName name, long version);
}
