package io.awaken.core.store.document;

import java.util.Optional;

/**
 * What a run is pinned to that begins now on this node (F13). Asked within transactions: answers
 * from memory. Thread-safe.
 */
@FunctionalInterface
public interface Pins {

  /** Runs go on with whatever the node knows that executes them. */
  Pins NONE = agentId -> Optional.empty();

  /** Empty when the agent cannot be put together; its run ends and says why. */
  Optional<StoredDocument> of(String agentId);
}
