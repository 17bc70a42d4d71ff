package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.spec.ProviderSpec;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The validated endpoint and settings of one provider. Immutable.
 *
 * @param providerId for messages
 * @param base the base URL, without a trailing slash
 * @param headers sent with every request, the key among them
 * @param secrets values that messages must not contain
 * @param limits of each call
 */
public record ProviderEndpoint(
    String providerId,
    URI base,
    Map<String, String> headers,
    KnownSecrets secrets,
    AnswerLimits limits) {

  /** The option with additional headers. */
  private static final String HEADERS = "headers";

  private static final String IDLE_TIMEOUT = "idle_timeout_secs";

  /**
   * Reads {@code base_url}, {@code api_key}, {@code timeout_secs} and the options {@code
   * idle_timeout_secs} and {@code headers}, which override the wire's own.
   *
   * @param defaultBaseUrl base URL for a document without one
   * @param keyHeader how the key is sent
   * @param wireHeaders headers that the wire sends with every request
   * @throws IllegalArgumentException naming the invalid field, never a value
   */
  public static ProviderEndpoint of(
      ProviderSpec provider,
      String defaultBaseUrl,
      KeyHeader keyHeader,
      Map<String, String> wireHeaders) {
    URI base = base(provider, defaultBaseUrl);
    if (provider.timeoutSecs() < 1) {
      throw wrong(provider, "timeout_secs must be at least 1");
    }
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    headers.put("Content-Type", "application/json");
    headers.putAll(wireHeaders);
    if (provider.apiKey() != null && !provider.apiKey().reveal().isBlank()) {
      String key = keyHeader.prefix() + provider.apiKey().reveal();
      put(provider, headers, "api_key", keyHeader.name(), key);
    }
    for (Map.Entry<String, JsonNode> header : option(provider, HEADERS).properties()) {
      String field = "adapter_options.headers." + header.getKey();
      put(provider, headers, field, header.getKey(), header.getValue().asText());
    }
    var limits = AnswerLimits.of(Duration.ofSeconds(provider.timeoutSecs()), idleWithin(provider));
    return new ProviderEndpoint(
        provider.id(), base, headers, KnownSecrets.of(provider, HEADERS), limits);
  }

  /** A copy with other limits. */
  public ProviderEndpoint with(AnswerLimits other) {
    return new ProviderEndpoint(providerId, base, headers, secrets, other);
  }

  /** An option of the provider's document; a missing node without it. */
  public static JsonNode option(ProviderSpec provider, String name) {
    JsonNode value = provider.adapterOptions().get(name);
    return value == null ? MissingNode.getInstance() : value;
  }

  /**
   * An option whose values are the names of constants in lower case.
   *
   * @param absent the value without the option
   * @throws IllegalArgumentException naming the option and its values
   */
  static <E extends Enum<E>> E option(ProviderSpec provider, String name, E[] values, E absent) {
    JsonNode option = option(provider, name);
    if (option.isMissingNode()) {
      return absent;
    }
    List<String> names = new ArrayList<>();
    for (E value : values) {
      names.add(value.name().toLowerCase(Locale.ROOT));
    }
    int found = names.indexOf(option.asText());
    if (found >= 0) {
      return values[found];
    }
    String last = names.removeLast();
    throw wrong(
        provider,
        "adapter_options." + name + " must be " + String.join(", ", names) + " or " + last);
  }

  OutboundRequest request(ModelWire.Document document, String accept) {
    var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    all.put("Accept", accept);
    all.putAll(headers);
    return OutboundRequest.post(URI.create(base + document.path()), all, document.body());
  }

  /** Requests a document; without a body there is no content type. */
  OutboundRequest get(String path) {
    var all = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(headers);
    all.remove("Content-Type");
    all.put("Accept", "application/json");
    return OutboundRequest.get(URI.create(base + path), all);
  }

  private static Duration idleWithin(ProviderSpec provider) {
    JsonNode seconds = option(provider, IDLE_TIMEOUT);
    if (seconds.isMissingNode() || seconds.isNull()) {
      return AnswerLimits.IDLE_WITHIN;
    }
    if (!seconds.isInt() || seconds.intValue() < 1) {
      throw wrong(
          provider, "adapter_options.idle_timeout_secs must be a whole number of at least 1");
    }
    return Duration.ofSeconds(seconds.intValue());
  }

  private static URI base(ProviderSpec provider, String defaultBaseUrl) {
    String text = provider.baseUrl() == null ? defaultBaseUrl : provider.baseUrl().strip();
    while (text.endsWith("/")) {
      text = text.substring(0, text.length() - 1);
    }
    URI base;
    try {
      base = URI.create(text);
    } catch (IllegalArgumentException e) {
      // Without the cause, whose message may contain a secret.
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

  private static void put(
      ProviderSpec provider, Map<String, String> headers, String field, String name, String value) {
    if (!OutboundRequest.sendable(name, value)) {
      throw wrong(provider, field + " cannot be sent as a header");
    }
    headers.put(name, value);
  }

  private static IllegalArgumentException wrong(ProviderSpec provider, String reason) {
    return new IllegalArgumentException("provider " + provider.id() + ": " + reason);
  }

  /** Without the headers, which contain the key. */
  @Override
  public String toString() {
    return "ProviderEndpoint[" + providerId + " at " + OutboundHttp.describe(base) + "]";
  }

  /**
   * The header in which a wire sends {@code api_key}.
   *
   * @param name for example {@code x-api-key}
   * @param prefix text before the key; may be empty
   */
  public record KeyHeader(String name, String prefix) {

    /** {@code Authorization: Bearer}. */
    public static final KeyHeader BEARER = new KeyHeader("Authorization", "Bearer ");

    /** A header with the key alone. */
    public static KeyHeader named(String name) {
      return new KeyHeader(name, "");
    }
  }

  /**
   * Limits of one call.
   *
   * @param idle maximum silence before the first piece of the answer
   * @param idleWithin maximum silence after the first piece; doubled for a model that reasons, but
   *     at most {@code idle}
   * @param answerBytes maximum bytes of a streamed answer; far above any real one, so that a broken
   *     provider cannot exhaust memory
   * @param eventBytes maximum bytes of one event
   * @param errorBytes maximum bytes read of a response that is not a stream
   */
  public record AnswerLimits(
      Duration idle, Duration idleWithin, long answerBytes, int eventBytes, int errorBytes) {

    /** The default of a provider's document. */
    public static final Duration IDLE_WITHIN = Duration.ofSeconds(60);

    private static final long ANSWER_BYTES = 64L << 20;
    private static final int EVENT_BYTES = 4 << 20;
    private static final int ERROR_BYTES = 16 << 10;

    /** Like {@link #of(Duration, Duration)} with 60 s within an answer. */
    public static AnswerLimits of(Duration idle) {
      return of(idle, IDLE_WITHIN);
    }

    /** 64 MiB for an answer, 4 MiB for an event, 16 KiB for an error. */
    public static AnswerLimits of(Duration idle, Duration idleWithin) {
      return new AnswerLimits(idle, idleWithin, ANSWER_BYTES, EVENT_BYTES, ERROR_BYTES);
    }

    /**
     * Returns the maximum silence after the first piece.
     *
     * @param reasons whether the model reasons, which some providers do not stream
     */
    Duration within(boolean reasons) {
      Duration most = reasons ? idleWithin.multipliedBy(2) : idleWithin;
      return most.compareTo(idle) < 0 ? most : idle;
    }
  }
}
