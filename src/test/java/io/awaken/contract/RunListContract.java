package io.awaken.contract;

import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunRecord;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.run.ThreadId;
import io.awaken.core.spec.Cost;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.RunQuery;
import io.awaken.core.store.run.RunQuery.After;
import io.awaken.core.store.run.RunQuery.Filter;
import io.awaken.core.store.run.RunStore.Unfinished;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.store.thread.ThreadStore.Page;
import io.awaken.core.suspension.PendingCall;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lists of runs. */
@Rows({161, 163, 231})
public abstract class RunListContract extends SuspendingContract {

  private static final Filter OF_ACME = new Filter("acme", null, null, null, null, null);

  private Submission queued(ThreadId thread, Caller caller, String agent, RunId parent) {
    var plain = submission(thread, null, caller);
    var input = List.of(Message.user(fresh("in"), "hi"));
    var run =
        new Submission(plain.runId(), thread, plain.jobId(), agent, caller, parent, input, null)
            .sharing(Sharing.TENANT);
    stores.mailbox().submit(run);
    return run;
  }

  private Page<RunRecord> list(Filter filter) {
    return stores.runs().list(new RunQuery(filter, null, 0, 100));
  }

  private static Filter of(RunStatus status) {
    return new Filter("acme", null, status, null, null, null);
  }

  private void assertListed(Filter filter, RunId... runs) {
    var page = list(filter);
    assertThat(page.items()).extracting(RunRecord::runId).containsExactlyInAnyOrder(runs);
    assertThat(page.total()).isEqualTo(runs.length);
  }

  @Test
  void runsAreListedByTenantSubjectAgentThreadAndParent() {
    var thread = newThread();
    var anns = queued(thread, ANN, "helper", null).runId();
    var bobs = queued(thread, COLLEAGUE, "clerk", null).runId();
    var child = queued(newThread(), ANN, "clerk", anns).runId();
    var anonymous = queued(newThread(), ANONYMOUS, "helper", null).runId();
    queued(newThread(STRANGER), STRANGER, "helper", anns);

    assertListed(OF_ACME, anns, bobs, child, anonymous);
    assertListed(new Filter("acme", "ann", null, null, null, null), anns, child);
    assertListed(new Filter("acme", ANONYMOUS.subject(), null, null, null, null), anonymous);
    assertListed(new Filter("acme", null, null, "clerk", null, null), bobs, child);
    assertListed(new Filter("acme", null, null, null, thread, null), anns, bobs);
    assertListed(new Filter("acme", null, null, null, null, anns), child);
    assertListed(new Filter("acme", "ann", RunStatus.CREATED, "clerk", null, anns), child);
    assertListed(new Filter("acme", null, null, "nobody", null, null));
    assertListed(new Filter("nowhere", null, null, null, null, null));
  }

  @Test
  @Attacks("S49")
  void fragmentsOfQueriesAreOnlyTexts() {
    queued(newThread(), ANN, "helper", null);
    for (String text : FRAGMENTS) {
      assertListed(new Filter(text, null, null, null, null, null));
      assertListed(new Filter("acme", text, null, null, null, null));
      assertListed(new Filter("acme", null, null, text, null, null));
    }
  }

  @Test
  void runsAreListedAndCountedByWhereTheyAre() {
    var waits = waiting(newThread(), "c-1").runId();
    var executes = claimed(newThread()).runId();
    var done = claimed(newThread());
    finish(done);
    var created = queued(newThread()).runId();
    var another = queued(newThread()).runId();
    queued(newThread(STRANGER), STRANGER, "helper", null);

    assertListed(of(RunStatus.WAITING), waits);
    assertListed(of(RunStatus.RUNNING), executes);
    assertListed(of(RunStatus.DONE), done.runId());
    assertListed(of(RunStatus.CREATED), created, another);
    assertThat(stores.runs().unfinished("acme")).isEqualTo(new Unfinished(2, 1, 1));
    assertThat(stores.runs().unfinished("evil")).isEqualTo(new Unfinished(1, 0, 0));
    assertThat(stores.runs().unfinished("nowhere")).isEqualTo(new Unfinished(0, 0, 0));
  }

