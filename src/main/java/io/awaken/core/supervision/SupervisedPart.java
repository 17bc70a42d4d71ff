package io.awaken.core.supervision;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A part with its own threads, such as a timer or an HTTP client. */
final class SupervisedPart extends Supervised {

  private final BooleanSupplier works;
  private final Runnable restore;
  private boolean begun;
  private Throwable failure;

  SupervisedPart(String name, BooleanSupplier works, Runnable restore) {
    super(name);
    this.works = works;
    this.restore = restore;
  }

  @Override
  boolean broken() {
    try {
      return !works.getAsBoolean();
    } catch (Throwable e) {
      failure = e;
      return true;
    }
  }

  @Override
  Throwable failure() {
    return failure;
  }

  @Override
  void failed(Throwable why) {
    failure = why;
  }

  /** It works if this is reached. */
  @Override
  void restore() {
    failure = null;
    if (begun) {
      restore.run();
    }
    begun = true;
  }

  @Override
  public boolean join(Duration atMost) {
    return true;
  }
}
