package io.awaken.server;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * {@code GET /health}: 200 when this node can work, 503 when its store does not answer or it
 * drains. {@code GET /health/live}: 200 without a body as long as the process answers at all.
 */
@WebServlet(urlPatterns = {"/health", "/health/live"})
public class HealthServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final System.Logger LOG = System.getLogger(HealthServlet.class.getName());

  @Inject private transient StoreProbe probe;
  @Inject private transient RuntimeHost host;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("Cache-Control", "no-store");
    if (request.getServletPath().endsWith("/live")) {
      return;
    }
    String store = store();
    String runtime = host.node().draining() ? "draining" : "ok";
    boolean healthy = "ok".equals(store) && "ok".equals(runtime);
    response.setStatus(
        healthy ? HttpServletResponse.SC_OK : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    response.setContentType("application/json");
    String body =
        "{\"status\":\"%s\",\"components\":{\"store\":\"%s\",\"runtime\":\"%s\"}}"
            .formatted(healthy ? "healthy" : "unhealthy", store, runtime);
    response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
  }

  private String store() {
    try {
      probe.ask();
      return "ok";
    } catch (TimeoutException e) {
      return "timeout";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "timeout";
    } catch (ExecutionException | RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "The store does not answer: {0}", e.getMessage());
      return "error";
    }
  }
}
