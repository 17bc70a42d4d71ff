package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.Stores;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Delivery;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunOrigin;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.run.ThreadRecord;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionKey;
import io.awaken.core.store.suspension.SuspensionStore.Taken;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Databases;
import io.awaken.fixture.WatchedDataSource;
import io.awaken.store.database.DatabaseProduct;
import io.awaken.store.database.DatabaseRefused;
import io.awaken.store.database.migration.Migrations;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Databases of the versions before thread keys, the queue table and short keys, with a run in each
 * state in two tenants: {@code default-live} and {@code acme-live} were executing when their node
 * died, and so on.
 */
@BesideOthers
class PreviousDatabaseTest {
  private static final String BEFORE_QUEUE = "before-queue";
  private static final String BEFORE_SHORT_KEYS = "before-short-keys";
  private static final List<String> COPIES =
      List.of("before-thread-keys", BEFORE_QUEUE, BEFORE_SHORT_KEYS);

  private static Caller owner(String tenant) {
    return new Caller(tenant, tenant.equals("acme") ? "ann" : "dora", Set.of("user"));
  }

  private static ThreadId thread(String tenant, String name) {
    return new ThreadId(tenant, tenant + "-" + name);
  }

  private static RunId run(String tenant, String name) {
    return new RunId("run-" + tenant + "-" + name);
  }

  private static Submission again(ThreadId thread, Caller by, String id) {
    return new Submission(
        new RunId("run-" + id),
        thread,
        new JobId("job-" + id),
        "helper",
        by,
        null,
        List.of(Message.user("in-" + id, "hello")),
        new ClaimToken("token-" + id));
  }

  private static Submission queued(Submission submission, Delivery delivery) {
    return submission.unclaimed().as(SubmitMode.QUEUE).asking(spec -> spec.withDelivery(delivery));
  }

  private interface Work {
    void with(Databases.Fresh database, Stores stores);
  }

  private static void migrated(DatabaseProduct product, Work work) {
    COPIES.forEach(copy -> migrated(product, copy, work));
  }

  private static void migrated(DatabaseProduct product, String copy, Work work) {
    Databases.Fresh database = Databases.migratedCopy(product, copy);
    try (var stores = new InDatabase(database)) {
      work.with(database, stores);
    }
  }

  private static Claim claim(Stores stores, RunId run) {
    Candidate due =
        stores.mailbox().due(100).stream()
            .filter(candidate -> candidate.runId().equals(run))
            .findFirst()
            .orElseThrow();
    return stores.mailbox().claim(due, new ClaimToken("claim-" + run)).orElseThrow();
  }

  private static void commit(Stores stores, Claim claim) {
    var step =
        aCommit("next-" + claim.runId())
            .messages(Message.user("next-" + claim.runId(), "next"))
            .build();
    stores.runCommit().commit(claim.fence(), step);
  }

  @ParameterizedTest
  @CsvSource({"H2, default", "H2, acme", "POSTGRESQL, default", "POSTGRESQL, acme"})
  void aRunWhoseNodeDiedIsReclaimed(DatabaseProduct product, String tenant) {
    migrated(
        product,
        (database, stores) -> {
          assertThat(stores.mailbox().reclaimExpired(100)).isEqualTo(2);
          Claim claim = claim(stores, run(tenant, "live"));

          assertThat(claim.fence().threadId()).isEqualTo(thread(tenant, "live"));
          assertThat(claim.begun()).isTrue();
          assertThat(claim.caller()).isEqualTo(owner(tenant));
          commit(stores, claim);
          assertThat(stores.threads().history(thread(tenant, "live")))
              .extracting(Message::text)
              .containsExactly("hello live", "so far", "next");
          assertThat(stores.threads().state(thread(tenant, "live"), claim.runId()).thread())
              .satisfies(state -> assertThat(state.extensions()).containsKey("basket"));
          assertThat(stores.runs().calls(claim.runId())).hasSize(1);
          assertThat(stores.events().lastSequence(claim.runId(), Long.MAX_VALUE)).isEqualTo(2);
          assertThat(stores.runs().inbox(claim.runId()))
              .flatExtracting(InboxEntry::messages)
              .extracting(Message::sender)
              .containsExactly(tenant.equals("acme") ? "rob" : "max");
        });
  }

