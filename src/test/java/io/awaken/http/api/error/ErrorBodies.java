package io.awaken.http.api.error;

import io.awaken.http.security.Refusal;

/** What the client of a refused request reads. */
public final class ErrorBodies {

  private ErrorBodies() {}

  public static Record of(Refusal refusal) {
    return ErrorView.of(refusal);
  }
}
