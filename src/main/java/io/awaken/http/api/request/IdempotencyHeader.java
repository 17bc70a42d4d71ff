package io.awaken.http.api.request;

import io.awaken.core.run.Caller;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.http.json.NativeJson;
import io.awaken.http.submit.RequestKeys;

/** The header {@code Idempotency-Key} of requests that start runs. */
public final class IdempotencyHeader {

  /** Of the header. */
  public static final String NAME = "Idempotency-Key";

  static final int LONGEST = RequestKeys.MAX_LENGTH;

  private IdempotencyHeader() {}

  /**
   * The key of a request. Bodies are compared by content, not by whitespace.
   *
   * @param header null for a request without one
   * @throws io.awaken.http.security.RefusedException 400 naming the header
   */
  public static IdempotencyKey of(String header, String route, Object body) {
    return header == null ? null : RequestKeys.of(NAME, route, header, NativeJson.bytes(body));
  }

  /**
   * Returns an id that is stable for one request of one caller with one key.
   *
   * @param header null for a request without one
   * @param parts the content of the request, in parts
   * @return null without a header
   */
  public static String idOf(String header, Caller caller, String... parts) {
    return RequestKeys.idOf(NAME, header, caller, parts);
  }
}
