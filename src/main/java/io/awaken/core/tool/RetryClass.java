package io.awaken.core.tool;

/**
 * What may be done with a call that was interrupted while its tool ran, so that the runtime cannot
 * know whether it took effect.
 */
public enum RetryClass {
  /** It is repeated: doing it twice does no harm. */
  SAFE,
  /**
   * It is repeated under the same idempotency key, by which the tool recognises it. The default of
   * a {@link Tool}, and of an {@link AgentTool} method that takes the key with its {@link
   * ToolCallContext}.
   */
  KEYED,
  /**
   * It is never repeated: the call waits until a person says what it did. The default of an {@link
   * AgentTool} method that does not take the key.
   */
  NEVER
}
