package io.awaken.store.jpa;

import io.awaken.contract.Stores;
import io.awaken.contract.StoresContract;
import io.awaken.fixture.Databases;
import io.awaken.fixture.MostlyWaiting;
import io.awaken.fixture.Nightly;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@MostlyWaiting
@Nightly("the contracts once more")
class PartitionedStoresTest extends StoresContract {
  private static InDatabase stores;

  @BeforeAll
  static void open() {
    stores = new InDatabase(Databases.partitionedPostgres());
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
