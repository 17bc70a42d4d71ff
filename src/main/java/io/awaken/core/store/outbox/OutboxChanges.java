package io.awaken.core.store.outbox;

import java.util.ArrayList;
import java.util.List;

/**
 * What a commit does to the outbox of its thread.
 *
 * @param written entries that are to be delivered once the commit is durable, in order
 * @param delivered ids of entries of earlier commits that were delivered; they are removed
 */
public record OutboxChanges(List<OutboxEntry> written, List<String> delivered) {

  /** The outbox stays as it is; this costs nothing. */
  public static final OutboxChanges NONE = new OutboxChanges(List.of(), List.of());

  public OutboxChanges {
    written = List.copyOf(written);
    delivered = List.copyOf(delivered);
  }

  /** The same with one more entry. */
  public OutboxChanges and(OutboxEntry last) {
    var all = new ArrayList<>(written);
    all.add(last);
    return new OutboxChanges(all, delivered);
  }
}
