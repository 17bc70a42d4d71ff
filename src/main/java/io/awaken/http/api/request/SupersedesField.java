package io.awaken.http.api.request;

import io.awaken.core.message.Message;
import io.awaken.core.run.Ids;
import io.awaken.core.submit.RunRequest;
import io.awaken.http.security.Refusal;
import java.util.List;

/** The field {@code supersedes} of requests that start a run (features row 240). Stateless. */
public final class SupersedesField {

  public static final String NAME = "supersedes";

  public static final String DESCRIPTION =
      "A message of the thread. It and all later messages are superseded when the run starts:"
          + " stored, but no longer read. Only with the modes `interrupt` and `reject`.";

  public static final String MESSAGES =
      "Messages of the user. Optional with `supersedes`: the run then answers what remains.";

  private SupersedesField() {}

  /**
   * Converts the messages of a request that may have this field.
   *
   * @param id the field; null without it
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   */
  public static List<Message> messages(List<InputMessage> input, String id) {
    boolean none = input == null || input.isEmpty();
    return none && id != null ? List.of() : InputMessage.messages(input);
  }

  /**
   * Adds this field to a request.
   *
   * @param id null without it
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   * @throws io.awaken.core.run.InvalidId for an invalid id
   */
  public static RunRequest of(String id, RunRequest request) {
    if (id == null) {
      return request;
    }
    Ids.check(NAME, id);
    if (request.threadId() == null) {
      throw Refusal.missing("thread_id").exception();
    }
    if (!request.mode().mayCut() || !request.spec().delivery().delay().isZero()) {
      throw Refusal.invalid(NAME, NAME + " requires the mode interrupt or reject").exception();
    }
    return request.superseding(id);
  }
}
