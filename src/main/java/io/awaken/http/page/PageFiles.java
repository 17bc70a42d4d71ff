package io.awaken.http.page;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files of the page, read once: some hundred kilobytes. Immutable. */
public final class PageFiles {

  static final String INDEX = "/index.html";
  private static final String FOLDER = "/page/";

  /**
   * A file that only our page has: another application that includes our classes has its own page.
   */
  private static final String OURS = "/page/view/awaken-chat.js";

  private final Map<String, PageFile> files;
  private final String policy;

  private PageFiles(Map<String, PageFile> files) {
    this.files = Map.copyOf(files);
    this.policy = PagePolicy.of(files.get(INDEX).text());
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
    return files.containsKey(INDEX) && files.containsKey(OURS)
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

  /** The value of {@code Content-Security-Policy} for the page. */
  String policy() {
    return policy;
  }
}
