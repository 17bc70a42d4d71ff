package io.awaken.http.security.load;

import io.awaken.http.security.Refusal;
import java.io.IOException;
import java.time.Duration;

/** A body that cannot be read: it is too large, does not come in time, or breaks off. */
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
    String why = "the body has not come within %d ms".formatted(limit.toMillis());
    return new BodyRefused(new Refusal(408, "body_too_slow", why, null, null));
  }

  static BodyRefused tooMany(RequestLimits limits) {
    String why = "the server waits for %d bodies, as many as it may".formatted(limits.waiting());
    return new BodyRefused(Refusal.unavailable(why, limits.retryAfterSeconds()));
  }

  static BodyRefused tooMuch(RequestLimits limits) {
    String why =
        "the server holds %d bytes of bodies, as many as it may".formatted(limits.bodyMemory());
    return new BodyRefused(Refusal.unavailable(why, limits.retryAfterSeconds()));
  }

  /** A disconnected client does not read it; the server's own read timeout may have passed, too. */
  static BodyRefused incomplete() {
    return new BodyRefused(Refusal.bad("body_incomplete", "the body broke off before its end"));
  }

  /** The message for the client. */
  public Refusal refusal() {
    return refusal;
  }
}
