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
 * @param etag hash of the bytes: file times in an archive are constant across builds
 * @param caching the value of {@code Cache-Control}
 */
record PageFile(byte[] bytes, String type, String etag, String caching) {

  /** The folder of libraries, each under its version: the content of an address never changes. */
  static final String LIBRARIES = "/page/lib/";

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "mjs", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  /**
   * A file of the archive; empty if it is not part of the page, such as a licence.
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

  /** SHA-256 in base64, for content policies and entity tags. */
  static String digest(byte[] bytes) {
    try {
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
