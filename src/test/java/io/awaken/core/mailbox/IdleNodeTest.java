package io.awaken.core.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.mailbox.duty.CollectMailbox;
import io.awaken.core.mailbox.duty.ExpireSuspensions;
import io.awaken.core.mailbox.duty.SweepLeases;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Waiting;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Databases;
import io.awaken.fixture.StatementCounter;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.EntityManagers;
import io.awaken.store.database.LocalTransactions;
import io.awaken.store.jpa.JpaStores;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an idle node costs its database. */
class IdleNodeTest {

  private static final Duration POLL = Duration.ofSeconds(10);

  private long nanos;

  @ParameterizedTest
  @EnumSource
  void anIdleNodeSendsOneQueryPerPoll(DatabaseProduct product) {
    Databases.Fresh database = Databases.of(product);
    var counter = new StatementCounter(database.dataSource());
    try (database;
        var factory = EntityManagers.local(counter.dataSource(), JpaStores.ENTITIES);
        var stores =
            new JpaStores(
                new LocalTransactions(factory),
                new Database(counter.dataSource(), database.database().product()),
                new MailboxStore.Settings(Duration.ofSeconds(30), 5, "n1"))) {
      var mailbox =
          new Mailbox(
              stores.mailbox(),
              RunOwners.withoutBus(new LiveRuns(() -> nanos)),
              Mailbox.Limits.of(10));
      var starter =
          new RunStarter(mailbox, (claim, signals) -> {}, Runnable::run, new CountingIds());
      var dispatcher =
          new Dispatcher(
              starter,
              stores.mailbox().queue(),
              new Dispatcher.Duties(
                  new SweepLeases(stores.mailbox().leases(), mailbox),
                  new ExpireSuspensions(stores.suspensions(), mailbox),
                  Runnable::run),
              new Dispatcher.Times(POLL, POLL),
              () -> nanos);

      assertThat(stores.mailbox().queue().waiting())
          .isEqualTo(new Waiting(false, false, false, false, false));
      for (int poll = 0; poll < 3; poll++) {
        counter.reset();
        dispatcher.poll();
        assertThat(counter.executions()).hasSize(1);
        nanos += POLL.toNanos();
      }
      assertThatCollectingAsksNothing(stores, mailbox, counter);
    }
  }

  /** Except once an hour. */
  private void assertThatCollectingAsksNothing(
      JpaStores stores, Mailbox mailbox, StatementCounter counter) {
    var keep =
        new CollectMailbox.Keep(Duration.ofHours(24), Duration.ofDays(30), Duration.ofHours(12));
    var collect = new CollectMailbox(stores.mailbox().queue(), mailbox, keep, () -> nanos);
    collect.run();
    counter.reset();
    for (int minute = 1; minute < 60; minute++) {
      nanos += Duration.ofMinutes(1).toNanos();
      collect.run();
    }
    assertThat(counter.executions()).isEmpty();
  }
}
