package io.awaken.store.jpa;

import io.awaken.core.loop.call.SuspendedCallsTest;
import io.awaken.fixture.Databases;
import io.awaken.runtime.RuntimeStores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Decisions in every order, in a database. */
class H2SuspendedCallsTest extends SuspendedCallsTest {
  private static InDatabase database;

  @BeforeAll
  static void open() {
    database = new InDatabase(Databases.h2());
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Override
  protected RuntimeStores emptyStores() {
    return database.emptied().ports();
  }

  @Override
  protected void timePasses() {
    database.expireQuestions();
  }
}
