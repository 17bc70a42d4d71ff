package io.awaken.store.database;

import io.awaken.fixture.Databases;

class PostgreSqlTransactionsTest extends TransactionsContract {
  @Override
  Databases.Fresh create() {
    return Databases.postgres();
  }
}
