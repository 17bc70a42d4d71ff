package io.awaken.protocol.a2a.task;

import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The states of an A2A task, and the states of runs that they stand for. */
public enum TaskState {
  SUBMITTED(RunStatus.CREATED),
  WORKING(RunStatus.RUNNING),
  INPUT_REQUIRED(RunStatus.WAITING),
  /** Waits until the user signs in at another service. */
  AUTH_REQUIRED(RunStatus.WAITING),
  COMPLETED(RunStatus.DONE, "natural_end", "behavior_requested", "stopped"),
  FAILED(RunStatus.DONE, "error"),
  CANCELED(RunStatus.DONE, "cancelled"),
  REJECTED(RunStatus.DONE, "blocked");

  private static final String PREFIX = "TASK_STATE_";

  private final RunStatus run;
  private final Set<String> endings;

  TaskState(RunStatus run, String... endings) {
    this.run = run;
    this.endings = Set.copyOf(List.of(endings));
  }

  /** The state after a run has ended. */
  static TaskState of(TerminationReason reason) {
    return switch (reason) {
      case TerminationReason.Suspended suspended -> INPUT_REQUIRED;
      case TerminationReason.NaturalEnd end -> COMPLETED;
      case TerminationReason.BehaviorRequested requested -> COMPLETED;
      case TerminationReason.Stopped stopped -> COMPLETED;
      case TerminationReason.Cancelled cancelled -> CANCELED;
      case TerminationReason.Blocked blocked -> REJECTED;
      case TerminationReason.Error error -> FAILED;
    };
  }

  /** The state with this name on the wire; null for none. */
  public static TaskState ofWire(String text) {
    return Stream.of(values()).filter(each -> each.wire().equals(text)).findFirst().orElse(null);
  }

  /** Its name on the wire. */
  public String wire() {
    return PREFIX + name();
  }

  /** The status of such runs. */
  public RunStatus run() {
    return run;
  }

  /** How such runs ended, as {@link TerminationReason#kind}; empty for runs that have not. */
  public Set<String> endings() {
    return endings;
  }

  /** Whether the task waits for its client. */
  boolean interrupted() {
    return run == RunStatus.WAITING;
  }
}
