package io.awaken.core.loop.activation;

/** Which parts of a run's end have happened; each happens once per activation. */
public final class EndedParts {

  private boolean agent;
  private boolean run;

  /** True the first time: the agent's end is announced once. */
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
