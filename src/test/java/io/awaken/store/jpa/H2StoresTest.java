package io.awaken.store.jpa;

import io.awaken.contract.EventLogContract;
import io.awaken.contract.LeaseContract;
import io.awaken.contract.MailboxStoreContract;
import io.awaken.contract.ProfileStoreContract;
import io.awaken.contract.RunCommitContract;
import io.awaken.contract.RunStoreContract;
import io.awaken.contract.StateContract;
import io.awaken.contract.Stores;
import io.awaken.contract.SubmitContract;
import io.awaken.contract.ThreadStoreContract;
import io.awaken.fixture.Databases;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;

class H2StoresTest {
  private static InDatabase stores;

  @BeforeAll
  static void open() {
    stores = new InDatabase(Databases.h2());
  }

  @AfterAll
  static void close() {
    stores.close();
  }

  @Nested
  class Submit extends SubmitContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class Mailbox extends MailboxStoreContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class Leases extends LeaseContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class Commits extends RunCommitContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class Runs extends RunStoreContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class Threads extends ThreadStoreContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class Events extends EventLogContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class State extends StateContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }

  @Nested
  class Profile extends ProfileStoreContract {
    @Override
    protected Stores open() {
      return stores.emptied();
    }
  }
}
