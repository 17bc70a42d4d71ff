package io.awaken.store.jpa.rows;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A shared value, read only. */
@Entity
@Table(name = "awaken_profile")
public class ProfileRow {
  @EmbeddedId public Key key;

  @Column(name = "body")
  public String body;

  /** For Hibernate. */
  protected ProfileRow() {}

  @Embeddable
  public record Key(
      @Column(name = "tenant") String tenant,
      @Column(name = "namespace") String namespace,
      @Column(name = "profile_key") String name)
      implements Serializable {}
}
