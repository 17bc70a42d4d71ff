package io.awaken.http.api.request;

import io.awaken.core.mailbox.submit.RunRequest;
import io.awaken.core.message.Message;
import io.awaken.core.run.Ids;
import io.awaken.http.security.Refusal;
import java.util.List;

/** The field {@code supersedes} of requests that begin a run (features row 240). Stateless. */
public final class SupersedesField {

  public static final String NAME = "supersedes";

  public static final String DESCRIPTION =
      "A message of the thread. It and everything behind it is superseded when the run begins:"
          + " kept, and not read any more. Goes with the modes `interrupt` and `reject`.";

  public static final String MESSAGES =
      "What the user says. With `supersedes` it may be left out: the run answers what remains.";

  private SupersedesField() {}

  /**
   * What is said in a request that may have this field.
   *
   * @param id the field; null where it was left out
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static List<Message> messages(List<InputMessage> said, String id) {
    boolean none = said == null || said.isEmpty();
    return none && id != null ? List.of() : InputMessage.messages(said);
  }

  /**
   * The request with this field.
   *
   * @param id null where it was left out
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   * @throws io.awaken.core.run.InvalidId for an id that cannot be one
   */
  public static RunRequest of(String id, RunRequest request) {
    if (id == null) {
      return request;
    }
    Ids.check(NAME, id);
    if (request.threadId() == null) {
      throw Refusal.missing("thread_id").exception();
    }
    if (!request.mode().mayCut() || !request.delivery().delay().isZero()) {
      throw Refusal.invalid(NAME, NAME + " goes with the modes interrupt and reject only")
          .exception();
    }
    return request.superseding(id);
  }
}
