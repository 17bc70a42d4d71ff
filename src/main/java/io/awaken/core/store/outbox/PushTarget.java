package io.awaken.core.store.outbox;

import io.awaken.core.run.Caller;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * An address at which a client wants to hear of a run. Immutable; its text form has nothing that
 * admits to the receiver.
 *
 * @param id its name among those of the caller for the run, at most {@link #MAX_ID} characters
 * @param caller who registered it: what the caller may not see, it is not told
 * @param url where messages are sent
 * @param token sent with each message, by which the receiver knows the sender; null for none
 * @param scheme of the credentials in HTTP; null for none
 * @param sealed the encrypted credentials; null for none
 */
public record PushTarget(
    String id, Caller caller, String url, String token, String scheme, String sealed) {

  /** Longest id; a limit of the stores. */
  public static final int MAX_ID = 64;

  /** Targets of a run, of all callers. */
  public static final int MOST = 10;

  /** Characters of a key that tell whose target it is. */
  static final int OWNER = 36;

  /** Names it among all targets of the run. */
  public String key() {
    return key(caller, id);
  }

  /** The key of a caller's target. */
  public static String key(Caller caller, String id) {
    String owner = caller.tenant() + "\n" + caller.subject();
    return UUID.nameUUIDFromBytes(owner.getBytes(StandardCharsets.UTF_8)) + "/" + id;
  }

  @Override
  public String toString() {
    return "PushTarget[" + key() + "]";
  }
}
