package io.awaken.core.tool;

/**
 * Whether a call may be repeated that was cut off while its tool ran, so that it is unknown whether
 * it took effect.
 */
public enum RetryClass {
  /** It is repeated; repetition is harmless. */
  SAFE,
  /**
   * It is repeated under the same idempotency key, by which the tool recognises it. The default of
   * a {@link Tool}, and of an {@link AgentTool} method that takes the key with its {@link
   * ToolCallContext}.
   */
  KEYED,
  /**
   * It is never repeated: the call waits until a person reports what it did. The default of an
   * {@link AgentTool} method that does not take the key.
   */
  NEVER
}
