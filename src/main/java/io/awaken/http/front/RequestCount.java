package io.awaken.http.front;

import io.awaken.http.security.load.RequestFigures;
import jakarta.servlet.http.HttpServletRequest;

/** Counts requests that are answered before or without reaching a route. */
final class RequestCount {

  private RequestCount() {}

  /** Counts the request as answered, once. */
  static void answered(HttpServletRequest request, int status) {
    if (request.getAttribute(RequestFigures.ATTRIBUTE) instanceof RequestFigures.Begun begun) {
      request.removeAttribute(RequestFigures.ATTRIBUTE);
      String method = RequestFigures.method(request.getMethod());
      begun.answered(RequestFigures.UNMATCHED, method, status, false);
    }
  }
}
