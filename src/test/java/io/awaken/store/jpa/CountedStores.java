package io.awaken.store.jpa;

import io.awaken.core.store.job.MailboxStore;
import io.awaken.fixture.Databases;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.database.Database;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import java.util.List;

/**
 * Stores on a new database, with a count of their statements.
 *
 * @param counter counts from the beginning
 */
record CountedStores(Databases.Fresh database, JpaStores stores, StatementCounter counter) {

  interface Check {
    void on(CountedStores stores) throws Exception;
  }

  /** Runs a check with H2, then with PostgreSQL. */
  static void onBoth(MailboxStore.Settings settings, Check check) throws Exception {
    for (var fresh : List.of(Databases.h2(), Databases.postgres())) {
      try (fresh) {
        var counter = new StatementCounter(fresh.dataSource());
        try (var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
            var stores =
                new JpaStores(
                    new LocalTransactions(factory),
                    new Database(counter.dataSource(), fresh.database().product()),
                    settings)) {
          check.on(new CountedStores(fresh, stores, counter));
        }
      }
    }
  }
}
