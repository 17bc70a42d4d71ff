package io.awaken.http.page;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page's content policy (attack S43): run scripts of its own server and its import map,
 * identified by its hash; call its own server; show its own pictures. Only the two named libraries
 * may turn text into HTML.
 */
final class PagePolicy {

  private static final Pattern IMPORT_MAP =
      Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

  private static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self' 'sha256-%s'",
          "style-src 'self'",
          "img-src 'self' data: blob:",
          "connect-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types lit-html dompurify");

  private PagePolicy() {}

  /**
   * The policy for a page.
   *
   * @param html the page as sent
   * @throws IllegalStateException when it has no import map
   */
  static String of(String html) {
    Matcher map = IMPORT_MAP.matcher(html);
    if (!map.find()) {
      throw new IllegalStateException("the page has no import map");
    }
    return POLICY.formatted(PageFile.digest(map.group(1).getBytes(StandardCharsets.UTF_8)));
  }
}
