package io.awaken.core.model;

import io.awaken.core.spec.ProviderSpec;

/**
 * One model wire: creates executors from a provider's document (features row 109). The server keeps
 * one adapter per {@link #name}. Thread-safe.
 */
public interface LlmAdapter {

  /** The value of {@link ProviderSpec#adapter} for this wire. */
  String name();

  /**
   * Creates the executor of a provider; sends nothing.
   *
   * @throws IllegalArgumentException naming the missing or invalid field, without secrets
   */
  LlmExecutor create(ProviderSpec provider);
}
