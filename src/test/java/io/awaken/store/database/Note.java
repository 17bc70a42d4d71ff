package io.awaken.store.database;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of the tests' own table. */
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
