package io.awaken.core.store.suspension;

import java.util.List;

/**
 * The changes of a commit to its run's suspensions.
 *
 * @param opened suspensions that it opens
 * @param consumed decided suspensions that it acts on
 * @param cancelled suspensions that no longer need a decision
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
