package io.awaken.http.page;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A file of the page. Immutable.
 *
 * @param type its media type
 * @param etag of its bytes: the times of files in an archive are constant across builds
 * @param caching the value of {@code Cache-Control}
 */
record PageFile(byte[] bytes, String type, String etag, String caching) {

  /** Where libraries are, each under its version: what is at such an address never changes. */
  static final String LIBRARIES = "/page/lib/";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  /**
   * A file of the archive; empty for what is no part of a page, such as licences.
   *
   * @param path from the root of the application
   */
  static Optional<PageFile> of(String path, byte[] bytes) {
    String ending = path.substring(path.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Optional.ofNullable(TYPES.get(ending))
        .map(
            type ->
                new PageFile(
                    bytes,
                    type,
                    '"' + digest(bytes) + '"',
                    path.startsWith(LIBRARIES)
                        ? "public, max-age=31536000, immutable"
                        : "no-cache"));
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** SHA-256 in base64, as content policies and entity tags have it. */
  static String digest(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
