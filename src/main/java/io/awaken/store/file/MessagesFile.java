package io.awaken.store.file;

import io.awaken.core.message.Message;
import io.awaken.store.memory.KeptThread;
import java.util.ArrayList;
import java.util.List;

/** The conversation of a thread, oldest first. */
record MessagesFile(List<Said> messages) {

  /** A message and the run that it came with. */
  record Said(String runId, Message message) {}

  static MessagesFile of(KeptThread thread) {
    var said = new ArrayList<Said>();
    for (int i = 0; i < thread.messages().size(); i++) {
      said.add(new Said(thread.runs().get(i).value(), thread.messages().get(i)));
    }
    return new MessagesFile(said);
  }
}
