package io.awaken.core.run;

/**
 * The time during which a node owns a run, measured by the node itself. Thread-safe; never blocks.
 */
@FunctionalInterface
public interface Lease {

  /** The lease of a run that no other node can take. */
  Lease ENDLESS = () -> true;

  /**
   * Whether the last confirmation is so recent that no other node can have taken the run. The
   * process may pause for longer than a lease between two instructions: check right before an
   * irreversible action.
   *
   * @return false when another node may execute the run; this node must do nothing more for it
   */
  boolean valid();
}
