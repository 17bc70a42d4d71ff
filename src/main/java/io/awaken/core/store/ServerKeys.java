package io.awaken.core.store;

import java.util.function.Supplier;

/**
 * Secret keys shared by all nodes of a server, such as the key that signs client cursors. They
 * belong to no tenant and are never deleted. Thread-safe.
 */
public interface ServerKeys {

  /** Maximum size of a key. */
  int MAX_BYTES = 128;

  /** Maximum length of a key name. */
  int MAX_NAME = 64;

  /**
   * Returns the key with this name, identical on every node and after every restart. May block.
   *
   * @param name purpose of the key
   * @param fresh a new random key, stored unless the name already has one
   */
  byte[] key(String name, Supplier<byte[]> fresh);

  /**
   * @throws IllegalArgumentException when they cannot be stored
   */
  static void check(String name, byte[] key) {
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "the name of a key has 1 to %d characters".formatted(MAX_NAME));
    }
    if (key.length == 0 || key.length > MAX_BYTES) {
      throw new IllegalArgumentException("a key has 1 to %d bytes".formatted(MAX_BYTES));
    }
  }
}
