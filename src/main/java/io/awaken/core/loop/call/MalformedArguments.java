package io.awaken.core.loop.call;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.tool.ToolException;

/**
 * Reports to the model why arguments are no valid JSON, so that it repeats the call (features row
 * 1004). Unreadable arguments are stored as text. Stateless.
 */
final class MalformedArguments {

  private static final ObjectReader STRICT =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build().reader();

  private MalformedArguments() {}

  /**
   * @throws ToolException when the arguments are text
   */
  static void refuse(JsonNode arguments) throws ToolException {
    if (arguments.isTextual()) {
      throw new ToolException(
          ToolException.Kind.INVALID_ARGUMENTS,
          "the arguments are not a JSON object: "
              + reason(arguments.textValue())
              + ". The tool was not executed; make the call again with one whole JSON object that"
              + " fits its schema");
    }
  }

  private static String reason(String text) {
    try {
      STRICT.readTree(text);
      return "they are another kind of value";
    } catch (JsonProcessingException e) {
      // Without the parser's message, which may be as long as the text.
      long at = e.getLocation() == null ? -1 : e.getLocation().getCharOffset();
      if (at >= text.length()) {
        return "they end too early, after character " + text.length();
      }
      return at < 0 ? "they cannot be read" : "they cannot be read from character " + at + " on";
    }
  }
}
