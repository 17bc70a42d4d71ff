package io.awaken.core.store;

import java.util.function.Supplier;

/**
 * Secret keys that all nodes of a server share, such as the one that signs what clients carry from
 * one request to the next. They belong to no tenant and stay for good. Thread-safe.
 */
public interface ServerKeys {

  /** Bytes of a key, at the most. */
  int MAX_BYTES = 128;

  /** Characters of a name, at the most. */
  int MAX_NAME = 64;

  /**
   * The key of a name, the same on every node and after every restart. May block.
   *
   * @param name of what it is for
   * @param fresh a new key, random; taken where none is stored yet, unless another node is faster
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
