package io.awaken.provider.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.http.ErrorDocuments;
import io.awaken.provider.http.ModelListing;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.ProviderEndpoint.KeyHeader;
import io.awaken.provider.http.ReasoningReplay;
import io.awaken.provider.http.StreamFormat;
import io.awaken.provider.http.StreamedModel;
import java.util.Locale;
import java.util.Map;

/**
 * The wire {@code ollama}: {@code /api/chat} of Ollama. The provider's document gives {@code
 * base_url} (default {@value #DEFAULT_BASE_URL}), {@code api_key} if a proxy or ollama.com requires
 * one, and {@code timeout_secs}, the seconds that the provider may stay silent, loading the model
 * included. Options:
 *
 * <ul>
 *   <li>{@code headers}: sent with every request;
 *   <li>{@code options}: parameters of Ollama for every request, such as {@code num_ctx}, the
 *       context window of the loaded model; settings of an agent override them;
 *   <li>{@code keep_alive}: how long the model stays loaded, for example {@code 30m} or -1;
 *   <li>{@code replay_reasoning}: whether reasoning is sent back with the calls that follow it:
 *       {@code always}, the default, or {@code never}; {@code signed} is none, too.
 * </ul>
 */
public final class OllamaAdapter implements LlmAdapter {

  static final String NAME = "ollama";
  static final String DEFAULT_BASE_URL = "http://localhost:11434";

  private final OutboundHttp http;

  public OllamaAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    var endpoint = ProviderEndpoint.of(provider, DEFAULT_BASE_URL, KeyHeader.BEARER, Map.of());
    return new StreamedModel(http, endpoint, Options.of(provider).wire());
  }

  /** Ollama reports an error as plain text, inside a stream without a code. */
  static final class OllamaErrors implements ErrorDocuments {

    /** Version 0.11.3 uses the first words of the sentence as the field's name. */
    private static final String MISNAMED = "error parsing tool call";

    @Override
    public JsonNode error(JsonNode document) {
      JsonNode error = ErrorDocuments.super.error(document);
      return error.isMissingNode() && document.has(MISNAMED) ? document : error;
    }

    @Override
    public String message(JsonNode error) {
      String words = ErrorDocuments.super.message(error);
      return words.isEmpty() && error.has(MISNAMED)
          ? MISNAMED + ": " + error.path(MISNAMED).asText("")
          : words;
    }

    @Override
    public Kind kind(JsonNode error) {
      String words = message(error).toLowerCase(Locale.ROOT);
      if (words.contains("context length") || words.contains("context window")) {
        return Kind.CONTEXT_OVERFLOW;
      }
      if (words.contains("usage limit") || words.contains("too many requests")) {
        return Kind.RATE_LIMITED;
      }
      boolean busy = words.contains("server busy") || words.contains("server overloaded");
      return busy ? Kind.OVERLOADED : null;
    }
  }

  /**
   * The options of a provider.
   *
   * @param options parameters for every request; a missing node for none
   * @param keepAlive how long the model stays loaded; a missing node for Ollama's own default
   * @param replay which reasoning is sent back
   */
  record Options(JsonNode options, JsonNode keepAlive, ReasoningReplay replay) {

    private static final String WINDOW = "num_ctx";
    static final String LIMIT = "num_predict";

    /**
     * @throws IllegalArgumentException when an option has the wrong type
     */
    static Options of(ProviderSpec provider) {
      JsonNode options = ProviderEndpoint.option(provider, "options");
      if (!options.isMissingNode() && !options.isObject()) {
        throw new IllegalArgumentException("adapter_options.options must be an object");
      }
      JsonNode window = options.path(WINDOW);
      if (!window.isMissingNode() && (!window.isInt() || window.intValue() < 1)) {
        throw new IllegalArgumentException(
            "adapter_options.options.num_ctx must be a number of tokens from 1");
      }
      JsonNode keepAlive = ProviderEndpoint.option(provider, "keep_alive");
      if (!keepAlive.isMissingNode() && !keepAlive.isTextual() && !keepAlive.isNumber()) {
        throw new IllegalArgumentException("adapter_options.keep_alive must be a text or a number");
      }
      return new Options(options, keepAlive, ReasoningReplay.of(provider, ReasoningReplay.ALWAYS));
    }

    ModelWire wire() {
      // Other values than a number from 1 mean that Ollama sets no limit.
      int limit = options.path(LIMIT).asInt(0);
      JsonNode window = options.path(WINDOW);
      return new ModelWire(
          StreamFormat.lines(),
          new ModelListing("/api/tags", "models", "name"),
          new OllamaErrors(),
          request -> new ModelWire.Document("/api/chat", OllamaRequestWriter.write(request, this)),
          (listener, failures) -> new OllamaAnswer(listener, failures),
          OllamaMessages::refuses,
          request -> limit > 0 ? limit : null,
          // Ollama loads the model with it, and silently drops the oldest part of a longer
          // conversation.
          window.isMissingNode() ? null : window.intValue());
    }
  }
}
