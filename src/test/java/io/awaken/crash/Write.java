package io.awaken.crash;

import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.store.run.StepCommit;
import java.util.EnumSet;
import java.util.Set;

/** What a commit of a run is about. One commit may be about several. */
enum Write {
  /** The model's answer, with the calls that it asks for. */
  ANSWER,
  /** The result of a call. */
  RESULT,
  /** A decision is acted on. */
  RESUME,
  /** The run is to wait for its model. */
  WAIT,
  /** The run waits. */
  PARK,
  /** The run ends. */
  FINISH;

  static Set<Write> of(StepCommit step) {
    var kinds = EnumSet.noneOf(Write.class);
    if (!step.newCalls().isEmpty()) {
      kinds.add(ANSWER);
    }
    if (step.messages().stream().map(Message::role).anyMatch(Role.TOOL::equals)) {
      kinds.add(RESULT);
    }
    if (!step.suspensions().consumed().isEmpty()) {
      kinds.add(RESUME);
    }
    boolean waits =
        step.state().changes().stream()
            .anyMatch(
                change ->
                    change.key().equals(RuntimeKeys.MODEL_WAITING.name())
                        && change.value() != null);
    if (waits) {
      kinds.add(WAIT);
    }
    return kinds;
  }
}
