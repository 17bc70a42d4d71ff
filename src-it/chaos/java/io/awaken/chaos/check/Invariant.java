package io.awaken.chaos.check;

import java.util.List;
import java.util.function.Function;

/** The invariants of docs/operations.md. */
public enum Invariant {
  I1("accepted is durable", AcceptedIsDurable::broken),
  I2("one owner", OneOwner::broken),
  I3("ordered log", OrderedLog::broken),
  I4("one ending", OneEnding::broken),
  I5("effects", Effects::broken),
  I6("bounded", Bounded::broken),
  I7("visible", Visible::broken),
  I8("recovery time", RecoveryTime::broken);

  private final String title;
  private final Function<Evidence, List<String>> check;

  Invariant(String title, Function<Evidence, List<String>> check) {
    this.title = title;
    this.check = check;
  }

  /** What of it is broken, each in a line. */
  public List<String> broken(Evidence evidence) {
    return check.apply(evidence);
  }

  @Override
  public String toString() {
    return name() + " (" + title + ")";
  }
}
