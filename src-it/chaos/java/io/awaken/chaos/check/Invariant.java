package io.awaken.chaos.check;

import java.util.List;
import java.util.function.Function;

/** The invariants of docs/evidence/failures.md. */
public enum Invariant {
  I1("accepted is durable", AcceptedIsDurable::violations),
  I2("one owner", OneOwner::violations),
  I3("ordered log", OrderedLog::violations),
  I4("one ending", OneEnding::violations),
  I5("effects", Effects::violations),
  I6("bounded", Bounded::violations),
  I7("visible", Visible::violations),
  I8("recovery time", RecoveryTime::violations),
  I9("one result", OneResult::violations);

  private final String title;
  private final Function<Evidence, List<String>> check;

  Invariant(String title, Function<Evidence, List<String>> check) {
    this.title = title;
    this.check = check;
  }

  /** Checks a round; returns one line for each violation. */
  public List<String> violations(Evidence evidence) {
    return check.apply(evidence);
  }

  @Override
  public String toString() {
    return name() + " (" + title + ")";
  }
}
