package io.awaken.http.api.error;

import io.awaken.http.json.NativeJson;
import io.awaken.http.security.Refusal;
import io.awaken.http.security.RefusedLogins;
import jakarta.inject.Inject;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response.Status;
import java.io.IOException;
import java.util.Locale;

/**
 * Answers container errors in the common error format: routes outside the API, and requests that
 * never reached it. Never reveals internal causes.
 */
public class ContainerErrorServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Inject transient RefusedLogins refused;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int code = code(request);
    response.setStatus(code);
    if (code == HttpServletResponse.SC_UNAUTHORIZED) {
      refused.logOfServer(request);
    }
    if (code == HttpServletResponse.SC_UNAUTHORIZED
        && !response.containsHeader(HttpHeaders.WWW_AUTHENTICATE)) {
      // Neither server sets this header when it refuses a token.
      response.setHeader(HttpHeaders.WWW_AUTHENTICATE, ErrorAnswers.CHALLENGE);
    }
    response.setContentType(MediaType.APPLICATION_JSON);
    response.getOutputStream().write(NativeJson.bytes(ErrorView.of(refusal(code))));
  }

  private static int code(HttpServletRequest request) {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    int code = status instanceof Integer number ? number : HttpServletResponse.SC_NOT_FOUND;
    return code == HttpServletResponse.SC_INTERNAL_SERVER_ERROR && tokenUnchecked(request)
        ? HttpServletResponse.SC_UNAUTHORIZED
        : code;
  }

  /** WildFly without a key fails like this on each token. */
  private static boolean tokenUnchecked(HttpServletRequest request) {
    String credentials = request.getHeader(HttpHeaders.AUTHORIZATION);
    return credentials != null
        && credentials.startsWith(ErrorAnswers.CHALLENGE)
        && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) == null;
  }

  static Refusal refusal(int status) {
    Status known = Status.fromStatusCode(status);
    String reason = known == null ? "Refused" : known.getReasonPhrase();
    String code = reason.toLowerCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
    return new Refusal(status, code, reason.toLowerCase(Locale.ROOT), null, null);
  }
}
