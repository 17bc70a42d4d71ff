package io.awaken.protocol.agui.request;

import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.run.InvalidId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.http.submit.RequestKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Maps ids of clients, which may be any text, to ids of the server: a valid id is unchanged, any
 * other is replaced by its digest. Stateless.
 */
public final class ClientIds {

  /** Characters of an id, at most. */
  public static final int MAX_LENGTH = 256;

  /** Used in place of the body: the same run id returns the same run, whatever the body says. */
  private static final byte[] ANY_BODY = {};

  private ClientIds() {}

  /** The thread for a client's thread id, in the caller's tenant. */
  public static ThreadId thread(String id, Caller caller) {
    return new ThreadId(caller.tenant(), storable(id));
  }

  /** The stored id of a client's message; {@link ClientMessageIds#shown} is the client's. */
  public static String message(String id) {
    return ClientMessageIds.marked(id) ? ClientMessageIds.stored(id) : storable(id);
  }

  /** The key that maps a caller's run id within a thread to its run. */
  public static IdempotencyKey key(ThreadId thread, String runId) {
    return key("key", thread, runId);
  }

  /** The key of the state that a caller's run adds to a waiting run. */
  public static IdempotencyKey stateKey(ThreadId thread, String runId) {
    return key("state", thread, runId);
  }

  private static IdempotencyKey key(String use, ThreadId thread, String runId) {
    return RequestKeys.of(
        "runId", "POST /v1/ag-ui/run", digest(use, thread.value(), runId), ANY_BODY);
  }

  /** The decision id of a request. */
  public static String decision(String runId) {
    return "ag-ui:" + digest("decision", runId);
  }

  private static String storable(String id) {
    try {
      Ids.check("id", id);
      return id;
    } catch (InvalidId strange) {
      return "ag-ui:" + digest("id", id);
    }
  }

  private static String digest(String... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        digest.update(part.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