  @ParameterizedTest
  @CsvSource({"H2, default", "H2, acme", "POSTGRESQL, default", "POSTGRESQL, acme"})
  void aWaitingRunContinuesAfterItsDecision(DatabaseProduct product, String tenant) {
    migrated(
        product,
        (database, stores) -> {
          RunId run = run(tenant, "waiting");
          ThreadId thread = thread(tenant, "waiting");
          assertThat(stores.suspensions().open(thread)).hasSize(1);
          assertThat(stores.runs().senders(run))
              .containsExactlyInAnyOrder(
                  owner(tenant).subject(), tenant.equals("acme") ? "rob" : "max");

          var key = new SuspensionKey(thread, run, "c-1", 1);
          var yes = new Decision("d", DecisionAction.RESUME, null, null, 1);
          var outcome = stores.suspensions().decide(key, "a".repeat(64), yes, "boss");

          assertThat(outcome.taken()).isEqualTo(Taken.RESUMES);
          Claim claim = claim(stores, run);
          assertThat(claim.fence().threadId()).isEqualTo(thread);
          commit(stores, claim);
          assertThat(stores.runs().find(run).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
        });
  }

  @ParameterizedTest
  @CsvSource({"H2, default", "H2, acme", "POSTGRESQL, default", "POSTGRESQL, acme"})
  void aQueuedRunStartsAndItsRepeatedRequestReturnsIt(DatabaseProduct product, String tenant) {
    migrated(
        product,
        (database, stores) -> {
          Claim claim = claim(stores, run(tenant, "queued"));
          var key = new IdempotencyKey("POST /v1/runs", "key", "hash");
          stores.passBackoff();
          database.execute("UPDATE awaken_idempotency SET created_at = 9000000000000");

          assertThat(claim.fence().threadId()).isEqualTo(thread(tenant, "queued"));
          assertThat(stores.threads().history(thread(tenant, "queued")))
              .extracting(Message::sender)
              .containsExactly(owner(tenant).subject());
          var repeated = again(thread(tenant, "queued"), owner(tenant), "again").once(key);
          assertThat(stores.mailbox().submit(repeated))
              .isEqualTo(
                  new SubmitResult.Repeated(
                      claim.runId(), thread(tenant, "queued"), claim.fence().jobId()));
        });
  }

  @ParameterizedTest
  @CsvSource({"H2, default", "H2, acme", "POSTGRESQL, default", "POSTGRESQL, acme"})
  void threadsRetainTheirParentsListsAndDeadLetters(DatabaseProduct product, String tenant) {
    migrated(
        product,
        (database, stores) -> {
          ThreadRecord child = stores.threads().find(thread(tenant, "dead")).orElseThrow();
          assertThat(child.parentThreadId()).isEqualTo(thread(tenant, "waiting"));
          assertThat(
                  stores.threads().children(List.of(thread(tenant, "waiting")), owner(tenant), 9))
              .containsExactly(child.id());
          var all = new ThreadQuery.Filter(tenant, null, null, null, false);
          assertThat(stores.threads().list(new ThreadQuery(all, null, 0, 9)).items())
              .extracting(ThreadSummary::id)
              .hasSize(5)
              .allMatch(id -> id.tenant().equals(tenant));

          var wish =
              new Redrive(
                  child.id(),
                  new JobId("job-" + tenant + "-dead"),
                  new RunId("run-redriven"),
                  new JobId("job-redriven"),
                  owner(tenant),
                  false);
          assertThat(stores.mailbox().redrive(wish)).isInstanceOf(SubmitResult.Queued.class);
          assertThat(claim(stores, wish.runId()).fence().threadId()).isEqualTo(child.id());
        });
  }

  @ParameterizedTest
  @EnumSource
  void idsThatOneTenantUsesAreFreeInTheOther(DatabaseProduct product) {
    migrated(
        product,
        (database, stores) -> {
          for (String name : List.of("live", "waiting", "queued", "dead", "done")) {
            ThreadId id = thread("acme", name).in("default");
            assertThat(stores.mailbox().submit(again(id, owner("default"), "new-" + name)))
                .isInstanceOf(SubmitResult.Claimed.class);
          }
          assertThat(stores.threads().history(thread("acme", "live"))).hasSize(2);
        });
  }

  /** Two jobs of a thread, the first with a dedupe key. */
  @ParameterizedTest
  @EnumSource
  void aDedupeKeyIsTakenUntilItsJobEndsAndTheThreadsQueueContinues(DatabaseProduct product) {
    migrated(
        product,
        BEFORE_QUEUE,
        (database, stores) -> {
          var zoe = new Caller("zeta", "zoe", Set.of("user"));
          var thread = new ThreadId("zeta", "zeta-keys");
          var keyed = new Delivery(7, Duration.ZERO, "once", RunOrigin.USER, null);

          assertThat(stores.mailbox().submit(queued(again(thread, zoe, "again"), keyed)))
              .isEqualTo(
                  SubmitResult.Refused.duplicate(
                      new JobId("job-zeta-keyed"), new RunId("run-zeta-keyed")));
          Claim claim = claim(stores, new RunId("run-zeta-keyed"));
          var last = emptyCommit("last");
          var end = new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 0, 0);
          stores.runCommit().finish(claim.fence(), last, end);
          assertThat(stores.mailbox().submit(queued(again(thread, zoe, "next"), keyed)))
              .isInstanceOf(SubmitResult.Queued.class);
          assertThat(claim(stores, new RunId("run-next")).fence().threadId()).isEqualTo(thread);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aMigrationThatIsStoppedManyTimesContinuesEachTime(DatabaseProduct product) {
    Databases.Fresh database = Databases.copy(product, BEFORE_SHORT_KEYS);
    try (var stores = new InDatabase(database)) {
      int stops = stopped(database.dataSource());

      assertThat(stops).isGreaterThan(5);
      Migrations.run(database.dataSource());
      assertThat(database.number("SELECT COUNT(*) FROM awaken_run WHERE tenant = 'acme'"))
          .isEqualTo(5);
      assertThat(claim(stores, run("acme", "queued")).fence().threadId())
          .isEqualTo(thread("acme", "queued"));
      assertThat(stores.threads().history(thread("acme", "live")))
          .extracting(Message::text)
          .containsExactly("hello live", "so far");
    }
  }

  /** Returns how often the copying was stopped, each time some statements later. */
  private static int stopped(DataSource source) {
    for (int stops = 0; ; stops++) {
      try {
        Migrations.run(WatchedDataSource.of(source, new Stopping(5 + 10 * stops)));
        return stops;
      } catch (DatabaseRefused e) {
        assertThat(e).hasMessageContaining("stopped");
      }
    }
  }

  /**
   * Stops a migration before a statement, counted from the first one on the tables of before; not
   * where Liquibase releases its lock, since the next start would wait for that lock.
   */
  private static final class Stopping implements WatchedDataSource.Watcher {
    private int left;
    private boolean copies;
    private boolean unlocks;

    Stopping(int statements) {
      left = statements;
    }

    @Override
    public void execution(Connection connection, String sql) {
      copies |= sql.contains("awaken_thread_before");
      unlocks = sql.toLowerCase(Locale.ROOT).contains("changeloglock");
      count();
    }

    @Override
    public void beforeCommit(Connection connection) {
      count();
    }

    @Override
    public void afterCommit(Connection connection) {}

    private void count() {
      if (copies && !unlocks && left-- == 0) {
        throw new IllegalStateException("stopped");
      }
    }
  }
}
