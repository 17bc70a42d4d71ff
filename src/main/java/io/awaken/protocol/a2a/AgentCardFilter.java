package io.awaken.protocol.a2a;

import io.awaken.http.json.ProtocolJson;
import io.awaken.http.security.RefusedException;
import io.awaken.protocol.a2a.task.Frames;
import jakarta.inject.Inject;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;

/**
 * Serves cards, that of the server and those of its agents, before callers are authenticated: by
 * its card a client learns how to log in. Thread-safe.
 */
public class AgentCardFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  /** How long a client may use a card. It names the host by which it was asked. */
  private static final String CACHED = "private, max-age=60";

  @Inject transient AgentCards cards;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String info = request.getPathInfo();
    String path = request.getServletPath() + (info == null ? "" : info);
    boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    if (!reads || !path.endsWith(AgentCards.PATH)) {
      chain.doFilter(request, response);
      return;
    }
    byte[] body;
    try {
      body = ProtocolJson.bytes(cards.of(tenant(path), request));
      response.setHeader("Cache-Control", CACHED);
    } catch (RefusedException notOffered) {
      response.setStatus(Frames.REST.status(notOffered.refusal()));
      body = ProtocolJson.bytes(Frames.REST.error(notOffered.refusal()));
    }
    response.setContentType(MediaType.APPLICATION_JSON);
    response.getOutputStream().write(body);
  }

  /** The agent in the path; null for none. */
  private static String tenant(String path) {
    String before = path.substring(0, path.length() - AgentCards.PATH.length());
    return before.startsWith(AgentCards.INTERFACE + "/")
        ? before.substring(AgentCards.INTERFACE.length() + 1)
        : null;
  }
}
