package io.awaken.provider.scripted;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.Pause;
import io.awaken.core.spec.ProviderSpec;
import java.time.Duration;

/**
 * Makes models that need no network. Options of the provider's document: {@code script}, a script
 * or the path of one (see {@link Script}), without which the built-in demo model answers; {@code
 * word_delay_ms}, the time between two words of the demo model, default 30.
 */
public final class ScriptedAdapter implements LlmAdapter {

  private final Source source;

  public ScriptedAdapter(Source source) {
    this.source = source;
  }

  @Override
  public String name() {
    return "scripted";
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    JsonNode script = provider.adapterOptions().get("script");
    if (script == null || script.isNull()) {
      return new DemoModel(wordDelay(provider));
    }
    return new ScriptedModel(
        Script.read(script.isTextual() ? source.read(script.textValue()) : script),
        Pause.inRealTime(),
        provider.id());
  }

  private static Duration wordDelay(ProviderSpec provider) {
    JsonNode millis = provider.adapterOptions().get("word_delay_ms");
    if (millis == null || millis.isNull()) {
      return DemoModel.DEFAULT_WORD_DELAY;
    }
    if (!millis.isIntegralNumber() || millis.longValue() < 0) {
      throw new IllegalArgumentException(
          "provider "
              + provider.id()
              + ": adapter_options.word_delay_ms must be a whole number of milliseconds");
    }
    return Duration.ofMillis(millis.longValue());
  }

  /** Reads a script's document from the path in a provider's document. */
  @FunctionalInterface
  public interface Source {

    /**
     * @param path as the provider's document gives it
     * @throws IllegalArgumentException with the reason when it cannot be read
     */
    JsonNode read(String path);
  }
}
