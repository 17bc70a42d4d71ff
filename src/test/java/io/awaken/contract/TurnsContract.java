package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.submission.Submission;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tenants take turns at the queue, and priority counts within each of them. */
@Attacks("S33")
@Rows(1160)
public abstract class TurnsContract extends StoreContract {

  private static final String ALONE = Caller.ANONYMOUS.tenant();

  private Submission queuedIn(String tenant, int priority) {
    var caller = new Caller(tenant, "ann", Set.of());
    return queuedOn(newThread(caller), caller, priority);
  }

  private Submission queuedOn(ThreadId thread, Caller caller, int priority) {
    var submission = submission(thread, null, caller);
    stores.mailbox().submit(submission);
    stores.prioritise(submission.jobId(), priority);
    return submission;
  }

  private void queueMany(String tenant, int jobs) {
    for (int i = 0; i < jobs; i++) {
      queuedIn(tenant, 0);
    }
  }

  /** Claims what is due with one place after the other, and says whose it was. */
  private List<String> turns(int most) {
    var turns = new ArrayList<String>();
    while (turns.size() < most) {
      List<Candidate> due = stores.mailbox().due(1, turns.isEmpty() ? null : turns.getLast());
      if (due.isEmpty()) {
        return turns;
      }
      assertThat(stores.mailbox().claim(due.getFirst(), newToken())).isPresent();
      turns.add(due.getFirst().threadId().tenant());
    }
    return turns;
  }

  @Test
  void aTenantWithManyJobsDelaysAnotherByOnePlaceAtMost() {
    queueMany("many", 9);
    queueMany(ALONE, 2);

    List<String> turns = turns(20);

    assertThat(turns).hasSize(11);
    assertThat(turns.subList(0, 4)).containsExactlyInAnyOrder("many", "many", ALONE, ALONE);
    assertThat(turns.get(0)).isNotEqualTo(turns.get(1));
    assertThat(turns.get(2)).isNotEqualTo(turns.get(3));
  }

  @Test
  void eachOfManyTenantsHasItsTurnBeforeAnyHasTwo() {
    List<String> tenants = List.of("a", "a/b", "a/", "b", "default", "z", "%", "a_");
    tenants.forEach(tenant -> queueMany(tenant, 3));

    List<String> turns = turns(24);

    for (int round = 0; round < 3; round++) {
      assertThat(turns.subList(round * 8, round * 8 + 8))
          .containsExactlyInAnyOrderElementsOf(tenants);
    }
  }

  @Test
  void whoeverHadTheLastTurnIsLastInAListToo() {
    List<String> tenants = List.of("many", "few", ALONE);
    tenants.forEach(tenant -> queueMany(tenant, 4));

    for (String last : tenants) {
      assertThat(stores.mailbox().due(7, last))
          .extracting(due -> due.threadId().tenant())
          .hasSize(7)
          .satisfies(turns -> assertThat(turns.subList(0, 3)).doesNotHaveDuplicates())
          .satisfies(turns -> assertThat(turns.get(2)).isEqualTo(last))
          .satisfies(turns -> assertThat(turns.subList(3, 6)).isEqualTo(turns.subList(0, 3)));
    }
  }

  @Test
  void whatSomeTenantsDoNotNeedIsForTheOthers() {
    queueMany("few", 1);
    queueMany("many", 9);

    assertThat(stores.mailbox().due(6))
        .extracting(due -> due.threadId().tenant())
        .hasSize(6)
        .filteredOn("many"::equals)
        .hasSize(5);
  }

  @Test
  void priorityCountsWithinATenantOnly() {
    var late = queuedIn("other", 255);
    var normal = queuedIn("acme", 128);
    var urgent = queuedIn("acme", 0);

    assertThat(stores.mailbox().due(9, "acme"))
        .extracting(Candidate::runId)
        .containsExactly(late.runId(), urgent.runId(), normal.runId());
    assertThat(stores.mailbox().due(9, "other"))
        .extracting(Candidate::runId)
        .containsExactly(urgent.runId(), late.runId(), normal.runId());
  }

  @Test
  void aTenantThatIsNotThereAnyMoreIsStillAPlaceInTheOrder() {
    queueMany("b", 2);
    queueMany("d", 2);

    assertThat(stores.mailbox().due(1, "c").getFirst().threadId().tenant()).isEqualTo("d");
    assertThat(stores.mailbox().due(1, "e").getFirst().threadId().tenant()).isEqualTo("b");
  }

  @Test
  void ofAThreadOneJobAtATimeIsDueWhoeverHasTheTurn() {
    var caller = new Caller("acme", "ann", Set.of());
    ThreadId thread = newThread(caller);
    var first = queuedOn(thread, caller, 1);
    queuedOn(thread, caller, 2);
    var other = queuedIn("other", 1);

    assertThat(stores.mailbox().due(9, "other"))
        .extracting(Candidate::runId)
        .containsExactly(first.runId(), other.runId());
  }
}
