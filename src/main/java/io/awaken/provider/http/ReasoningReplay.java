package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.spec.ProviderSpec;

/**
 * Which reasoning goes back to a provider: the option {@code replay_reasoning} of its document.
 * Some servers refuse a conversation with it, others one without.
 */
public enum ReasoningReplay {
  /** None. */
  NEVER,
  /** What the provider signed or encrypted. */
  SIGNED,
  /** All, also reasoning without a signature. */
  ALWAYS;

  /**
   * Reads the option.
   *
   * @param absent the default
   * @throws IllegalArgumentException for another value
   */
  public static ReasoningReplay of(ProviderSpec provider, ReasoningReplay absent) {
    JsonNode option = ProviderEndpoint.option(provider, "replay_reasoning");
    if (option.isBoolean()) {
      // The values of this option before it had names.
      return option.booleanValue() ? ALWAYS : absent;
    }
    return ProviderEndpoint.option(provider, "replay_reasoning", values(), absent);
  }

  /** Whether a block of reasoning goes back. */
  public boolean sends(ContentBlock.Thinking thinking) {
    return switch (this) {
      case NEVER -> false;
      case SIGNED -> thinking.sealed();
      case ALWAYS -> thinking.sealed() || !thinking.thinking().isEmpty();
    };
  }
}
