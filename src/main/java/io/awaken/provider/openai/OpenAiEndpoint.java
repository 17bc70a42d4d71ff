package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.Secret;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;

/**
 * Where and how one provider is asked: its document, checked.
 *
 * @param providerId for messages
 * @param prepared a request that lacks its body only
 * @param key what must not appear in a message; may be null
 * @param idle how long the provider may stay silent
 * @param includeUsage whether to ask for token usage
 * @param maxTokensField the length limit's name
 */
record OpenAiEndpoint(
    String providerId,
    HttpRequest.Builder prepared,
    Secret key,
    Duration idle,
    boolean includeUsage,
    String maxTokensField) {

  static final String DEFAULT_BASE_URL = "https://api.openai.com/v1";
  private static final String OPENAI_HOST = "api.openai.com";

  static OpenAiEndpoint of(ProviderSpec provider) {
    URI base = base(provider);
    if (provider.timeoutSecs() < 1) {
      throw wrong(provider, "timeout_secs must be at least 1");
    }
    String field = OPENAI_HOST.equals(base.getHost()) ? "max_completion_tokens" : "max_tokens";
    return new OpenAiEndpoint(
        provider.id(),
        prepared(provider, base),
        provider.apiKey(),
        Duration.ofSeconds(provider.timeoutSecs()),
        option(provider, "include_usage").asBoolean(true),
        option(provider, "max_tokens_field").asText(field));
  }

  /** A request with this body. */
  HttpRequest request(byte[] body) {
    return prepared.copy().POST(HttpRequest.BodyPublishers.ofByteArray(body)).build();
  }

  private static URI base(ProviderSpec provider) {
    String text = provider.baseUrl() == null ? DEFAULT_BASE_URL : provider.baseUrl().strip();
    while (text.endsWith("/")) {
      text = text.substring(0, text.length() - 1);
    }
    URI base;
    try {
      base = URI.create(text);
    } catch (IllegalArgumentException e) {
      throw wrong(provider, "base_url is no URL");
    }
    boolean http = "http".equals(base.getScheme()) || "https".equals(base.getScheme());
    if (!http || base.getHost() == null) {
      throw wrong(provider, "base_url must begin with http:// or https:// and name a host");
    }
    if (base.getRawUserInfo() != null || base.getRawQuery() != null) {
      throw wrong(
          provider, "base_url " + OutboundHttp.describe(base) + " must have no user and no query");
    }
    return base;
  }

  private static HttpRequest.Builder prepared(ProviderSpec provider, URI base) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/chat/completions"))
            .header("Content-Type", "application/json")
            .header("Accept", "text/event-stream");
    if (provider.apiKey() != null && !provider.apiKey().reveal().isBlank()) {
      set(provider, request, "api_key", "Authorization", "Bearer " + provider.apiKey().reveal());
    }
    option(provider, "headers")
        .properties()
        .forEach(
            header ->
                set(
                    provider,
                    request,
                    "adapter_options.headers." + header.getKey(),
                    header.getKey(),
                    header.getValue().asText()));
    return request;
  }

  private static void set(
      ProviderSpec provider, HttpRequest.Builder request, String field, String name, String value) {
    try {
      request.setHeader(name, value);
    } catch (IllegalArgumentException e) {
      // Without the cause: its message may show the value.
      throw wrong(provider, field + " cannot be sent as a header");
    }
  }

  private static JsonNode option(ProviderSpec provider, String name) {
    JsonNode value = provider.adapterOptions().get(name);
    return value == null ? MissingNode.getInstance() : value;
  }

  private static IllegalArgumentException wrong(ProviderSpec provider, String reason) {
    return new IllegalArgumentException("provider " + provider.id() + ": " + reason);
  }
}
