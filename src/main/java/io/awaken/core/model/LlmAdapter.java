package io.awaken.core.model;

import io.awaken.core.spec.ProviderSpec;

/**
 * One model wire: creates executors from a provider's document (features row 109). The server keeps
 * one adapter per {@link #name}. Thread-safe.
 */
public interface LlmAdapter {

  /** The value of {@link ProviderSpec#adapter} that means this wire. */
  String name();

  /**
   * Makes the executor of one provider; nothing is sent yet.
   *
   * @throws IllegalArgumentException naming the provider's field that is missing or wrong; the
   *     message never holds a secret
   */
  LlmExecutor create(ProviderSpec provider);
}
