package io.awaken.store.jpa;

import io.awaken.contract.Stores;
import io.awaken.contract.StoresContract;
import io.awaken.fixture.Databases;
import io.awaken.fixture.MostlyWaiting;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@MostlyWaiting
class PostgreSqlStoresTest extends StoresContract {
  private static InDatabase stores;

  @BeforeAll
  static void open() {
    stores = new InDatabase(Databases.postgres());
  }

  @AfterAll
  static void close() {
    stores.close();
  }

  @Override
  protected Stores emptyStores() {
    return stores.emptied();
  }
}
