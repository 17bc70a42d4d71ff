package io.awaken.protocol.a2a;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.submit.JsonFields;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;

/**
 * Fields of requests, as JSON values of the body, or as text of the query. An empty text is an
 * absent value: so ProtoJSON writes it. Stateless.
 */
final class Fields {

  private Fields() {}

  /** A text; null when absent. */
  static String text(JsonNode of, String name) {
    return text(of, name, name);
  }

  static String text(JsonNode of, String name, String field) {
    String text = JsonFields.text(of, name, field);
    return text == null || text.isEmpty() ? null : text;
  }

  /**
   * The number of messages of the history that the client wants; null for all, which differs from
   * 0.
   */
  static Integer history(JsonNode of, String field) {
    return number(of, "historyLength", field, 0, Integer.MAX_VALUE);
  }

  /** A whole number within limits; null when absent. */
  static Integer number(JsonNode of, String name, String field, int least, int most) {
    JsonNode value = JsonFields.value(of, name);
    if (value == null || value.isTextual() && value.textValue().isEmpty()) {
      return null;
    }
    try {
      int number = value.isIntegralNumber() ? value.intValue() : Integer.parseInt(value.asText());
      if (number >= least && number <= most && (value.isTextual() || value.canConvertToInt())) {
        return number;
      }
    } catch (NumberFormatException broken) {
      // Answered below.
    }
    throw JsonFields.invalid(
        field,
        most == Integer.MAX_VALUE
            ? "must be a whole number of at least " + least
            : "must be a whole number from %d to %d".formatted(least, most));
  }

  /** A switch; off when absent. */
  static boolean flag(JsonNode of, String name, String field) {
    JsonNode value = JsonFields.value(of, name);
    String text = value == null ? "false" : value.asText();
    if (!text.equals("true") && !text.equals("false") && !text.isEmpty()) {
      throw JsonFields.invalid(field, "must be true or false");
    }
    return text.equals("true");
  }

  /** A time, rounded up to milliseconds; null when absent. */
  static Instant time(JsonNode of, String name) {
    String text = text(of, name);
    try {
      return text == null
          ? null
          : OffsetDateTime.parse(text)
              .toInstant()
              .plusNanos(999_999)
              .truncatedTo(ChronoUnit.MILLIS);
    } catch (DateTimeParseException broken) {
      throw JsonFields.invalid(name, "must be a time such as 2026-11-28T12:00:00Z");
    }
  }
}
