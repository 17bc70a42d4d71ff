package io.awaken.store.jpa.rows;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A document of runs, read only; {@code JpaDocumentStore} writes it. */
@Entity
@Table(name = "awaken_document")
public class DocumentRow {
  @Id
  @Column(name = "hash")
  public String hash;

  @Column(name = "body")
  public String body;

  /** When a node last confirmed that the row exists. */
  @Column(name = "created_at")
  long createdAt;

  /** For Hibernate. */
  protected DocumentRow() {}
}
