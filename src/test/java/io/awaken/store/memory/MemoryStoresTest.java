package io.awaken.store.memory;

import io.awaken.contract.Stores;
import io.awaken.contract.StoresContract;
import io.awaken.core.commit.DocumentStore;
import io.awaken.core.commit.EventLog;
import io.awaken.core.commit.RunCommit;
import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.SuspensionStore;
import io.awaken.core.commit.ThreadStore;
import io.awaken.core.mailbox.JobStatus;
import io.awaken.core.mailbox.MailboxStore;
import io.awaken.core.run.JobId;
import io.awaken.core.state.ProfileStore;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

class MemoryStoresTest extends StoresContract {

  @Override
  protected Stores emptyStores() {
    return new InMemory();
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
    public SuspensionStore suspensions() {
      return stores.suspensions();
    }

    @Override
    public DocumentStore documents() {
      return stores.documents();
    }

    @Override
    public void expireQuestions() {
      clock.advance(Duration.ofHours(1));
    }

    @Override
    public void expireLeases() {
      clock.advance(SETTINGS.lease().plusMillis(1));
    }

    @Override
    public void passBackoff() {
      clock.advance(SETTINGS.backoff().max());
    }

    @Override
    public void age(Duration time) {
      clock.advance(time);
    }

    @Override
    public Map<JobId, JobStatus> jobs() {
      return stores.tables.jobs.values().stream()
          .collect(Collectors.toMap(job -> job.id, job -> job.status));
    }

    @Override
    public String lastError(JobId job) {
      return stores.tables.jobs.get(job).lastError;
    }

    @Override
    public void prioritise(JobId job, int priority) {
      stores.tables.jobs.get(job).priority = priority;
    }
  }
}
