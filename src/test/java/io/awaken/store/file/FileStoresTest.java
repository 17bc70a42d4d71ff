package io.awaken.store.file;

import io.awaken.contract.Stores;
import io.awaken.contract.StoresContract;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.store.memory.InMemory;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;

/** Runs every contract with both memory and files. */
@Rows(165)
class FileStoresTest extends StoresContract {

  private static final AtomicInteger NEXT = new AtomicInteger();

  @TempDir static Path folder;

  @Override
  protected Stores emptyStores() {
    var clock = new SettableClock();
    Path own = folder.resolve("stores-" + NEXT.incrementAndGet());
    var stores = FileStores.open(own, clock, Stores.SETTINGS);
    return new InMemory(clock, stores.stores(), stores.profile());
  }
}
