package io.awaken.core.mailbox;

import static io.awaken.fixture.CommitBuilder.emptyCommit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.awaken.core.mailbox.control.RunInterrupter;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.Unavailable;
import io.awaken.core.submit.Quotas;
import io.awaken.core.submit.RunRequest;
import io.awaken.core.submit.RunService;
import io.awaken.core.submit.RunService.Accepted;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CountingIds;
import io.awaken.fixture.Rows;
import io.awaken.fixture.SettableClock;
import io.awaken.store.memory.MemoryStores;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A node with one place, for which tenants take turns. */
@Attacks("S33")
@Rows({1160, 1161})
class NodeTurnsTest {

  private final MemoryStores stores =
      new MemoryStores(
          new SettableClock(), new MailboxStore.Settings(Duration.ofSeconds(30), 3, "n1"));
  private final CountingIds ids = new CountingIds();
  private final Queue<Runnable> threads = new ArrayDeque<>();
  private final List<String> begun = new ArrayList<>();
  private final RunOwners owners = RunOwners.withoutBus(new LiveRuns(() -> 0));
  private final Mailbox mailbox = new Mailbox(stores.mailbox(), owners, Mailbox.Limits.of(1));
  private final RunStarter starter =
      new RunStarter(mailbox, (claim, signals) -> finish(claim), threads::add, ids);
  private final RunService service =
      new RunService(
          new RunService.Stores(stores.mailbox(), stores.runs(), stores.suspensions()),
          starter,
          new RunInterrupter(
              stores.mailbox(), owners, mailbox, Duration.ofSeconds(5), (task, after) -> {}),
          request -> {},
          Quotas.NONE,
          ids);
  private int requests;

  private void finish(Claim claim) {
    begun.add(claim.caller().tenant());
    stores
        .runCommit()
        .finish(
            claim.fence(),
            emptyCommit(ids.next()),
            new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1));
  }

  private RunRequest request(String tenant) {
    var thread = new ThreadId(tenant, "t" + ++requests);
    return new RunRequest("a", thread, List.of("hi"), new Caller(tenant, "ann", Set.of()));
  }

  private Accepted.How asks(String tenant) {
    return service.submit(request(tenant).as(SubmitMode.QUEUE)).how();
  }

  /** The run in the only place ends; the next one is not chosen yet. */
  private void end() {
    threads.remove().run();
  }

  @Test
  void aTenantWithManyJobsGetsEverySecondPlace() {
    asks("many");
    for (int i = 0; i < 10; i++) {
      assertThat(asks("many")).isEqualTo(Accepted.How.QUEUED);
    }
    asks("few");
    asks("few");
    while (!threads.isEmpty()) {
      end();
      starter.claimDue();
    }

    assertThat(begun).hasSize(13);
    assertThat(begun.subList(0, 5)).containsExactly("many", "few", "many", "few", "many");
  }

  /**
   * New runs start where they are accepted, but never twice in a row before queued jobs of others.
   */
  @Test
  void aTenantThatKeepsSubmittingDelaysAnotherByOnePlace() {
    asks("eager");
    asks("few");
    asks("few");
    asks("few");
    for (int i = 0; i < 6; i++) {
      end();
      // Before the node has polled the queue.
      asks("eager");
      starter.claimDue();
    }

    assertThat(begun.subList(0, 5)).doesNotContainSequence("eager", "eager", "eager");
    assertThat(begun).filteredOn("few"::equals).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void aRunThatCannotWaitIsRefusedDuringAnotherTenantsTurn() {
    asks("eager");
    asks("few");
    asks("few");
    end();
    starter.claimDue();
    end();
    asks("eager");
    end();

    assertThatExceptionOfType(Unavailable.class)
        .isThrownBy(() -> service.submit(request("eager").as(SubmitMode.REJECT)));
    assertThat(asks("other")).isEqualTo(Accepted.How.BEGUN);
  }

  @Test
  void aTenantTakesTheNextPlaceWhenNoOtherWaits() {
    asks("only");
    asks("only");
    end();
    starter.claimDue();
    asks("only");
    end();

    assertThat(asks("only")).isEqualTo(Accepted.How.BEGUN);
  }
}
