package io.awaken.store.memory;

import io.awaken.contract.Stores;
import io.awaken.contract.StoresContract;

class MemoryStoresTest extends StoresContract {

  @Override
  protected Stores emptyStores() {
    return new InMemory();
  }
}
