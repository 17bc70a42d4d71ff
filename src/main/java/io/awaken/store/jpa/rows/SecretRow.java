package io.awaken.store.jpa.rows;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** An encrypted secret, read only. */
@Entity
@Table(name = "awaken_secret")
public class SecretRow {
  @EmbeddedId public Key key;

  @Column(name = "sealed")
  public String sealed;

  @Column(name = "version")
  public long version;

  /** For Hibernate. */
  protected SecretRow() {}

  @Embeddable
  public record Key(
      @Column(name = "tenant") String tenant,
      @Column(name = "subject") String subject,
      @Column(name = "secret_name") String name)
      implements Serializable {}
}
