package io.awaken.core.run;

/**
 * The time for which a node owns a run that it executes, as the node itself can measure it.
 * Thread-safe; asking never blocks.
 */
@FunctionalInterface
public interface Lease {

  /** That of a run which no other node can take. */
  Lease ENDLESS = () -> true;

  /**
   * Whether the last confirmation is so recent that no other node can have taken the run. A process
   * may stand still between two instructions for longer than a lease: ask right before anything
   * that cannot be undone.
   *
   * @return false when another node may execute the run; the run is given up here, and must do
   *     nothing more
   */
  boolean holds();
}
