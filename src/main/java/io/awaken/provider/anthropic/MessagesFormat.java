package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.spec.ResponseFormat;
import io.awaken.provider.http.FormatSupport;
import java.util.regex.Pattern;

/** Whether the response format is sent as a schema; models before 4.5 accept none. */
final class MessagesFormat {

  private static final Pattern BEFORE_4_5 =
      Pattern.compile("claude-(instant|[23]|[a-z]+-3|[a-z]+-4($|[-.][0-4](?!\\d)|[-@]20\\d{6}))");

  private MessagesFormat() {}

  /**
   * The schema to send; null when the format goes into the prompt, or is unrestricted.
   *
   * @param formats the formats that models accept; null when the model's name decides
   */
  static JsonNode schema(LlmRequest request, FormatSupport formats) {
    ResponseFormat format = request.responseFormat();
    if (format == null || format.schema() == null) {
      return null;
    }
    boolean taken =
        formats == null
            ? !BEFORE_4_5.matcher(request.model()).find()
            : formats == FormatSupport.JSON_SCHEMA;
    return taken ? MessagesSchema.of(format.schema()).orElse(null) : null;
  }
}
