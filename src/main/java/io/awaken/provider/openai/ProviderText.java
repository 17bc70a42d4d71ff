package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.spec.Secret;

/** Makes a provider's own words fit for clients: one short line without the key. */
final class ProviderText {

  private static final int MAX_CHARACTERS = 300;

  private ProviderText() {}

  static String of(JsonNode error, Secret key) {
    String text = ChatErrorKinds.text(error);
    if (key != null && !key.reveal().isBlank()) {
      text = text.replace(key.reveal(), key.toString());
    }
    var line = new StringBuilder();
    text.codePoints()
        .limit(MAX_CHARACTERS)
        .map(c -> Character.isISOControl(c) ? ' ' : c)
        .forEach(line::appendCodePoint);
    return line.toString().strip();
  }
}
