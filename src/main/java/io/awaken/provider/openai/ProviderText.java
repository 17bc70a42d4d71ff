package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.ForeignText;
import io.awaken.core.spec.Secret;
import java.nio.charset.StandardCharsets;

/**
 * A provider's own words about a failure, for the log of the operator: one short line without the
 * key. Clients never see them, since a provider may quote anything.
 */
final class ProviderText {

  private static final int MAX_CHARACTERS = 300;

  private ProviderText() {}

  /** The message of an error object; empty when it has none. */
  static String of(JsonNode error, Secret key) {
    return line(ChatErrorKinds.text(error), key);
  }

  /** An answer that is no error object, such as the page of a proxy. */
  static String of(byte[] body, Secret key) {
    return line(new String(body, StandardCharsets.UTF_8), key);
  }

  private static String line(String text, Secret key) {
    boolean named = key != null && !key.reveal().isBlank();
    return ForeignText.line(
        named ? text.replace(key.reveal(), key.toString()) : text, MAX_CHARACTERS);
  }
}
