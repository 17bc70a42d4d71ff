package io.awaken.http.page;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of the page, read once: some hundred kilobytes. Immutable. */
public final class PageFiles {

  static final String INDEX = "/index.html";
  private static final String FOLDER = "/page/";

  /**
   * The page of one question, which only our application has: another one that includes our classes
   * has its own pages.
   */
  private static final String ANSWER = "/page/answer.html";

  private final Map<String, PageFile> files;
  private final String policy;

  private PageFiles(Map<String, PageFile> files) {
    this.files = Map.copyOf(files);
    this.policy = PagePolicy.of(files.get(ANSWER).text(), files.get(INDEX).text());
  }

  /**
   * The page of the archive; empty without one.
   *
   * @throws IllegalStateException when it cannot be read
   */
  public static Optional<PageFiles> of(ServletContext application) {
    var files = new HashMap<String, PageFile>();
    try {
      read(application, INDEX, files);
      folder(application, FOLDER, files);
    } catch (IOException e) {
      throw new IllegalStateException("the files of the page cannot be read", e);
    }
    return files.containsKey(INDEX) && files.containsKey(ANSWER)
        ? Optional.of(new PageFiles(files))
        : Optional.empty();
  }

  private static void folder(ServletContext application, String path, Map<String, PageFile> files)
      throws IOException {
    Set<String> paths = application.getResourcePaths(path);
    for (String each : paths == null ? Set.<String>of() : paths) {
      if (each.endsWith("/")) {
        folder(application, each, files);
      } else {
        read(application, each, files);
      }
    }
  }

  private static void read(ServletContext application, String path, Map<String, PageFile> files)
      throws IOException {
    try (InputStream in = application.getResourceAsStream(path)) {
      if (in != null) {
        PageFile.of(path, in.readAllBytes()).ifPresent(file -> files.put(path, file));
      }
    }
  }

  /**
   * A file by its path from the root of the application; the root is the page itself.
   *
   * @param path empty or a slash for the root
   */
  Optional<PageFile> find(String path) {
    return Optional.ofNullable(files.get(path.isEmpty() || path.equals("/") ? INDEX : path));
  }

  /** The value of {@code Content-Security-Policy} for all files. */
  String policy() {
    return policy;
  }

  /**
   * The pages' content policy (attack S43): run scripts of their own server and their import maps,
   * identified by their hashes; call their own server; show their own pictures. Only the two named
   * libraries may turn text into HTML.
   */
  static final class PagePolicy {

    private static final Pattern IMPORT_MAP =
        Pattern.compile("<script type=\"importmap\">(.*?)</script>", Pattern.DOTALL);

    private static final String POLICY =
        String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self' %s",
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
     * The policy for pages.
     *
     * @param pages their HTML as sent
     * @throws IllegalStateException when one has no import map
     */
    static String of(String... pages) {
      return POLICY.formatted(
          Stream.of(pages).map(PagePolicy::importMap).collect(Collectors.joining(" ")));
    }

    private static String importMap(String html) {
      Matcher map = IMPORT_MAP.matcher(html);
      if (!map.find()) {
        throw new IllegalStateException("the page has no import map");
      }
      return "'sha256-" + PageFile.digest(map.group(1).getBytes(StandardCharsets.UTF_8)) + "'";
    }
  }

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
        return Base64.getEncoder()
            .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
