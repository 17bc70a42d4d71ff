package io.awaken.contract;

import io.awaken.core.run.JobId;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.store.ServerKeys;
import io.awaken.core.store.document.DocumentStore;
import io.awaken.core.store.event.EventLog;
import io.awaken.core.store.job.Backoff;
import io.awaken.core.store.job.JobStatus;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.outbox.OutboxStore;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.subscription.SubscriptionStore;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.store.thread.ThreadLimits;
import io.awaken.core.store.thread.ThreadStore;
import io.awaken.fixture.ForwardingMailbox;
import java.time.Duration;
import java.util.Map;

/** The stores under test, empty at first, and what a test may do to them from outside. */
public interface Stores {

  /** How every store under test is set. */
  MailboxStore.Settings SETTINGS =
      new MailboxStore.Settings(
          Duration.ofSeconds(30),
          3,
          "node-1",
          new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(15)),
          IdempotencyKey.KEPT,
          new MailboxStore.Bounds(
              40, 100, Duration.ofHours(1), 64 << 10, new ThreadLimits(10_000, 4 << 20)));

  /** All its ports. */
  ForwardingMailbox mailbox();

  RunCommit runCommit();

  RunStore runs();

  ThreadStore threads();

  EventLog events();

  ProfileStore profile();

  ServerKeys serverKeys();

  SecretStore secrets();

  SubscriptionStore subscriptions();

  SuspensionStore suspensions();

  DocumentStore documents();

  OutboxStore outbox();

  /** Lets time pass until every entry of the outbox is due that no owner delivers. */
  void expireEntries();

  /** Lets time pass until every lease given so far has run out. */
  void expireLeases();

  /** Lets time pass until every question that expires is overdue; at most an hour. */
  void expireQuestions();

  /** Lets time pass until whatever waits for its next attempt is due; no lease runs out. */
  void passBackoff();

  /** Lets whatever executes take so much time of its run. */
  void execute(Duration time);

  /** Lets time pass in which no node does anything, and none extends a lease. */
  void away(Duration time);

  /** Lets every run, every row of the mailbox and every document grow older by so much. */
  void age(Duration time);

  /** Every job there is and where it is in its life. */
  Map<JobId, JobStatus> jobs();

  /** Why a job could not be executed the last time; null when there is nothing to say. */
  String lastError(JobId job);

  /** Gives a queued job another priority; small numbers first. */
  void prioritise(JobId job, int priority);
}
