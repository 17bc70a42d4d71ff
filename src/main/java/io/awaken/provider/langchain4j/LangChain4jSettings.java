package io.awaken.provider.langchain4j;

import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.FormatSupport;
import java.time.Duration;

/**
 * Settings of a LangChain4j model.
 *
 * @param providerId the id of the model's provider; attributes of its messages are sent back to
 *     this provider only
 * @param idle how long the model may stay silent, before its answer and within it
 * @param finishReason whether a streamed answer must have a finish reason. LangChain4j completes a
 *     stream that broke off between two events normally; only the missing reason reveals it
 * @param formats response formats that the model accepts; null for those it declares ({@code
 *     supportedCapabilities}). The prompt describes other formats
 */
public record LangChain4jSettings(
    String providerId, Duration idle, boolean finishReason, FormatSupport formats) {

  public LangChain4jSettings {
    if (providerId == null || providerId.isBlank()) {
      throw new IllegalArgumentException("the provider needs an id");
    }
    if (idle.compareTo(Duration.ZERO) <= 0) {
      throw new IllegalArgumentException(
          "provider " + providerId + ": timeout_secs must be at least 1");
    }
  }

  /** The defaults: five minutes of silence, and a required finish reason. */
  public static LangChain4jSettings of(String providerId) {
    return new LangChain4jSettings(
        providerId, Duration.ofSeconds(ProviderSpec.DEFAULT_TIMEOUT_SECS), true, null);
  }

  /** A copy with this limit for silence. */
  public LangChain4jSettings with(Duration silence) {
    return new LangChain4jSettings(providerId, silence, finishReason, formats);
  }

  /** A copy for a model that supports these response formats, whatever it declares. */
  public LangChain4jSettings with(FormatSupport taken) {
    return new LangChain4jSettings(providerId, idle, finishReason, taken);
  }

  /** A copy for a model that never reports a finish reason. */
  public LangChain4jSettings withoutFinishReason() {
    return new LangChain4jSettings(providerId, idle, false, formats);
  }
}
