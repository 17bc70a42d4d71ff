package io.awaken.core.decision;

import io.awaken.core.store.thread.ThreadStore.Deleted;
import java.util.function.BooleanSupplier;

/** Whether a thread may be deleted. */
public final class Deletion {

  private Deletion() {}

  /**
   * @param visible whether there is such a thread for the caller
   * @param unfinished whether it has a run that is not done
   * @param children whether it has threads below it that keep it; false where they do not matter
   */
  public static Deleted decide(
      boolean visible, BooleanSupplier unfinished, BooleanSupplier children) {
    if (!visible) {
      return Deleted.NOT_FOUND;
    }
    if (unfinished.getAsBoolean()) {
      return Deleted.BUSY;
    }
    return children.getAsBoolean() ? Deleted.HAS_CHILDREN : Deleted.DELETED;
  }
}
