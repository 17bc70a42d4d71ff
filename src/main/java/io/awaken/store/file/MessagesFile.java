package io.awaken.store.file;

import io.awaken.core.message.Message;
import io.awaken.store.memory.keep.CurrentMessages;
import io.awaken.store.memory.keep.KeptThread;
import java.util.ArrayList;
import java.util.List;

/**
 * The conversation of a thread, oldest first.
 *
 * @param current which messages are current; null for all
 */
record MessagesFile(List<Said> messages, CurrentMessages current) {

  /** A message and the run that added it. */
  record Said(String runId, Message message) {}

  static MessagesFile of(KeptThread thread) {
    var said = new ArrayList<Said>();
    for (int i = 0; i < thread.messages().size(); i++) {
      said.add(new Said(thread.runs().get(i).value(), thread.messages().get(i)));
    }
    var current = thread.current();
    return new MessagesFile(said, current.equals(CurrentMessages.ALL) ? null : current);
  }
}
