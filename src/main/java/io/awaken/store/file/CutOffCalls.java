package io.awaken.store.file;

import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.run.BegunCall;
import io.awaken.store.memory.keep.StoredThread;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers calls of runs that their process left unfinished. The state of calls is not stored, so
 * each may have begun, and the model must not repeat it unknowingly (invariant I5). The plugins of
 * these runs are notified of the end.
 */
final class CutOffCalls {
  private CutOffCalls() {}

  /**
   * @param agentId the agent of the ended run
   */
  static StoredThread answered(StoredThread thread, RunId run, String agentId) {
    Set<String> answered = new HashSet<>();
    thread.messages().forEach(message -> answered.add(message.toolCallId()));
    List<Message> messages = new ArrayList<>(thread.messages());
    List<RunId> runs = new ArrayList<>(thread.runs());
    for (int i = 0; i < thread.messages().size(); i++) {
      if (thread.runs().get(i).equals(run)) {
        Message asking = thread.messages().get(i);
        for (ToolCall call : asking.toolCalls()) {
          if (answered.add(call.id())) {
            messages.add(call(asking, call).message(run, agentId));
            runs.add(run);
          }
        }
      }
    }
    List<StoredThread.Entry> outbox = new ArrayList<>(thread.outbox());
    outbox.add(new StoredThread.Entry(run, OutboxEntry.end(run)));
    return new StoredThread(
        thread.record(), thread.state(), messages, thread.current(), runs, thread.media(), outbox);
  }

  private static BegunCall call(Message asking, ToolCall call) {
    boolean known = asking.metadata() != null && asking.metadata().stepIndex() != null;
    int step = known ? asking.metadata().stepIndex() : 1;
    return new BegunCall(step, call.id(), call.name(), ToolCallStatus.RUNNING);
  }
}
