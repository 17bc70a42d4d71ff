package io.awaken.http.submit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Caller;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.http.security.Refusal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Creates idempotency keys from headers or message ids of protocols. A key is unique per caller and
 * scope. Stateless.
 */
public final class RequestKeys {

  /** Maximum number of characters of a key. */
  public static final int MAX_LENGTH = 255;

  private RequestKeys() {}

  /**
   * The key of a request.
   *
   * @param field the client's name of the key
   * @param scope the operation, such as {@code POST /v1/runs}; the same key in another scope is a
   *     different one
   * @param key null for a request without one
   * @param content the request's content; the same key with other content is refused with 409
   * @return null without a key
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static IdempotencyKey of(String field, String scope, String key, byte[] content) {
    return key == null ? null : new IdempotencyKey(scope, checked(field, key), sha256(content));
  }

  /**
   * Returns an id that is stable for one request of one caller with one key.
   *
   * @param field the client's name of the key
   * @param key null for a request without one
   * @param parts the content of the request, in parts
   * @return null without a key
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static String idOf(String field, String key, Caller caller, String... parts) {
    if (key == null) {
      return null;
    }
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    all.add(caller.tenant()).add(caller.subject()).add(checked(field, key));
    List.of(parts).forEach(all::add);
    return sha256(all.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String checked(String field, String key) {
    boolean visible = key.chars().allMatch(c -> c > ' ' && c < 127);
    if (key.isEmpty() || key.length() > MAX_LENGTH || !visible) {
      throw Refusal.invalid(
              field, field + " must be 1 to %d visible ASCII characters".formatted(MAX_LENGTH))
          .exception();
    }
    return key;
  }

  private static String sha256(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
