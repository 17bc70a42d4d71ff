package io.awaken.contract;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Nested;

/**
 * Everything that every kind of store must hold. A new suite is added here, or to {@link
 * DocumentStoresContract}, and nowhere else.
 */
@Rows(167)
@BesideOthers
public abstract class StoresContract extends DocumentStoresContract {

  @Nested
  class Submit extends SubmitContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Outbox extends OutboxContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Pushes extends PushContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class ThreadSizes extends ThreadSizeContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Windows extends WindowContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Superseded extends SupersedeContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class SupersededAgainstTheModel extends SupersedeModelContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Mailbox extends MailboxStoreContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class TurnsOfTenants extends TurnsContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Leases extends LeaseContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Nacks extends NackContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Redrives extends RedriveContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class OldRows extends CollectContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class OwnerlessEndings extends OwnerlessEndingContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class AgainstTheModel extends MailboxModelContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class JobTransitions extends JobTransitionsContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Looks extends LogViewContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Purges extends PurgeContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Commits extends RunCommitContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Runs extends RunStoreContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Questions extends SuspensionContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Decisions extends DecideContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Parking extends ParkContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Delegates extends DelegateContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class BackgroundTasks extends TaskContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class WaitingRuns extends WaitingRunContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Modes extends SubmitModeContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class QueueBounds extends QueueBoundContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class TimesOfRuns extends RunTimeContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Keys extends IdempotencyContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Interruptions extends InterruptContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Threads extends ThreadStoreContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Messages extends MessagePageContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class ListsOfRuns extends RunListContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class ListsOfJobs extends JobListContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Deliveries extends DeliveryContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class ListsOfThreads extends ThreadListContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class ChangesOfThreads extends ThreadUpdateContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class DeletedThreads extends ThreadDeleteContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Events extends EventLogContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class State extends StateContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class ToolsOfClients extends ClientToolsContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class OverridesOfRuns extends RunOverridesContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class InputOfClients extends ClientInputContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Nameless extends NamelessContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Steering extends SteeringContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Sharing extends SharingContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }

  @Nested
  class Tenants extends TenantContract {
    @Override
    protected Stores open() {
      return emptyStores();
    }
  }
}
