package io.awaken.http.front;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A second address of a route: requests are handed on with everything they bring, once the filters
 * of the application have let them in. Thread-safe.
 */
public final class AliasServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final String route;

  /**
   * @param route below the context root, such as {@code /v1/mcp}
   */
  public AliasServlet(String route) {
    this.route = route;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    request.getRequestDispatcher(route).forward(request, response);
  }
}
