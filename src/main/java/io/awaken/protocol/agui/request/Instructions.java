package io.awaken.protocol.agui.request;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The {@code system} and {@code developer} messages of a request: instructions of the page for this
 * run, wherever they are in the list, since pages send the whole conversation. Stateless.
 */
final class Instructions {

  /** Messages with instructions, at most. */
  static final int MAX_MESSAGES = 64;

  /** Characters of all instructions together. */
  static final int MAX_CHARS = 64 * 1024;

  private static final Set<String> ROLES = Set.of("system", "developer");

  private Instructions() {}

  /**
   * @return the texts in the order of the request; null for none
   * @throws io.awaken.http.security.RefusedException 400 naming the field and its limit
   */
  static String read(List<JsonNode> messages) {
    var texts = new ArrayList<String>();
    int chars = 0;
    for (int i = 0; i < messages.size(); i++) {
      if (!ROLES.contains(messages.get(i).path("role").asText())) {
        continue;
      }
      String text = Fields.required(messages.get(i), "content", "messages[" + i + "].content");
      if (text.isBlank()) {
        continue;
      }
      texts.add(text);
      chars += text.length() + 2;
      if (texts.size() > MAX_MESSAGES || chars > MAX_CHARS) {
        throw Fields.invalid(
            "messages",
            "must have at most %d system and developer messages, with %d characters in all"
                .formatted(MAX_MESSAGES, MAX_CHARS));
      }
    }
    return texts.isEmpty() ? null : String.join("\n\n", texts);
  }
}
