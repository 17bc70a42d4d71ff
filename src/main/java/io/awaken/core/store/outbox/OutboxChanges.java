package io.awaken.core.store.outbox;

import java.util.ArrayList;
import java.util.List;

/**
 * The changes of a commit to its thread's outbox.
 *
 * @param written entries to deliver once the commit is durable, in order
 * @param delivered ids of delivered entries of earlier commits, to be removed
 */
public record OutboxChanges(List<OutboxEntry> written, List<String> delivered) {

  /** No change; costs nothing. */
  public static final OutboxChanges NONE = new OutboxChanges(List.of(), List.of());

  public OutboxChanges {
    written = List.copyOf(written);
    delivered = List.copyOf(delivered);
  }

  /** Adds entries. */
  public OutboxChanges and(List<OutboxEntry> last) {
    if (last.isEmpty()) {
      return this;
    }
    var all = new ArrayList<>(written);
    all.addAll(last);
    return new OutboxChanges(all, delivered);
  }
}
