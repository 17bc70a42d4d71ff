package io.awaken.server;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * {@code GET /health}: 200 when this node can work, 503 when its store does not answer, due jobs
 * are not claimed, or it drains. {@code GET /health/live}: 200 without a body; 503 with the names
 * of duties that died and could not be restarted; only a restart of the process helps.
 */
@WebServlet(urlPatterns = {"/health", "/health/live"})
public class HealthServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  @Inject transient NodeHealth health;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("Cache-Control", "no-store");
    if (request.getServletPath().endsWith("/live")) {
      live(response);
      return;
    }
    NodeHealth.State state = health.check();
    response.setStatus(
        state.ready() ? HttpServletResponse.SC_OK : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    response.setContentType("application/json");
    String body =
        "{\"status\":\"%s\",\"components\":{\"store\":\"%s\",\"runtime\":\"%s\",\"queue\":\"%s\"}}"
            .formatted(
                state.ready() ? "healthy" : "unhealthy",
                state.store(),
                state.runtime(),
                state.queue());
    response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
  }

  private void live(HttpServletResponse response) throws IOException {
    List<String> dead = health.dead();
    if (dead.isEmpty()) {
      return;
    }
    response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    response.setContentType("application/json");
    String components =
        dead.stream().map("\"%s\":\"dead\""::formatted).collect(Collectors.joining(","));
    String body = "{\"status\":\"unhealthy\",\"components\":{%s}}".formatted(components);
    response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
  }
}
