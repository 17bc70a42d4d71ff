package io.awaken.core.store.document;

import java.util.Optional;

/**
 * Documents resolved by runs, stored under the hash of their content. They are written when a run
 * starts, see {@link io.awaken.core.store.document.Pins}, and deleted when no run refers to them.
 * Thread-safe.
 */
public interface DocumentStore {

  /** Stores nothing: changing an agent breaks its waiting runs. */
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
   * Stores a document unless it exists. It is retained for at least a day, even if no run refers to
   * it. Free when this node stored it within the last hour.
   */
  void store(StoredDocument document);

  Optional<StoredDocument> find(String hash);

  /**
   * The definitions a run resolved when it started, as immutable text.
   *
   * @param hash its id: SHA-256 of the text, in hexadecimal
   * @param body JSON without secrets
   */
  record StoredDocument(String hash, String body) {

    /** Returns only the hash, to keep prompts out of logs. */
    @Override
    public String toString() {
      return "StoredDocument[" + hash + "]";
    }
  }
}
