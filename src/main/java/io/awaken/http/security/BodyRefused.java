package io.awaken.http.security;

import java.io.IOException;
import java.time.Duration;

/** A body that went on beyond its limit, or took longer than it may. */
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

  /** What the client is told. */
  public Refusal refusal() {
    return refusal;
  }
}
