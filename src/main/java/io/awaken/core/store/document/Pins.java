package io.awaken.core.store.document;

import io.awaken.core.store.document.DocumentStore.StoredDocument;
import java.util.Optional;

/**
 * Returns the document that a run starting now on this node is pinned to (F13). Called inside
 * transactions, so it answers from memory. Thread-safe.
 */
@FunctionalInterface
public interface Pins {

  /** Pins nothing: a run uses the current definitions of the node that executes it. */
  Pins NONE = agentId -> Optional.empty();

  /** Empty when the agent cannot be resolved; its run ends with the reason. */
  Optional<StoredDocument> of(String agentId);
}
