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
 * Refuses bodies that are too large, as {@link BodyLimits} says: by their announced length before a
 * byte is read, else at the first byte too many. Compressed bodies are not read at all, so none can
 * grow (attack S26). What comes too slowly is refused as well, and what is still to come while too
 * many others are waited for (attack S32).
 */
@Provider
@PreMatching
@Priority(BodyLimitFilter.SECOND)
@ApplicationScoped
public class BodyLimitFilter implements ContainerRequestFilter, ContainerResponseFilter {

  static final int SECOND = 200;

  private static final String BODY = "io.awaken.http.security.body";

  /** The route whose body is media, from the root of the application on. */
  private static final Pattern UPLOAD = Pattern.compile("/?threads/[^/]+/media/?");

  @Inject RequestLimits limits;
  @Inject BodyTime time;

  @Override
  public void filter(ContainerRequestContext request) {
    RequestLimits applied = limits(request);
    String length = request.getHeaderString("Content-Length");
    BodyLimits.check(length, request.getHeaderString("Content-Encoding"), applied.bodyBytes());
    if (!request.getMethod().equals("GET")) {
      // A length beside chunks says nothing.
      boolean chunks = request.getHeaderString("Transfer-Encoding") != null;
      var place = (RequestGate.Place) request.getProperty(RequestGate.ATTRIBUTE);
      var body =
          new LimitedBody(
              request.getEntityStream(),
              chunks ? -1 : BodyLimits.announced(length),
              applied,
              time,
              place);
      request.setProperty(BODY, body);
      request.setEntityStream(body);
    }
  }

  private RequestLimits limits(ContainerRequestContext request) {
    String path = request.getUriInfo().getPath();
    return request.getMethod().equals("POST") && UPLOAD.matcher(path).matches()
        ? limits.ofUpload()
        : limits;
  }

  /** A server that keeps the connection waits for the rest first, one of them with a thread. */
  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getProperty(BODY) instanceof LimitedBody body && body.leavesRest()) {
      response.getHeaders().putSingle("Connection", "close");
    }
  }
}
