package io.awaken.http.security;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.Provider;

/**
 * Refuses bodies that are too large: by their announced length before a byte is read, else at the
 * first byte too many. Compressed bodies are not read at all, so none can grow (quality S26). What
 * comes too slowly is refused as well (quality S32).
 */
@Provider
@PreMatching
@Priority(BodyLimitFilter.SECOND)
@ApplicationScoped
public class BodyLimitFilter implements ContainerRequestFilter {

  static final int SECOND = 200;

  @Inject RequestLimits limits;
  @Inject BodyTime time;

  @Override
  public void filter(ContainerRequestContext request) {
    check(
        request.getHeaderString("Content-Length"),
        request.getHeaderString("Content-Encoding"),
        limits.bodyBytes());
    if (!request.getMethod().equals("GET")) {
      request.setEntityStream(new LimitedBody(request.getEntityStream(), limits.bodyBytes(), time));
    }
  }

  static void check(String length, String encoding, long limit) {
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new Refusal(
              415, "unsupported_encoding", "compressed bodies are not accepted", null, null)
          .exception();
    }
    if (length != null && longer(length.strip(), limit)) {
      throw Refusal.tooLarge(limit).exception();
    }
  }

  /** Compares digits, since an announced length may be larger than any number type. */
  private static boolean longer(String digits, long limit) {
    if (!digits.chars().allMatch(Character::isDigit)) {
      return false;
    }
    return digits.length() > 18 || !digits.isEmpty() && Long.parseLong(digits) > limit;
  }
}
