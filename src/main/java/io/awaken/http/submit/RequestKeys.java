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
 * Makes idempotency keys of what protocols call them: a header, or the id of a message. A key is
 * one caller's and one scope's. Stateless.
 */
public final class RequestKeys {

  /** Characters of a key. */
  public static final int MAX_LENGTH = 255;

  private RequestKeys() {}

  /**
   * The key of a request.
   *
   * @param field how the client calls the key
   * @param scope what is asked for, such as {@code POST /v1/runs}; that key in another scope is
   *     another key
   * @param key null for a request without one
   * @param said the request's content; that key with other bytes is refused with 409
   * @return null without a key
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static IdempotencyKey of(String field, String scope, String key, byte[] said) {
    return key == null ? null : new IdempotencyKey(scope, checked(field, key), sha256(said));
  }

  /**
   * An id that is stable for one request of one caller under one key.
   *
   * @param field how the client calls the key
   * @param key null for a request without one
   * @param wish what is asked for, in parts
   * @return null without a key
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static String idOf(String field, String key, Caller caller, String... wish) {
    if (key == null) {
      return null;
    }
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    parts.add(caller.tenant()).add(caller.subject()).add(checked(field, key));
    List.of(wish).forEach(parts::add);
    return sha256(parts.toString().getBytes(StandardCharsets.UTF_8));
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

  private static String sha256(byte[] said) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(said));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
