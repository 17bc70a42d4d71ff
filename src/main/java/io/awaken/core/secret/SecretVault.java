package io.awaken.core.secret;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Encrypted secrets in a store (features row 1142). A secret under an older key is re-encrypted
 * with the first one when it is read. Thread-safe.
 */
public final class SecretVault {

  private static final Logger LOG = System.getLogger(SecretVault.class.getName());

  private final SecretStore store;
  private final SecretBox box;

  /**
   * @param keys not stored beside the secrets
   */
  public SecretVault(SecretStore store, SecretKeys keys) {
    this.store = store;
    this.box = new SecretBox(keys);
  }

  /** In memory, until the program ends. */
  public static SecretVault inMemory(InstantSource clock) {
    return new SecretVault(new MemorySecretStore(clock), SecretKeys.fresh());
  }

  /**
   * A secret.
   *
   * @param version its version
   */
  public record Found(String secret, long version) {

    /** Omits the secret. */
    @Override
    public String toString() {
      return "Found[version=" + version + "]";
    }
  }

  /** Returns a secret; if no key opens it, only its version, so that it can be replaced. */
  public Found find(SecretName name) {
    SecretStore.Kept kept = store.find(name).orElse(null);
    if (kept == null) {
      return new Found(null, 0);
    }
    Optional<String> opened = open(name, kept.sealed());
    if (opened.isPresent() && !box.current(kept.sealed())) {
      // Expiring secrets are not re-encrypted, since they are only read by take.
      store.put(name, kept.version(), box.seal(name, opened.get()), null);
      return find(name);
    }
    return new Found(opened.orElse(null), kept.version());
  }

  /**
   * Stores a secret, replacing the version that was found.
   *
   * @param before the found version; 0 for none
   * @param life time until it expires; null for never
   * @return false when another writer was faster
   * @throws IllegalArgumentException when it is too long
   */
  public boolean put(SecretName name, long before, String secret, Duration life) {
    String sealed = box.seal(name, secret);
    if (sealed.length() > SecretStore.MAX_SEALED) {
      throw new IllegalArgumentException("a secret is too long to be stored");
    }
    return store.put(name, before, sealed, life);
  }

  /** Removes and returns a secret; only one of several concurrent calls gets it. */
  public Optional<String> take(SecretName name) {
    return store.take(name).flatMap(kept -> open(name, kept.sealed()));
  }

  /** Removes a secret if it is still this version. */
  public void remove(SecretName name, long version) {
    store.remove(name, version);
  }

  /**
   * Encrypts a secret that is kept elsewhere, to be opened under the same name only.
   *
   * @param name need not be known to the store
   */
  public String seal(SecretName name, String secret) {
    return box.seal(name, secret);
  }

  /** Decrypts what {@link #seal} encrypted; empty when no key opens it under this name. */
  public Optional<String> open(SecretName name, String sealed) {
    Optional<String> opened = box.open(name, sealed);
    if (opened.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "the secret {0} of a caller of tenant {1} cannot be read with the keys of this node; it"
              + " is treated as missing",
          name.name(),
          name.tenant());
    }
    return opened;
  }
}