  @Test
  @Rows({1162, 1163, 1164})
  void theRunsOfACallerAndWhatTheyUsedAreCountedAmongThoseOfTheTenant() {
    var priced =
        new RunOutcome(
            new TerminationReason.NaturalEnd(), "done", 1, 30, 12, new Cost("0.25", "USD"));
    var foreign =
        new RunOutcome(new TerminationReason.NaturalEnd(), "done", 1, 1, 1, new Cost("9", "EUR"));
    stores.runCommit().finish(claimed(newThread()).fence(), step(null), priced);
    stores.runCommit().finish(claimed(newThread()).fence(), step(null), priced);
    stores.runCommit().finish(begunBy(COLLEAGUE).fence(), step(null), foreign);
    queued(newThread());
    begunBy(COLLEAGUE);

    assertThat(stores.runs().unfinished("acme", "ann")).isEqualTo(new Unfinished(1, 0, 0));
    assertThat(stores.runs().unfinished("acme", "bob")).isEqualTo(new Unfinished(0, 1, 0));
    assertThat(stores.runs().unfinished("acme", null)).isEqualTo(new Unfinished(1, 1, 0));
    assertThat(stores.runs().unfinished("evil", "ann")).isEqualTo(new Unfinished(0, 0, 0));
    assertSpent("ann", "USD", 84, "0.5");
    assertSpent("ann", "EUR", 84, "0");
    assertSpent("bob", "EUR", 2, "9");
    assertSpent(null, "USD", 86, "0.5");
    assertSpent("nobody", "USD", 0, "0");

    stores.age(Duration.ofHours(2));
    stores.runCommit().finish(claimed(newThread()).fence(), step(null), priced);
    assertSpent("ann", "USD", 42, "0.25");
  }

  private Claim begunBy(Caller caller) {
    var submission = submission(newThread(caller), newToken(), caller);
    return ((SubmitResult.Claimed) stores.mailbox().submit(submission)).claim();
  }

  private void assertSpent(String subject, String currency, long tokens, String cost) {
    var spent = stores.runs().spent("acme", subject, Duration.ofHours(1), currency);
    assertThat(spent.tokens()).isEqualTo(tokens);
    assertThat(spent.cost()).isEqualByComparingTo(cost);
  }

