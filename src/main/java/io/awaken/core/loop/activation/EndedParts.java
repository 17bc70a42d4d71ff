package io.awaken.core.loop.activation;

/** Which parts of a run's end have happened; each happens once in an activation. */
public final class EndedParts {

  private boolean agent;
  private boolean run;

  /** True the first time: that its agent ends is told once. */
  public boolean enterAgent() {
    boolean first = !agent;
    agent = true;
    return first;
  }

  /** True the first time: RunEnd happens once. */
  public boolean enterRun() {
    boolean first = !run;
    run = true;
    return first;
  }
}
