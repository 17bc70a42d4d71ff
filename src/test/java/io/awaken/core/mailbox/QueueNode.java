package io.awaken.core.mailbox;

import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.ForwardingMailbox;
import io.awaken.fixture.ManualExecutor;
import io.awaken.fixture.SettableClock;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** A node with scripted runs and a clock that the test advances. */
final class QueueNode {
  static final Duration LEASE = Duration.ofSeconds(30);
  static final Duration EVERY = Duration.ofSeconds(10);
  static final int ATTEMPTS = 3;

  final SettableClock clock = new SettableClock();
  final MemoryStores stores =
      new MemoryStores(clock, new MailboxStore.Settings(LEASE, ATTEMPTS, "n1"));
  final ManualExecutor threads = new ManualExecutor();
  final ForwardingMailbox store;
  final Mailbox mailbox;
  final RunStarter starter;
  final Dispatcher dispatcher;
  RunExecutor runs = (claim, signals) -> {};

  /** Gives a run its thread. */
  Executor begins = threads;

  private long nanos;
  private int submitted;

  QueueNode() {
    this(ForwardingMailbox::new, StartRate.unlimited());
  }

  QueueNode(Function<MailboxStore, ForwardingMailbox> changed, StartRate rate) {
    store = changed.apply(stores.mailbox());
    mailbox =
        new Mailbox(
            store.ports(),
            RunOwners.withoutBus(new LiveRuns(() -> nanos)),
            new Mailbox.Limits(100_000, rate, Duration.ofSeconds(5)));
    starter =
        new RunStarter(
            mailbox,
            (claim, signals) -> runs.execute(claim, signals),
            task -> begins.execute(task),
            new CountingIds());
    dispatcher =
        new Dispatcher(
            starter,
            store,
            new Dispatcher.Duties(new SweepLeases(store, mailbox), () -> {}, Runnable::run),
            new Dispatcher.Times(EVERY, EVERY),
            () -> nanos);
  }

  void pass(Duration time) {
    nanos += time.toNanos();
    clock.advance(time);
  }

  /** Queues a run on a thread of its own without a hint. */
  RunId queue() {
    return submit(null).runId();
  }

  /** The same, started at once. */
  Submission submit(ClaimToken claim) {
    String n = String.valueOf(++submitted);
    var submission =
        new Submission(
            new RunId("r" + n),
            new ThreadId("t" + n),
            new JobId("j" + n),
            "a",
            Caller.ANONYMOUS,
            null,
            List.of(Message.user("m" + n, "hi")),
            claim);
    store.submit(submission);
    return submission;
  }
}
