package io.awaken.http.oauth;

import io.awaken.http.json.ProtocolJson;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Serves the public metadata of the protected resource (RFC 9728 section 3). Thread-safe. */
public final class MetadataServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private final transient ProtectedResource resource;

  public MetadataServlet(ProtectedResource resource) {
    this.resource = resource;
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Optional<Map<String, Object>> metadata = resource.metadata(request);
    if (metadata.isEmpty()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    // It names the host by which it was asked.
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.setContentType(MediaType.APPLICATION_JSON);
    response.getOutputStream().write(ProtocolJson.bytes(metadata.get()));
  }
}
