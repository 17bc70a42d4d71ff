package io.awaken.provider.langchain4j;

import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.FormatSupport;
import java.time.Duration;

/**
 * Settings of a LangChain4j model.
 *
 * @param providerId the id of the provider that the model stands for; what the model attaches to
 *     its messages goes back to this provider only
 * @param idle how long the model may stay silent, before its answer and within it
 * @param finishReason whether a streamed answer must say why it ended. LangChain4j completes a
 *     stream that broke off between two events like any other, and only the missing reason tells
 *     them apart
 * @param formats which response formats the model takes; null for a schema where the model says so
 *     itself ({@code supportedCapabilities}), and else none. What it does not take, it is told in
 *     words
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

  /** Five minutes of silence, and an answer that says why it ended. */
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
