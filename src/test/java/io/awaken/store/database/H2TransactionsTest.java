package io.awaken.store.database;

import io.awaken.fixture.Databases;

class H2TransactionsTest extends TransactionsContract {
  @Override
  Databases.Fresh create() {
    return Databases.h2();
  }
}
