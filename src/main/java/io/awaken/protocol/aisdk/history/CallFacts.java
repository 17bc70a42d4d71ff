package io.awaken.protocol.aisdk.history;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ToolCallStatus;
import io.awaken.core.store.run.CallState;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.SuspensionStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Facts about calls beyond the messages; queries only what is needed. For one page. */
final class CallFacts {

  private final RunStore runs;
  private final SuspensionStore suspensions;
  private final ThreadId thread;
  private final Map<RunId, Map<String, ToolCallStatus>> states = new HashMap<>();
  private final Map<RunId, List<SuspensionRecord>> asked = new HashMap<>();
  private List<SuspensionRecord> open;

  CallFacts(RunStore runs, SuspensionStore suspensions, ThreadId thread) {
    this.runs = runs;
    this.suspensions = suspensions;
    this.thread = thread;
  }

  /** The outcome of a call that has a result. */
  ToolCallStatus status(RunId run, String call) {
    return states.computeIfAbsent(run, this::states).getOrDefault(call, ToolCallStatus.SUCCEEDED);
  }

  private Map<String, ToolCallStatus> states(RunId run) {
    var found = new HashMap<String, ToolCallStatus>();
    for (CallState state : runs.calls(run)) {
      found.put(state.callId(), state.status());
    }
    return found;
  }

  /** The open suspension of a call. */
  Optional<SuspensionRecord> open(RunId run, String call) {
    if (open == null) {
      open = suspensions.open(thread);
    }
    return open.stream()
        .filter(each -> each.key().runId().equals(run) && each.callId().equals(call))
        .filter(each -> each.status() == SuspensionStatus.OPEN)
        .findFirst();
  }

  /** The denied suspension of a call. */
  Optional<SuspensionRecord> denied(RunId run, String call) {
    return asked.computeIfAbsent(run, suspensions::ofRun).stream()
        .filter(each -> each.callId().equals(call) && each.decision() != null)
        .filter(each -> each.decision().action() == DecisionAction.CANCEL)
        .findFirst();
  }
}
