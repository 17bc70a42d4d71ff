package io.awaken.store.memory;

import io.awaken.contract.Stores;
import io.awaken.core.run.JobId;
import io.awaken.core.secret.MemorySecretStore;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.ServerKeys;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.SettableClock;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/** Stores in memory with a clock that tests advance. */
public final class InMemory implements Stores {
  private final SettableClock clock;
  private final MemoryStores stores;
  private final ProfileStore profile;
  private final SecretStore secrets;
  private final SubscriptionStore subscriptions;

  public InMemory() {
    clock = new SettableClock();
    stores = new MemoryStores(clock, SETTINGS);
    profile = stores.profile();
    secrets = new MemorySecretStore(clock);
    subscriptions = new MemorySubscriptionStore(clock);
  }

  /**
   * @param clock clock of the stores
   * @param profile replaces their profile store
   */
  public InMemory(SettableClock clock, MemoryStores stores, ProfileStore profile) {
    this.clock = clock;
    this.stores = stores;
    this.profile = profile;
    this.secrets = new MemorySecretStore(clock);
    this.subscriptions = new MemorySubscriptionStore(clock);
  }

  @Override
  public ForwardingMailbox mailbox() {
    return new ForwardingMailbox(stores.mailbox());
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
    return profile;
  }

  @Override
  public SecretStore secrets() {
    return secrets;
  }

  @Override
  public SubscriptionStore subscriptions() {
    return subscriptions;
  }

  @Override
  public ServerKeys serverKeys() {
    return stores.serverKeys();
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
  public OutboxStore outbox() {
    return stores.outbox();
  }

  @Override
  public void expireEntries() {
    clock.advance(Duration.ofHours(1));
  }

  @Override
  public void expireQuestions() {
    for (RunRow run : stores.tables().asking) {
      run.questions.all().stream()
          .filter(question -> question.expiresAt() != null)
          .forEach(question -> run.questions.put(overdue(question)));
    }
  }

  private static SuspensionRecord overdue(SuspensionRecord question) {
    return new SuspensionRecord(
        question.key(),
        question.tenant(),
        question.requester(),
        question.agentId(),
        question.kind(),
        question.askedBy(),
        question.status(),
        question.ticket(),
        question.argumentsHash(),
        question.batch(),
        question.createdAt(),
        1L,
        question.decision(),
        question.decidedBy());
  }

  @Override
  public void expireLeases() {
    stores.tables().claimed.values().forEach(job -> job.leaseUntil = clock.millis() - 1);
  }

  @Override
  public void passBackoff() {
    stores.tables().queued.values().forEach(job -> job.availableAt = clock.millis());
  }

  @Override
  public void execute(Duration time) {
    clock.advance(time);
    stores.tables().claimed.values().forEach(job -> job.leaseUntil += time.toMillis());
  }

  @Override
  public void away(Duration time) {
    clock.advance(time);
  }

  @Override
  public void age(Duration time) {
    clock.advance(time);
  }

  @Override
  public Map<JobId, JobStatus> jobs() {
    return stores.tables().jobs.values().stream()
        .collect(Collectors.toMap(job -> job.id, job -> job.status));
  }

  @Override
  public String lastError(JobId job) {
    return stores.tables().jobs.get(job).lastError;
  }

  @Override
  public void prioritise(JobId job, int priority) {
    stores.tables().jobs.get(job).priority = priority;
  }
}
