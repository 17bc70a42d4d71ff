package io.awaken.store.jpa;

import static io.awaken.fixture.CommitBuilder.aCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.event.AgentEvent.TextDelta;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.Segment;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StaleFence;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Databases;
import io.awaken.fixture.Failures;
import io.awaken.fixture.Nightly;
import io.awaken.fixture.Relay;
import io.awaken.store.database.Database;
import io.awaken.store.database.DatabaseProduct;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * F29 in a database: a renewal is delayed until the lease has expired by the database's clock and
 * another owner has the run.
 */
@Timeout(60)
@Nightly("waits until a lease has run out")
class LateRenewalTest {
  /** A third of it must be enough to open a connection on a slow machine. */
  private static final Duration LEASE = Duration.ofSeconds(6);

  private static final ThreadId THREAD = new ThreadId("thread");
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final RunId RUN = new RunId("run");
  private static final ClaimToken TOKEN = new ClaimToken("token");

  private final Databases.Unopened unopened = Databases.unopenedPostgres();
  private final Databases.Fresh direct = unopened.open();
  private final Relay relay = new Relay(port());
  private final JpaStores late =
      stores(new Database(direct.dataSource(), DatabaseProduct.POSTGRESQL, relayed()), "late");
  private final JpaStores next = stores(direct.database(), "next");

  @AfterEach
  void close() throws Exception {
    late.close();
    next.close();
    relay.close();
    direct.close();
  }

  @Test
  @Failures("F29")
  void anOwnerWhoseRenewalArrivesAfterItsLeaseCannotWrite() {
    Fence lost = claimed();
    relay.fallSilent();
    assertThatExceptionOfType(StoreUnavailable.class).isThrownBy(this::renewed);
    awaitTheEndOfTheLease();
    assertThat(next.mailbox().leases().reclaimExpired(10)).isEqualTo(1);
    direct.execute("UPDATE awaken_job SET available_at = 1");
    var candidate = next.mailbox().claims().due(1).getFirst();
    assertThat(next.mailbox().claims().claim(candidate, new ClaimToken("next"))).isPresent();
    List<String> before = rows();

    relay.recover();
    assertThat(renewed().owned()).isEmpty();
    assertThatEverythingIsRefused(lost);

    assertThat(rows()).isEqualTo(before);
  }

  private Fence claimed() {
    var submission =
        new Submission(
            RUN,
            THREAD,
            new JobId("job"),
            "helper",
            Caller.ANONYMOUS,
            null,
            List.of(Message.user("in", "hello")),
            TOKEN);
    return ((SubmitResult.Claimed) late.mailbox().submits().submit(submission)).claim().fence();
  }

  private MailboxStore.Renewal renewed() {
    return late.mailbox().leases().renew(List.of(TOKEN));
  }

  /** Waits by the database's clock. */
  private void awaitTheEndOfTheLease() {
    String live = "SELECT count(*) FROM awaken_job WHERE lease_until >= ";
    while (direct.number(live + direct.database().clockMillis()) > 0) {
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private void assertThatEverythingIsRefused(Fence lost) {
    var told = new StreamEvent(new Cursor(lost.epoch(), 1), Instant.EPOCH, new TextDelta("late"));
    var said = List.of(Message.user("late", "late"));
    var step = aCommit("late").messages(said).segment(Segment.join(List.of(told))).build();
    var ended = new RunOutcome(new TerminationReason.NaturalEnd(), "late", 1, 1, 1);

    assertRefused(() -> late.runCommit().commit(lost, step));
    assertRefused(() -> late.runCommit().park(lost, step));
    assertRefused(() -> late.runCommit().finish(lost, step, ended));
    assertThat(late.mailbox().leases().release(lost)).isFalse();
    assertThat(late.mailbox().leases().nack(lost, "late", false)).isEqualTo(new NackResult.Lost());
  }

  private static void assertRefused(ThrowingCallable write) {
    assertThatExceptionOfType(StaleFence.class).isThrownBy(write);
  }

  /** Returns all rows, table by table. */
  private List<String> rows() {
    return InDatabase.TABLES.stream()
        .map(table -> "SELECT string_agg(t::text, ' ' ORDER BY t::text) FROM awaken_" + table)
        .map(sql -> direct.text(sql + " t"))
        .toList();
  }

  private JpaStores stores(Database database, String node) {
    var settings = new MailboxStore.Settings(LEASE, 3, node);
    return new JpaStores(direct.transactions(JpaStores.ENTITIES), database, settings);
  }

  private DataSource relayed() {
    var source = new PGSimpleDataSource();
    source.setUrl(unopened.url().replace(":" + port() + "/", ":" + relay.port() + "/"));
    return source;
  }

  private int port() {
    return Integer.parseInt(unopened.url().replaceFirst(".*:(\\d+)/.*", "$1"));
  }
}
