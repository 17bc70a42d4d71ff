package io.awaken.http.api;

import io.awaken.http.security.Refusal;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.util.Locale;

/**
 * Says what the container refused in the shape of every other error: routes outside of the API,
 * requests that never reached it. Never tells why something failed inside.
 */
public class ContainerErrorServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    int code = status instanceof Integer number ? number : HttpServletResponse.SC_NOT_FOUND;
    response.setStatus(code);
    response.setContentType(MediaType.APPLICATION_JSON);
    response.getOutputStream().write(NativeJson.bytes(ErrorView.of(refusal(code))));
  }

  static Refusal refusal(int status) {
    Status known = Status.fromStatusCode(status);
    String reason = known == null ? "Refused" : known.getReasonPhrase();
    String code = reason.toLowerCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
    return new Refusal(status, code, reason.toLowerCase(Locale.ROOT), null, null);
  }
}
