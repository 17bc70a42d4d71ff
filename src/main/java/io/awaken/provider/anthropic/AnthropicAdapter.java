package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.anthropic.MessagesContent.MessagesMedia;
import io.awaken.provider.http.ErrorDocuments;
import io.awaken.provider.http.FormatSupport;
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
 * The wire {@code anthropic}: messages. The provider's document gives {@code base_url} with its
 * {@code /v1} (default {@value #DEFAULT_BASE_URL}), {@code api_key} and {@code timeout_secs}, the
 * seconds that the provider may stay silent. Options:
 *
 * <ul>
 *   <li>{@code headers}: sent with every request; {@code anthropic-version} replaces {@value
 *       #VERSION};
 *   <li>{@code max_tokens}: token limit of an answer when neither agent nor request sets one, since
 *       the provider requires a limit; default 8192;
 *   <li>{@code prompt_cache}: whether the prompt's prefix is marked for the provider's cache;
 *       default true (features row 110);
 *   <li>{@code thinking}: {@code adaptive} or {@code budget}, how the request asks models to think;
 *       by default the model's name decides;
 *   <li>{@code replay_reasoning}: which thinking is sent back: {@code signed}, the default, {@code
 *       always}, for servers that sign nothing and want it back, or {@code never};
 *   <li>{@code response_format}: {@code json_schema} or {@code none}, whether the models accept a
 *       schema; by default the model's name decides. Without a schema the prompt describes the
 *       format.
 * </ul>
 */
public final class AnthropicAdapter implements LlmAdapter {

  static final String DEFAULT_BASE_URL = "https://api.anthropic.com/v1";
  static final String VERSION = "2023-06-01";

  private final OutboundHttp http;

  public AnthropicAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return "anthropic";
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    return new StreamedModel(http, endpoint(provider), Options.of(provider).wire());
  }

  static ProviderEndpoint endpoint(ProviderSpec provider) {
    return ProviderEndpoint.of(
        provider,
        DEFAULT_BASE_URL,
        KeyHeader.named("x-api-key"),
        Map.of("anthropic-version", VERSION));
  }

  /** Classifies errors by Anthropic's types, and by their text where the type is ambiguous. */
  static final class MessagesErrors implements ErrorDocuments {

    @Override
    public Kind kind(JsonNode error) {
      return switch (error.path("type").asText("")) {
        case "rate_limit_error" -> Kind.RATE_LIMITED;
        case "overloaded_error" -> Kind.OVERLOADED;
        case "timeout_error" -> Kind.TIMEOUT;
        case "authentication_error", "permission_error", "billing_error" -> Kind.UNAUTHORIZED;
        case "not_found_error" -> Kind.MODEL_NOT_FOUND;
        case "request_too_large" -> Kind.CONTEXT_OVERFLOW;
        case "invalid_request_error" -> refused(message(error).toLowerCase(Locale.ROOT));
        default -> null;
      };
    }

    private static Kind refused(String words) {
      if (words.contains("prompt is too long") || words.contains("exceed context limit")) {
        return Kind.CONTEXT_OVERFLOW;
      }
      return words.contains("content filtering policy")
          ? Kind.CONTENT_FILTERED
          : Kind.INVALID_REQUEST;
    }
  }

  /**
   * The options of a provider.
   *
   * @param providerId id under which its signatures are stored
   * @param maxTokens default limit of an answer, at least 1
   * @param promptCache whether the beginning of a prompt is marked for the cache
   * @param thinking how the request asks models to think
   * @param replay which reasoning is sent back
   * @param formats response formats that models accept; null when the model's name decides
   */
  record Options(
      String providerId,
      int maxTokens,
      boolean promptCache,
      MessagesThinking.Mode thinking,
      ReasoningReplay replay,
      FormatSupport formats) {

    private static final int MAX_TOKENS = 8_192;

    /**
     * @throws IllegalArgumentException naming the invalid option
     */
    static Options of(ProviderSpec provider) {
      JsonNode limit = ProviderEndpoint.option(provider, "max_tokens");
      int maxTokens = limit.isMissingNode() ? MAX_TOKENS : limit.asInt();
      if (maxTokens < 1) {
        throw wrong(provider, "max_tokens must be a number of at least 1");
      }
      String thinking = ProviderEndpoint.option(provider, "thinking").asText("");
      MessagesThinking.Mode mode =
          switch (thinking) {
            case "" -> MessagesThinking.Mode.BY_NAME;
            case "adaptive" -> MessagesThinking.Mode.ADAPTIVE;
            case "budget" -> MessagesThinking.Mode.BUDGET;
            default -> throw wrong(provider, "thinking must be adaptive or budget");
          };
      boolean promptCache = ProviderEndpoint.option(provider, "prompt_cache").asBoolean(true);
      return new Options(
          provider.id(),
          maxTokens,
          promptCache,
          mode,
          ReasoningReplay.of(provider, ReasoningReplay.SIGNED),
          FormatSupport.of(provider, null));
    }

    private static IllegalArgumentException wrong(ProviderSpec provider, String reason) {
      return new IllegalArgumentException(
          "provider " + provider.id() + ": adapter_options." + reason);
    }

    ModelWire wire() {
      return new ModelWire(
          StreamFormat.serverSentEvents(false),
          new ModelListing("/models?limit=1000", "data", "id"),
          new MessagesErrors(),
          request ->
              new ModelWire.Document("/messages", MessagesRequestWriter.write(request, this)),
          (listener, failures) -> new MessagesAnswer(providerId, listener, failures),
          MessagesMedia::refuses,
          // The provider requires a limit.
          request -> MessagesThinking.of(request, this).maxTokens(),
          null);
    }
  }
}
