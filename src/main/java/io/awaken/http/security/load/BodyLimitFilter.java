package io.awaken.http.security.load;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;
import java.util.regex.Pattern;

/**
 * Enforces {@link BodyLimits}: refuses a body that is too large by its announced length before
 * reading it, else at the first excess byte; refuses compressed bodies, which could grow (attack
 * S26); refuses a body that arrives too slowly, or has to be awaited while too many others are
 * (attack S32).
 */
@Provider
@PreMatching
@Priority(BodyLimitFilter.SECOND)
@ApplicationScoped
public class BodyLimitFilter implements ContainerRequestFilter, ContainerResponseFilter {

  static final int SECOND = 200;

  private static final String BODY = "io.awaken.http.security.body";

  /** The route for media uploads, from the root of the application. */
  private static final Pattern UPLOAD = Pattern.compile("/?threads/[^/]+/media/?");

  @Inject RequestLimits limits;
  @Inject BodyTime time;

  @Override
  public void filter(ContainerRequestContext request) {
    RequestLimits applied = limits(request);
    if (request.getMethod().equals("GET")) {
      BodyLimits.check(
          request.getHeaderString("Content-Length"),
          request.getHeaderString("Content-Encoding"),
          applied.bodyBytes());
      return;
    }
    var place = (RequestGate.Place) request.getProperty(RequestGate.ATTRIBUTE);
    LimitedBody body =
        BodyLimits.of(request.getEntityStream(), request::getHeaderString, applied, time, place);
    request.setProperty(BODY, body);
    request.setEntityStream(body);
  }

  private RequestLimits limits(ContainerRequestContext request) {
    String path = request.getUriInfo().getPath();
    return request.getMethod().equals("POST") && UPLOAD.matcher(path).matches()
        ? limits.ofUpload()
        : limits;
  }

  /** To keep a connection a server first reads the rest, one of them on a blocked thread. */
  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(BODY) instanceof LimitedBody body && body.leavesRest()) {
      response.getHeaders().putSingle("Connection", "close");
    }
  }
}
