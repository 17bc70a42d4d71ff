package io.awaken.core.store.document;

import java.util.Optional;

/**
 * Documents that runs resolved, by the hash of their content. They are written where runs begin,
 * see {@link io.awaken.core.store.document.Pins}, and go when no run refers to them any more.
 * Thread-safe.
 */
public interface DocumentStore {

  /** Keeps nothing: whoever changes an agent loses the runs that wait. */
  DocumentStore NONE =
      new DocumentStore() {
        @Override
        public void store(StoredDocument document) {}

        @Override
        public Optional<StoredDocument> find(String hash) {
          return Optional.empty();
        }
      };

  /**
   * Sees to it that a document is there, for a day at the least even if no run refers to it. Costs
   * nothing when this node did so within the last hour.
   */
  void store(StoredDocument document);

  Optional<StoredDocument> find(String hash);
}
