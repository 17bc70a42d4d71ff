package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.provider.gemini.GenerateParts.GenerateMedia;
import io.awaken.provider.http.ErrorDocuments;
import io.awaken.provider.http.ModelListing;
import io.awaken.provider.http.ModelWire;
import io.awaken.provider.http.ProviderEndpoint;
import io.awaken.provider.http.ProviderEndpoint.KeyHeader;
import io.awaken.provider.http.StreamFormat;
import io.awaken.provider.http.StreamedModel;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The wire {@code gemini}: generated content. The provider's document gives {@code base_url} with
 * its version (default {@value #DEFAULT_BASE_URL}), {@code api_key} and {@code timeout_secs}, the
 * seconds that the provider may stay silent. The key goes in a header, never in the address. The
 * option {@code headers} is sent with every request.
 */
public final class GeminiAdapter implements LlmAdapter {

  static final String DEFAULT_BASE_URL = "https://generativelanguage.googleapis.com/v1beta";

  /** Names that need no encoding in a URL; tuned models have a collection as prefix. */
  private static final Pattern MODEL =
      Pattern.compile("([A-Za-z][A-Za-z0-9]*/)?[A-Za-z0-9][A-Za-z0-9._-]*");

  private final OutboundHttp http;

  public GeminiAdapter(OutboundHttp http) {
    this.http = http;
  }

  @Override
  public String name() {
    return "gemini";
  }

  @Override
  public LlmExecutor create(ProviderSpec provider) {
    return new StreamedModel(http, endpoint(provider), wire(provider.id()));
  }

  static ProviderEndpoint endpoint(ProviderSpec provider) {
    return ProviderEndpoint.of(
        provider, DEFAULT_BASE_URL, KeyHeader.named("x-goog-api-key"), Map.of());
  }

  /**
   * @param providerId id under which its signatures are stored
   */
  static ModelWire wire(String providerId) {
    return new ModelWire(
        StreamFormat.serverSentEvents(false),
        new ModelListing("/models?pageSize=1000", "models", "name", "models/"),
        new GenerateErrors(),
        request ->
            new ModelWire.Document(
                path(request.model(), providerId),
                GenerateRequestWriter.write(request, providerId)),
        (listener, failures) -> new GenerateAnswer(providerId, listener, failures),
        GenerateMedia::refuses);
  }

  private static String path(String model, String providerId) throws InferenceException {
    if (!MODEL.matcher(model).matches()) {
      throw new InferenceException(
          Kind.MODEL_NOT_FOUND,
          "model provider " + providerId + " has no model with a name that cannot be part of a URL",
          null);
    }
    String path = model.indexOf('/') < 0 ? "/models/" + model : "/" + model;
    return path + ":streamGenerateContent?alt=sse";
  }

  /** Classifies errors by Google's status names and details, which also contain the retry delay. */
  static final class GenerateErrors implements ErrorDocuments {

    private static final String RETRY_INFO = "google.rpc.RetryInfo";

    /** The delay in the message, of errors that come without details. */
    private static final Pattern RETRY_IN = Pattern.compile("retry in ([0-9.]{1,20}s)");

    @Override
    public Kind kind(JsonNode error) {
      // Gateways put the name into the code.
      String code = error.path("code").asText("");
      return switch (error.path("status").asText(code)) {
        case "RESOURCE_EXHAUSTED" -> Kind.RATE_LIMITED;
        case "UNAVAILABLE" -> Kind.OVERLOADED;
        case "DEADLINE_EXCEEDED" -> Kind.TIMEOUT;
        case "UNAUTHENTICATED", "PERMISSION_DENIED" -> Kind.UNAUTHORIZED;
        case "NOT_FOUND" -> Kind.MODEL_NOT_FOUND;
        case "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE" -> refused(error);
        default -> null;
      };
    }

    private Kind refused(JsonNode error) {
      String words = message(error).toLowerCase(Locale.ROOT);
      if (words.contains("token count") && words.contains("exceeds")) {
        return Kind.CONTEXT_OVERFLOW;
      }
      for (JsonNode detail : error.path("details")) {
        if (detail.path("reason").asText("").startsWith("API_KEY_")) {
          return Kind.UNAUTHORIZED;
        }
      }
      return Kind.INVALID_REQUEST;
    }

    @Override
    public Duration retryAfter(JsonNode error) {
      for (JsonNode detail : error.path("details")) {
        if (detail.path("@type").asText("").endsWith(RETRY_INFO)) {
          return seconds(detail.path("retryDelay").asText(""));
        }
      }
      Matcher named = RETRY_IN.matcher(message(error));
      return named.find() ? seconds(named.group(1)) : null;
    }

    /** A protocol buffers duration, for example {@code 34.5s}. */
    private static Duration seconds(String text) {
      try {
        Duration wait = Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
        return wait.isNegative() ? Duration.ZERO : wait;
      } catch (DateTimeException e) {
        return null;
      }
    }
  }
}
