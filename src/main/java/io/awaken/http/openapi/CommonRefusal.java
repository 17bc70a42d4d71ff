package io.awaken.http.openapi;

import java.util.function.Predicate;

/** Refusals that any route may answer. */
enum CommonRefusal {
  BAD_REQUEST(400, "The request cannot be read, or a field is wrong; the field is named.", any()),
  UNAUTHORIZED(401, "No credentials, or invalid ones.", any()),
  FORBIDDEN(403, "The caller, or the page that calls, may not do it.", any()),
  NOT_ACCEPTABLE(406, "The route cannot answer in an accepted type.", any()),
  BODY_TOO_SLOW(408, "The body did not arrive in time.", RouteMethod::hasBody),
  BODY_TOO_LARGE(413, "The body is too large.", RouteMethod::hasBody),
  UNSUPPORTED_MEDIA_TYPE(
      415, "The body, or media in it, is of a type that is not accepted.", RouteMethod::hasBody),
  MISDIRECTED(421, "The server is not configured for the host of the request.", any()),
  TOO_MANY_STREAMS(
      429, "The caller has too many open streams, or asks too often.", RouteMethod::streams),
  INTERNAL_ERROR(500, "The server failed; the message has the error id of its log entry.", any()),
  UNAVAILABLE(503, "This node or its store cannot do it now; try again later.", any());

  private final int status;
  private final String text;
  private final Predicate<RouteMethod> when;

  CommonRefusal(int status, String text, Predicate<RouteMethod> when) {
    this.status = status;
    this.text = text;
    this.when = when;
  }

  int status() {
    return status;
  }

  String text() {
    return text;
  }

  boolean concerns(RouteMethod route) {
    return when.test(route);
  }

  /** Describes a status; 409 and 404 differ by route. */
  static String text(int status) {
    for (CommonRefusal each : values()) {
      if (each.status == status) {
        return each.text;
      }
    }
    return switch (status) {
      case 404 -> "It does not exist, or belongs to another caller.";
      case 409 -> "The current state conflicts with the request.";
      case 410 -> "It no longer exists.";
      case 502 -> "The provider failed.";
      default -> "It was refused.";
    };
  }

  private static Predicate<RouteMethod> any() {
    return route -> true;
  }
}
