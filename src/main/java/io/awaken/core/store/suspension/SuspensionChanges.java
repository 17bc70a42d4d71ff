package io.awaken.core.store.suspension;

import java.util.List;

/**
 * What a commit does to the questions of its run.
 *
 * @param opened questions that are asked with it
 * @param consumed decided questions on which the run acts with it
 * @param cancelled questions that need no decision any more
 */
public record SuspensionChanges(
    List<NewSuspension> opened, List<SuspensionKey> consumed, List<SuspensionKey> cancelled) {

  public static final SuspensionChanges NONE =
      new SuspensionChanges(List.of(), List.of(), List.of());

  public SuspensionChanges {
    opened = List.copyOf(opened);
    consumed = List.copyOf(consumed);
    cancelled = List.copyOf(cancelled);
  }

  public boolean isEmpty() {
    return opened.isEmpty() && consumed.isEmpty() && cancelled.isEmpty();
  }
}
