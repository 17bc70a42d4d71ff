package io.awaken.store.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** An encrypted secret as read. */
@Entity
@Table(name = "awaken_secret")
class SecretRow {
  @EmbeddedId Key key;

  @Column(name = "sealed")
  String sealed;

  @Column(name = "version")
  long version;

  /** For Hibernate. */
  protected SecretRow() {}

  @Embeddable
  record Key(
      @Column(name = "tenant") String tenant,
      @Column(name = "subject") String subject,
      @Column(name = "secret_name") String name)
      implements Serializable {}
}
