package io.awaken.http.security;

import java.io.IOException;

/** A body went on beyond its limit. */
public final class BodyTooLarge extends IOException {

  private static final long serialVersionUID = 1L;

  private final long limit;

  BodyTooLarge(long limit) {
    super("the body has more than " + limit + " bytes");
    this.limit = limit;
  }

  public long limit() {
    return limit;
  }
}
