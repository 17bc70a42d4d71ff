package io.awaken.http.resource;

import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Media types of a route that takes JSON and answers JSON or server-sent events. Stateless. */
final class AcceptedTypes {

  private static final String JSON = "application/json";

  /** Media ranges that include a type of the answers. */
  private static final Set<String> RANGES =
      Set.of("*/*", "application/*", JSON, "text/*", "text/event-stream");

  private static final Pattern QUALITY_ZERO = Pattern.compile(";\\s*q\\s*=\\s*0(\\.0*)?\\s*(;|$)");

  private AcceptedTypes() {}

  /** Whether a body is JSON; without a content type it counts as JSON. */
  static boolean isJson(String contentType) {
    return contentType == null || type(contentType).equals(JSON);
  }

  /**
   * Whether the client accepts a type of the answers.
   *
   * @param accept the values of the header {@code Accept}; without any it accepts everything
   */
  static boolean acceptsAnswer(Enumeration<String> accept) {
    String ranges = accept == null ? "" : String.join(",", Collections.list(accept));
    if (ranges.isBlank()) {
      return true;
    }
    for (String range : ranges.split(",")) {
      boolean plain = range.indexOf(';') < 0;
      if (RANGES.contains(type(range)) && (plain || !QUALITY_ZERO.matcher(range).find())) {
        return true;
      }
    }
    return false;
  }

  private static String type(String range) {
    int parameters = range.indexOf(';');
    return (parameters < 0 ? range : range.substring(0, parameters))
        .strip()
        .toLowerCase(Locale.ROOT);
  }
}
