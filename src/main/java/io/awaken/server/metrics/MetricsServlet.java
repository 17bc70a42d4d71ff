package io.awaken.server.metrics;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code GET /metrics}: the server's figures in Prometheus text form. */
@WebServlet(urlPatterns = "/metrics")
public class MetricsServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Inject private transient RuntimeMetrics metrics;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var writer = PrometheusTextFormatWriter.builder().setIncludeCreatedTimestamps(false).build();
    response.setHeader("Cache-Control", "no-store");
    response.setContentType(writer.getContentType());
    writer.write(response.getOutputStream(), metrics.scrape());
  }
}