  @Test
  void aRunIsListedAsItIsFound() {
    var claim = claimed(newThread());
    stores.mailbox().interrupt(claim.fence().threadId(), ANN);
    stores.runCommit().finish(claim.fence(), step(null), CANCELLED);
    var next = queued(claim.fence().threadId());

    assertThat(list(OF_ACME).items())
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(claim.runId(), next.runId())
                .map(run -> stores.runs().find(run).orElseThrow())
                .toList());
    assertThat(stores.runs().find(claim.runId()).orElseThrow().generation()).isZero();
    assertThat(stores.runs().find(next.runId()).orElseThrow().generation()).isEqualTo(1);
  }

  @Test
  @Rows(232)
  void pagesFollowEachOtherNewestFirstWithoutAGapOrARepetition() {
    List<RunId> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(queued(newThread()).runId());
    }
    List<RunRecord> seen = new ArrayList<>();
    After after = null;
    for (int page = 0; page < 3; page++) {
      var found = stores.runs().list(new RunQuery(OF_ACME, after, 0, 2));
      assertThat(found.total()).isEqualTo(5);
      seen.addAll(found.items());
      after = new After(seen.getLast().createdAt(), seen.getLast().runId());
    }

    assertThat(seen).extracting(RunRecord::runId).containsExactlyInAnyOrderElementsOf(made);
    assertThat(seen).isSortedAccordingTo(RunListContract::newestFirst);
    var behindAll = stores.runs().list(new RunQuery(OF_ACME, after, 0, 2));
    assertThat(behindAll.items()).isEmpty();
    assertThat(behindAll.total()).isEqualTo(5);
    assertThat(stores.runs().list(new RunQuery(OF_ACME, null, 4, 2)).items())
        .containsExactly(seen.getLast());
    assertThat(stores.runs().list(new RunQuery(OF_ACME, null, 9, 2)).total()).isEqualTo(5);
  }

  @Test
  @Rows(241)
  void runsAreListedByTheirLastChangeAndTheirEnding() {
    var first = claimed(newThread());
    queued(newThread());
    stores.runCommit().finish(first.fence(), step(null), CANCELLED);

    List<RunRecord> all = changed(Set.of(), null).items();

    assertThat(all).hasSize(2);
    assertThat(all).isSortedAccordingTo(comparingLong(RunRecord::updatedAt).reversed());
    assertThat(changed(Set.of("cancelled", "error"), null).items())
        .extracting(RunRecord::runId)
        .containsExactly(first.runId());
    assertThat(changed(Set.of("natural_end"), null).total()).isZero();
    long last = all.getFirst().updatedAt();
    assertThat(changed(Set.of(), last + 1).items()).isEmpty();
    assertThat(changed(Set.of(), last).items()).contains(all.getFirst());
  }

  private Page<RunRecord> changed(Set<String> endings, Long since) {
    return stores
        .runs()
        .list(RunQuery.byChange(OF_ACME, null, 9, new RunQuery.Changes(endings, since)));
  }

  @Test
  @Rows(232)
  void aPageIsCutBeforeTheRunThatBringsItOverItsBytes() {
    for (int i = 0; i < 3; i++) {
      var outcome =
          new RunOutcome(new TerminationReason.NaturalEnd(), "x".repeat(10_000), 1, 10, 5);
      stores.runCommit().finish(claimed(newThread()).fence(), step(null), outcome);
    }
    assertCutByBytes();
  }

  @Test
  @Rows(232)
  void theOpenQuestionsOfARunThatWaitsCountForThePage() {
    JsonNode large = JsonNodeFactory.instance.objectNode().put("city", "x".repeat(5_000));
    for (int i = 0; i < 3; i++) {
      var fence = claimed(newThread()).fence();
      park(fence, asking(fence, "c-1", large), asking(fence, "c-2", large));
    }
    assertCutByBytes();
  }

  private static NewSuspension asking(Fence fence, String call, JsonNode arguments) {
    var ticket = ticket(call).about(new PendingCall(call, "book", arguments));
    return question(fence, call, false, ticket);
  }

  /** There are three runs of about 10,000 bytes. */
  private void assertCutByBytes() {
    List<RunId> order = list(OF_ACME).items().stream().map(RunRecord::runId).toList();
    var two = stores.runs().list(new RunQuery(OF_ACME, null, 0, 9, 25_000));
    assertThat(two.items()).extracting(RunRecord::runId).isEqualTo(order.subList(0, 2));
    assertThat(two.cut()).isTrue();
    assertThat(two.total()).isEqualTo(3);

    var behind = two.items().getFirst();
    var after = new After(behind.createdAt(), behind.runId());
    var one = stores.runs().list(new RunQuery(OF_ACME, after, 0, 9, 9));
    assertThat(one.items()).extracting(RunRecord::runId).containsExactly(order.get(1));
    assertThat(one.cut()).isTrue();

    assertThat(stores.runs().list(new RunQuery(OF_ACME, null, 1, 9, 25_000)).cut()).isFalse();
    assertThat(stores.runs().list(new RunQuery(OF_ACME, null, 0, 9, 40_000)).cut()).isFalse();
  }

  private static int newestFirst(RunRecord one, RunRecord other) {
    int byTime = Long.compare(other.createdAt(), one.createdAt());
    return byTime != 0 ? byTime : other.runId().value().compareTo(one.runId().value());
  }
}
