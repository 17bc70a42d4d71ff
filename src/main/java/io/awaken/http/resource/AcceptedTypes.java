package io.awaken.http.resource;

import java.util.Collections;
import java.util.Enumeration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Media types of a route that takes JSON and answers with JSON or a stream of it. Stateless. */
final class AcceptedTypes {

  private static final String JSON = "application/json";

  /** The ranges that hold a type of the answers. */
  private static final Set<String> FIT =
      Set.of("*/*", "application/*", JSON, "text/*", "text/event-stream");

  private static final Pattern NEVER = Pattern.compile(";\\s*q\\s*=\\s*0(\\.0*)?\\s*(;|$)");

  private AcceptedTypes() {}

  /** Whether a body is JSON; one that does not say what it is counts as such. */
  static boolean isJson(String contentType) {
    return contentType == null || type(contentType).equals(JSON);
  }

  /**
   * Whether a client accepts one of the answers.
   *
   * @param accept the lines of the header; none: it accepts everything
   */
  static boolean fit(Enumeration<String> accept) {
    String ranges = accept == null ? "" : String.join(",", Collections.list(accept));
    if (ranges.isBlank()) {
      return true;
    }
    for (String range : ranges.split(",")) {
      boolean plain = range.indexOf(';') < 0;
      if (FIT.contains(type(range)) && (plain || !NEVER.matcher(range).find())) {
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
