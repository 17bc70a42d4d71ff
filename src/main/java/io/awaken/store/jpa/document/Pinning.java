package io.awaken.store.jpa.document;

import io.awaken.core.store.document.DocumentStore.StoredDocument;
import io.awaken.core.store.document.Pins;
import java.util.function.Supplier;

/**
 * Pins runs that start. A document is stored in a separate transaction before the one that refers
 * to it, so that concurrent first runs of an agent do not block each other.
 */
public final class Pinning {
  private static final int CHANGES = 10;
  private final Pins pins;
  private final JpaDocumentStore documents;

  public Pinning(Pins pins, JpaDocumentStore documents) {
    this.pins = pins;
    this.documents = documents;
  }

  /** Pins runs to other documents, in the same store. */
  public Pinning to(Pins other) {
    return new Pinning(other, documents);
  }

  /**
   * Returns the document that a run of this agent is pinned to, inside a transaction; null for
   * none.
   *
   * @throws Unstored when the document may not be stored
   */
  public String known(String agentId) {
    StoredDocument document = pins.of(agentId).orElse(null);
    if (document == null) {
      return null;
    }
    if (!documents.knows(document)) {
      throw new Unstored(document);
    }
    return document.hash();
  }

  /** Repeats a transaction that lacked a document, after storing it. */
  public <T> T stored(Supplier<T> transaction) {
    for (int change = 1; ; change++) {
      try {
        return transaction.get();
      } catch (Unstored e) {
        if (change == CHANGES) {
          throw new IllegalStateException("agents change faster than they can be stored", e);
        }
        documents.store(e.document);
      }
    }
  }

  /** Rolls back a transaction that would refer to a document that may not be stored. */
  static final class Unstored extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient StoredDocument document;

    Unstored(StoredDocument document) {
      super("not stored yet", null, false, false);
      this.document = document;
    }
  }
}
