package io.awaken.http.api.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.awaken.http.json.NativeJson;
import io.awaken.http.security.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Opaque cursors of lists: the end of the previous page, and the list that it belongs to. Neither
 * secret nor signed: access control is in the query, not in the cursor.
 */
public final class PageCursor {

  private static final int SCOPE_BYTES = 12;

  private PageCursor() {}

  /**
   * @param scope identifies the list; may contain nulls
   */
  public static String write(List<String> scope, List<?> position) {
    var parts = new ArrayList<String>();
    parts.add(print(scope));
    position.forEach(part -> parts.add(String.valueOf(part)));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(NativeJson.bytes(parts.toArray(String[]::new)));
  }

  /**
   * Reads the position from a cursor of the same list.
   *
   * @throws io.awaken.http.security.RefusedException 400 for any other
   */
  public static List<String> read(List<String> scope, String cursor, int parts) {
    String[] read = parse(cursor);
    if (read.length != parts + 1 || !print(scope).equals(read[0])) {
      throw foreign().exception();
    }
    return List.of(read).subList(1, read.length);
  }

  /** The error message for a cursor that does not belong to the list. */
  public static Refusal foreign() {
    return Refusal.invalid("cursor", "cursor is not one of this list");
  }

  private static String[] parse(String cursor) {
    try {
      String[] parts = NativeJson.strings(Base64.getUrlDecoder().decode(cursor));
      if (parts == null || Arrays.asList(parts).contains(null)) {
        throw foreign().exception();
      }
      return parts;
    } catch (IllegalArgumentException | JsonProcessingException e) {
      throw foreign().exception();
    }
  }

  /** Quotes names, to distinguish null and one name from two. */
  private static String print(List<String> scope) {
    String names = new String(NativeJson.bytes(scope.toArray()), StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(fingerprint(names, SCOPE_BYTES));
  }

  /** The first bytes of the digest of a list's name, which tie a cursor to the list. */
  public static byte[] fingerprint(String name, int bytes) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return Arrays.copyOf(digest, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
