package io.awaken.store.database;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One row of the table that these tests make themselves. */
@Entity
@Table(name = "note")
class Note {
  static final String DDL = "CREATE TABLE note (id BIGINT PRIMARY KEY, text VARCHAR(20))";

  @Id private long id;
  private String text;

  protected Note() {}

  Note(long id, String text) {
    this.id = id;
    this.text = text;
  }

  long id() {
    return id;
  }

  String text() {
    return text;
  }
}
