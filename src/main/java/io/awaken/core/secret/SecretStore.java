package io.awaken.core.secret;

import java.time.Duration;
import java.util.Optional;

/**
 * Keeps encrypted secrets (features row 1142). Each call is atomic by itself and durable when it
 * returns; of several that change the same secret at a time one succeeds. Knows no key.
 * Thread-safe.
 */
public interface SecretStore {

  /** Characters of what is kept, at the most. */
  int MAX_SEALED = 96 << 10;

  /**
   * What is kept.
   *
   * @param sealed encrypted
   * @param version changes with each write; above 0
   */
  record Kept(String sealed, long version) {}

  /** A secret; empty when there is none, or its time is over. */
  Optional<Kept> find(SecretName name);

  /**
   * Keeps a secret in the place of the version that was found.
   *
   * @param before 0 when none was found
   * @param life after which it is gone; null for never
   * @return whether it is stored; false when another writer was faster
   */
  boolean put(SecretName name, long before, String sealed, Duration life);

  /** Removes a secret; only one of several who ask gets it. */
  Optional<Kept> take(SecretName name);

  /** Removes a secret if it is still this version. */
  void remove(SecretName name, long version);
}
