package io.awaken.http.submit;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The position after a page of a list ordered by time; opaque to clients. It is neither secret nor
 * signed: the query decides what a caller sees.
 *
 * @param millis time of the last entry of the page by which the list is ordered, epoch milliseconds
 * @param id of the last entry
 */
public record PlaceCursor(long millis, String id) {

  private static final Pattern PLACE = Pattern.compile("(\\d{1,15})/(.+)");

  /** The wire form. */
  public String text() {
    byte[] bytes = (millis + "/" + id).getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads a cursor that the client calls {@code cursor}.
   *
   * @param cursor as the client sends it; null for the first page
   * @param place the position that the cursor stands for; its {@link IllegalArgumentException}
   *     refuses the cursor
   * @return empty for the first page
   * @throws RefusedException 400 for a cursor that no page returned
   */
  public static <T> Optional<T> read(JsonNode cursor, Function<PlaceCursor, T> place) {
    return read("cursor", cursor, place);
  }

  /** Reads a cursor that the client calls by another name. */
  public static <T> Optional<T> read(String name, JsonNode cursor, Function<PlaceCursor, T> place) {
    if (cursor == null || cursor.isNull()) {
      return Optional.empty();
    }
    if (!cursor.isTextual()) {
      throw foreign(name);
    }
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(cursor.textValue());
      var parts = PLACE.matcher(new String(bytes, StandardCharsets.UTF_8));
      if (!parts.matches()) {
        throw foreign(name);
      }
      return Optional.of(
          place.apply(new PlaceCursor(Long.parseLong(parts.group(1)), parts.group(2))));
    } catch (IllegalArgumentException broken) {
      throw foreign(name);
    }
  }

  private static RefusedException foreign(String name) {
    return Refusal.invalid(name, name + " must come from an earlier page").exception();
  }
}
