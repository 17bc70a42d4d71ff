package io.awaken.protocol.a2a;

import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.RefusedException;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;

/** Serves the public card of the server at the root of the application. Thread-safe. */
public class AgentCardServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Inject private transient AgentCards cards;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] card;
    try {
      card = ProtocolJson.bytes(cards.of(null, request));
    } catch (RefusedException notOffered) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND);
      return;
    }
    // It names the host by which it was asked.
    response.setHeader("Cache-Control", A2aResource.CACHED);
    response.setContentType(MediaType.APPLICATION_JSON);
    response.getOutputStream().write(card);
  }
}
