package io.awaken.core.store.outbox;

import java.util.ArrayList;
import java.util.List;

/**
 * The changes of a commit to its thread's outbox.
 *
 * @param written entries to deliver once the commit is durable, in order
 * @param delivered ids of delivered entries of earlier commits, to be removed
 * @param asked what clients that want to hear of a run are told when it parks; null for nothing
 */
public record OutboxChanges(
    List<OutboxEntry> written, List<String> delivered, OpenQuestions asked) {

  /** No change; costs nothing. */
  public static final OutboxChanges NONE = new OutboxChanges(List.of(), List.of());

  public OutboxChanges {
    written = List.copyOf(written);
    delivered = List.copyOf(delivered);
  }

  public OutboxChanges(List<OutboxEntry> written, List<String> delivered) {
    this(written, delivered, null);
  }

  /** Tells clients of questions when the run parks. */
  public OutboxChanges telling(OpenQuestions questions) {
    return new OutboxChanges(written, delivered, questions);
  }

  /** Adds entries. */
  public OutboxChanges and(List<OutboxEntry> last) {
    if (last.isEmpty()) {
      return this;
    }
    var all = new ArrayList<>(written);
    all.addAll(last);
    return new OutboxChanges(all, delivered, asked);
  }
}
