package io.awaken.core.loop;

/** Which parts of a run's end have happened; each happens once in an activation. */
final class EndParts {

  private boolean agent;
  private boolean run;

  /** True the first time: that its agent ends is told once. */
  boolean enterAgent() {
    boolean first = !agent;
    agent = true;
    return first;
  }

  /** True the first time: RunEnd happens once. */
  boolean enterRun() {
    boolean first = !run;
    run = true;
    return first;
  }
}
