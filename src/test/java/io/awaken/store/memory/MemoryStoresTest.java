package io.awaken.store.memory;

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
import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.run.JobId;
import io.awaken.core.state.ProfileStore;
import io.awaken.fixture.SettableClock;
import org.junit.jupiter.api.Nested;

class MemoryStoresTest {

  @Nested
  class Submit extends SubmitContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class Mailbox extends MailboxStoreContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class Leases extends LeaseContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class Commits extends RunCommitContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class Runs extends RunStoreContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class Threads extends ThreadStoreContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class Events extends EventLogContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class State extends StateContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  @Nested
  class Profile extends ProfileStoreContract {
    @Override
    protected Stores open() {
      return new InMemory();
    }
  }

  private static final class InMemory implements Stores {
    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock, SETTINGS);

    @Override
    public MailboxStore mailbox() {
      return stores.mailbox();
    }

    @Override
    public RunCommit runCommit() {
      return stores.runCommit();
    }

    @Override
    public RunStore runs() {
      return stores.runs();
    }

    @Override
    public ThreadStore threads() {
      return stores.threads();
    }

    @Override
    public EventLog events() {
      return stores.events();
    }

    @Override
    public ProfileStore profile() {
      return stores.profile();
    }

    @Override
    public void expireLeases() {
      clock.advance(SETTINGS.lease().plusMillis(1));
    }

    @Override
    public void prioritise(JobId job, int priority) {
      stores.tables.jobs.get(job).priority = priority;
    }
  }
}
