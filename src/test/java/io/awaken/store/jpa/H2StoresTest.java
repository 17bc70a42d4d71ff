package io.awaken.store.jpa;

import io.awaken.contract.Stores;
import io.awaken.contract.StoresContract;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@BesideOthers
class H2StoresTest extends StoresContract {
  private static InDatabase stores;

  @BeforeAll
  static void open() {
    stores = new InDatabase(Databases.h2());
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
