package io.awaken.core.decision;

import io.awaken.core.store.thread.ThreadStore.Deleted;

/** Whether a thread may be deleted. */
public final class Deletion {

  private Deletion() {}

  /**
   * @param visible whether the caller can see the thread
   * @param unfinished whether it has an unfinished run
   * @param children whether it has children that prevent the deletion; false if they are irrelevant
   */
  public static Deleted decide(boolean visible, boolean unfinished, boolean children) {
    if (!visible) {
      return Deleted.NOT_FOUND;
    }
    if (unfinished) {
      return Deleted.BUSY;
    }
    return children ? Deleted.HAS_CHILDREN : Deleted.DELETED;
  }
}
