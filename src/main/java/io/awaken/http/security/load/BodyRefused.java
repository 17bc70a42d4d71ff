package io.awaken.http.security.load;

import io.awaken.http.security.Refusal;
import java.io.IOException;
import java.time.Duration;

/** A body that cannot be read: too large, too slow or incomplete. */
public final class BodyRefused extends IOException {

  private static final long serialVersionUID = 1L;

  private final transient Refusal refusal;

  private BodyRefused(Refusal refusal) {
    super(refusal.message());
    this.refusal = refusal;
  }

  static BodyRefused tooLarge(long limit) {
    return new BodyRefused(Refusal.tooLarge(limit));
  }

  static BodyRefused tooSlow(Duration limit) {
    String why = "the body did not arrive within %d ms".formatted(limit.toMillis());
    return new BodyRefused(new Refusal(408, "body_too_slow", why, null, null));
  }

  static BodyRefused tooMany(RequestLimits limits) {
    String why = "the server already waits for %d bodies, its limit".formatted(limits.waiting());
    return new BodyRefused(Refusal.unavailable(why, limits.retryAfterSeconds()));
  }

  static BodyRefused tooMuch(RequestLimits limits) {
    String why =
        "the server already stores %d bytes of bodies, its limit".formatted(limits.bodyMemory());
    return new BodyRefused(Refusal.unavailable(why, limits.retryAfterSeconds()));
  }

  /** The client has disconnected, or the server's own read timeout has passed. */
  static BodyRefused incomplete() {
    return new BodyRefused(Refusal.bad("body_incomplete", "the body ended too early"));
  }

  /** The message for the client. */
  public Refusal refusal() {
    return refusal;
  }
}
