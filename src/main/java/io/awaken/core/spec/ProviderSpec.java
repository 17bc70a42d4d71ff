package io.awaken.core.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * The configuration of a model provider (features row 22).
 *
 * @param id the id that models name
 * @param adapter the wire, for example {@code openai} or {@code scripted}
 * @param apiKey the key, if required
 * @param baseUrl the base URL, for OpenAI with its {@code /v1}
 * @param timeoutSecs maximum silence of a response in seconds; default 300
 * @param adapterOptions settings of the adapter, such as {@code headers} or {@code script}
 */
public record ProviderSpec(
    String id,
    String adapter,
    Secret apiKey,
    String baseUrl,
    Integer timeoutSecs,
    Map<String, JsonNode> adapterOptions) {

  /** The default maximum silence in seconds. */
  public static final int DEFAULT_TIMEOUT_SECS = 300;

  public ProviderSpec {
    timeoutSecs = timeoutSecs == null ? DEFAULT_TIMEOUT_SECS : timeoutSecs;
    adapterOptions = adapterOptions == null ? Map.of() : Map.copyOf(adapterOptions);
  }

  /** Omits key, address and options, which may contain secrets. */
  @Override
  public String toString() {
    return "ProviderSpec[id=" + id + ", adapter=" + adapter + "]";
  }
}
