package io.awaken.store.jpa.document;

import io.awaken.core.store.document.Pins;
import io.awaken.core.store.document.StoredDocument;
import java.util.function.Supplier;

/**
 * Pins runs that begin. A document is stored in a transaction of its own, before the one that
 * refers to it: runs of one agent that begin at once must not wait for each other.
 */
public final class Pinning {
  private static final int CHANGES = 10;
  private final Pins pins;
  private final JpaDocumentStore documents;

  public Pinning(Pins pins, JpaDocumentStore documents) {
    this.pins = pins;
    this.documents = documents;
  }

  /**
   * Within a transaction: what a run of this agent is pinned to; null for nothing.
   *
   * @throws Unstored when it is not certain that the document is there
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

  /** Makes a transaction again when it lacked a document; others do not take it away so soon. */
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

  /** Rolls a transaction back that would refer to a document of which nobody is certain. */
  static final class Unstored extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient StoredDocument document;

    Unstored(StoredDocument document) {
      super("not stored yet", null, false, false);
      this.document = document;
    }
  }
}
