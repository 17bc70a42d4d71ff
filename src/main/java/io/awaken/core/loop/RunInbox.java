package io.awaken.core.loop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.StepChanges;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.InboxEntry;
import java.util.ArrayList;
import java.util.List;

/** Reads messages, and shared state, that callers and tasks sent to running runs. Stateless. */
final class RunInbox {

  private final RunStore runs;

  RunInbox(RunStore runs) {
    this.runs = runs;
  }

  /**
   * Whether a task that the run waits for is unfinished; queries the store only if it has started
   * any. The next read includes the messages of the others.
   */
  boolean expects(Activation run) {
    String id = run.identity().runId().value();
    List<RunId> awaited =
        run.value(RuntimeKeys.TASKS).stream()
            .filter(task -> task.awaited() && task.runId().equals(id))
            .map(task -> new RunId(task.id()))
            .toList();
    if (awaited.isEmpty()) {
      return false;
    }
    boolean expects = runs.unfinished(awaited) > 0;
    run.inbox().raise();
    return expects;
  }

  /**
   * Messages since the last read, after these; queries the store only after a signal. Applies the
   * shared state of the entries to the run, for the same commit.
   */
  StepChanges read(Activation run, List<Message> first) {
    if (!run.inbox().lower()) {
      return StepChanges.of(first);
    }
    var messages = new ArrayList<>(first);
    var entries = new ArrayList<String>();
    RunId id = run.identity().runId();
    for (InboxEntry entry : runs.inbox(id)) {
      entry.messages().stream().map(each -> each.inputOf(id.value())).forEach(messages::add);
      replaceShared(run, entry.state());
      entries.add(entry.entryId());
    }
    return StepChanges.of(messages, entries);
  }

  /**
   * Applies shared state that came without messages, for the same commit. It may accompany answers:
   * an answered call changes this state, and applied later it would undo the call's change. The
   * signal stays, because messages must follow the results of open calls.
   */
  StepChanges readStates(Activation run) {
    if (!run.inbox().raised()) {
      return StepChanges.NONE;
    }
    var entries = new ArrayList<String>();
    for (InboxEntry entry : runs.inbox(run.identity().runId())) {
      if (entry.messages().isEmpty()) {
        replaceShared(run, entry.state());
        entries.add(entry.entryId());
      }
    }
    return StepChanges.of(List.of(), entries);
  }

  /**
   * Replaces the shared state by what a client sent; an equal one is not written again.
   *
   * @param sent null for no change
   */
  static void replaceShared(Activation run, JsonNode sent) {
    if (sent instanceof ObjectNode values
        && !values.equals(run.value(RuntimeKeys.SHARED_STATE).values())) {
      run.update(RuntimeKeys.SHARED_STATE, SharedState.replace(values));
    }
  }
}
