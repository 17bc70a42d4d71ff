package io.awaken.http.api.error;

import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;

/** The body of every refusal. */
public record ErrorView(
    @Required String error, @Required String code, String field, Record details) {

  static ErrorView of(Refusal refusal) {
    return new ErrorView(refusal.message(), refusal.code(), refusal.field(), refusal.details());
  }
}
