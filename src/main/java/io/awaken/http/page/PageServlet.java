package io.awaken.http.page;

import io.awaken.http.page.PageFiles.PageFile;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * Serves the page under {@code /}, at any context path. The servers' own file servlets decide by
 * file times whether a browser's copy is current, and in a reproducible archive all files have the
 * same time. Thread-safe.
 */
public final class PageServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private final transient PageFiles files;

  public PageServlet(PageFiles files) {
    this.files = files;
  }

  /** The URL patterns; the empty one is the root of the application. */
  public static String[] patterns() {
    return new String[] {"", PageFiles.INDEX, "/page/*"};
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String below = request.getPathInfo();
    Optional<PageFile> found = files.find(request.getServletPath() + (below == null ? "" : below));
    if (found.isEmpty()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    PageFile file = found.get();
    response.setHeader(HttpHeaders.ETAG, file.etag());
    response.setHeader(HttpHeaders.CACHE_CONTROL, file.caching());
    response.setHeader("Content-Security-Policy", files.policy());
    if (has(request.getHeader(HttpHeaders.IF_NONE_MATCH), file.etag())) {
      response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
      return;
    }
    response.setContentType(file.type());
    response.setContentLength(file.bytes().length);
    response.getOutputStream().write(file.bytes());
  }

  private static boolean has(String known, String etag) {
    return known != null
        && Arrays.stream(known.split(","))
            .map(String::strip)
            .anyMatch(each -> each.equals(etag) || each.equals("W/" + etag));
  }
}
