package io.awaken.http.security.load;

import io.awaken.http.security.Refusal;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;

/**
 * Limits request bodies. JAX-RS routes use it through {@link BodyLimitFilter}, servlets directly.
 * Thread-safe.
 */
@Dependent
public class BodyLimits {

  private final RequestLimits limits;
  private final BodyTime time;

  @Inject
  public BodyLimits(RequestLimits limits, BodyTime time) {
    this.limits = limits;
    this.time = time;
  }

  /**
   * The body of a request that has a place.
   *
   * @throws io.awaken.http.security.RefusedException 413 or 415 for a body announced as too large
   *     or compressed
   */
  public LimitedBody of(HttpServletRequest request) throws IOException {
    var place = (RequestGate.Place) request.getAttribute(RequestGate.ATTRIBUTE);
    return of(request.getInputStream(), request::getHeader, limits, time, place);
  }

  /**
   * A body with these headers. Drops what the client sends of one that is too large, so that the
   * client can read the answer.
   */
  static LimitedBody of(
      InputStream sent,
      UnaryOperator<String> header,
      RequestLimits limits,
      BodyTime time,
      RequestGate.Place place) {
    String length = header.apply("Content-Length");
    // With chunked encoding the length is meaningless.
    boolean chunks = header.apply("Transfer-Encoding") != null;
    var body = new LimitedBody(sent, chunks ? -1 : announced(length), limits, time, place);
    // A client that expects 100 Continue sends nothing; reading would ask it to.
    if (announced(length) > limits.bodyBytes() && header.apply("Expect") == null) {
      body.dropRest();
    }
    check(length, header.apply("Content-Encoding"), limits.bodyBytes());
    return body;
  }

  static void check(String length, String encoding, long limit) {
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new Refusal(
              415, "unsupported_encoding", "compressed bodies are not accepted", null, null)
          .exception();
    }
    if (announced(length) > limit) {
      throw Refusal.tooLarge(limit).exception();
    }
  }

  /** Counts digits first, since an announced length may be larger than any number type. */
  static long announced(String length) {
    String digits = length == null ? "" : length.strip();
    if (digits.isEmpty() || !digits.chars().allMatch(Character::isDigit)) {
      return -1;
    }
    return digits.length() > 18 ? Long.MAX_VALUE : Long.parseLong(digits);
  }
}
