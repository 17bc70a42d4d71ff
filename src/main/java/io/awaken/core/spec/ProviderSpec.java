package io.awaken.core.spec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * How a model provider is reached (features row 22).
 *
 * @param id the id that models name
 * @param adapter which wire it speaks, for example {@code openai} or {@code scripted}
 * @param apiKey the key, if it asks for one
 * @param baseUrl the address its routes hang under, for OpenAI with its {@code /v1}
 * @param timeoutSecs seconds until a silent response fails; default 300
 * @param adapterOptions settings of the adapter, such as {@code headers} or {@code script}
 */
public record ProviderSpec(
    String id,
    String adapter,
    Secret apiKey,
    String baseUrl,
    Integer timeoutSecs,
    Map<String, JsonNode> adapterOptions) {

  /** Seconds that a provider may stay silent when its document names none. */
  public static final int DEFAULT_TIMEOUT_SECS = 300;

  public ProviderSpec {
    timeoutSecs = timeoutSecs == null ? DEFAULT_TIMEOUT_SECS : timeoutSecs;
    adapterOptions = adapterOptions == null ? Map.of() : Map.copyOf(adapterOptions);
  }

  /** Without key, address and options: each of them may hold a secret. */
  @Override
  public String toString() {
    return "ProviderSpec[id=" + id + ", adapter=" + adapter + "]";
  }
}
