package io.awaken.store.file;

import io.awaken.core.message.Message;
import io.awaken.store.memory.keep.CurrentMessages;
import io.awaken.store.memory.keep.StoredThread;
import java.util.ArrayList;
import java.util.List;

/**
 * The conversation of a thread, oldest first.
 *
 * @param current which messages are current; null for all
 */
record MessagesFile(List<Entry> messages, CurrentMessages current) {

  /** A message and the run that added it. */
  record Entry(String runId, Message message) {}

  static MessagesFile of(StoredThread thread) {
    var entries = new ArrayList<Entry>();
    for (int i = 0; i < thread.messages().size(); i++) {
      entries.add(new Entry(thread.runs().get(i).value(), thread.messages().get(i)));
    }
    var current = thread.current();
    return new MessagesFile(entries, current.equals(CurrentMessages.ALL) ? null : current);
  }
}
