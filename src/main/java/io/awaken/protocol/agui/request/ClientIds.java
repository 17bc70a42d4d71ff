package io.awaken.protocol.agui.request;

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
 * Turns the ids of clients, which may be any text, into ids of the server: an id that the server
 * can have stays as it is, any other becomes its digest. Stateless.
 */
public final class ClientIds {

  /** Characters of an id. */
  public static final int MAX_LENGTH = 256;

  /** In the place of a body: a run id leads to its run, whatever else a request says. */
  private static final byte[] ANY_BODY = {};

  private ClientIds() {}

  /** The thread that a client calls so, in the caller's tenant. */
  public static ThreadId thread(String id, Caller caller) {
    return new ThreadId(caller.tenant(), storable(id));
  }

  /** The id under which a message of a client is stored. */
  public static String message(String id) {
    return storable(id);
  }

  /** Leads a caller's run id within a thread to the run that it began. */
  public static IdempotencyKey key(ThreadId thread, String runId) {
    return RequestKeys.of(
        "runId", "POST /v1/ag-ui/run", digest("key", thread.value(), runId), ANY_BODY);
  }

  /** Names the decisions of a request. */
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
