package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Claim;
import io.awaken.core.run.Fence;
import io.awaken.core.run.RunStatus;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.core.store.suspension.SuspensionStore.InboxQuery;
import io.awaken.core.store.thread.MessageQuery;
import io.awaken.core.store.thread.ThreadQuery;
import io.awaken.core.store.thread.ThreadStore.Deleted;
import io.awaken.core.store.thread.ThreadSummary;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.fixture.Attacks;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same id names a thread in each tenant, and none of them is in the way of another. */
@Attacks("S57")
public abstract class TenantContract extends SuspendingContract {

  private static final Caller ALONE = new Caller("default", "una", Set.of());

  private final ThreadId anns = newThread();
  private final ThreadId strangers = anns.in(STRANGER.tenant());

  private Claim begun(Caller caller) {
    var submission = submission(anns.in(caller.tenant()), newToken(), caller);
    return ((SubmitResult.Claimed) stores.mailbox().submit(submission)).claim();
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "evil", "a/b", "acme/", "%", "acme_"})
  void theSameIdIsAThreadOfItsOwnInEachTenant(String tenant) {
    var other = new Caller(tenant, "eve", Set.of());
    stores.threads().create(anns, ANN, "Ann's", null, null);
    stores.threads().create(anns.in(tenant), other, "another", null, null);

    assertThat(stores.threads().find(anns).orElseThrow().title()).isEqualTo("Ann's");
    var found = stores.threads().find(anns.in(tenant)).orElseThrow();
    assertThat(found.title()).isEqualTo("another");
    assertThat(found.id()).isEqualTo(new ThreadId(tenant, anns.value()));
    assertThat(found.tenant()).isEqualTo(tenant);
    var listed =
        stores
            .threads()
            .list(
                new ThreadQuery(
                    new ThreadQuery.Filter(tenant, null, null, null, false), null, 0, 9));
    assertThat(listed.items()).extracting(ThreadSummary::id).containsExactly(anns.in(tenant));
  }

  @Test
  void runsOfTheSameIdExecuteAtTheSameTimeEachWithItsOwnHistory() {
    Claim one = begun(ANN);
    Claim other = begun(STRANGER);
    Claim third = begun(ALONE);

    for (Claim claim : List.of(one, other, third)) {
      Message said = answer(claim.fence(), "for " + claim.caller().tenant());
      stores.runCommit().commit(claim.fence(), step(null, said));
      assertThat(stores.threads().history(claim.fence().threadId()))
          .extracting(Message::text)
          .containsExactly("hello", "for " + claim.caller().tenant());
      assertThat(stores.runs().find(claim.runId()).orElseThrow().threadId())
          .isEqualTo(anns.in(claim.caller().tenant()));
    }
    assertThat(stores.threads().messages(MessageQuery.of(strangers, 9)).total()).isEqualTo(2);
  }

  @Test
  void aJobIsClaimedForTheThreadOfItsTenant() {
    queued(anns);
    stores.mailbox().submit(submission(strangers, null, STRANGER));

    var first = claimDue();
    var second = claimDue();

    assertThat(List.of(first.fence().threadId(), second.fence().threadId()))
        .containsExactlyInAnyOrder(anns, strangers);
    assertThat(first.caller().tenant()).isEqualTo(first.fence().threadId().tenant());
    assertThat(second.caller().tenant()).isEqualTo(second.fence().threadId().tenant());
  }

  @ParameterizedTest
  @EnumSource(
      value = SubmitMode.class,
      names = {"INTERRUPT", "STEER", "QUEUE", "REJECT"})
  void whateverTheModeARunOfAnotherTenantIsNotInTheWay(SubmitMode mode) {
    var waits = waiting(anns, "c-1");
    var submission = submission(strangers, newToken(), STRANGER).as(mode);

    assertThat(stores.mailbox().submit(submission)).isInstanceOf(SubmitResult.Claimed.class);
    assertThat(status(waits.runId())).isEqualTo(RunStatus.WAITING);
    assertThat(stores.runs().inbox(waits.runId())).isEmpty();
  }

  @Test
  void anInterruptionAndADeletionReachTheThreadOfTheirTenantOnly() {
    Fence waits = waiting(anns, "c-1");
    Claim other = begun(STRANGER);

    assertThat(stores.mailbox().interrupt(strangers, STRANGER)).isPresent();
    stores.runCommit().finish(other.fence(), step(null), CANCELLED);
    assertThat(stores.threads().delete(strangers, STRANGER, false)).isEqualTo(Deleted.DELETED);

    assertThat(status(waits.runId())).isEqualTo(RunStatus.WAITING);
    assertThat(questions(waits)).containsExactly(SuspensionStatus.OPEN);
    assertThat(stores.threads().find(strangers)).isEmpty();
    finish(resumed(waits, "c-1"));
  }

  @Test
  void questionsAreListedByTheThreadOfTheirTenant() {
    Fence waits = waiting(anns, "c-1");
    begun(STRANGER);

    assertThat(stores.suspensions().open(anns)).hasSize(1);
    assertThat(stores.suspensions().open(strangers)).isEmpty();
    var open = List.of(SuspensionStatus.OPEN.wire());
    var ofThread = new InboxQuery(ANN.tenant(), null, open, anns, null, null, null);
    assertThat(stores.suspensions().inbox(ofThread, 9))
        .singleElement()
        .satisfies(found -> assertThat(found.key().threadId()).isEqualTo(waits.threadId()));
  }

  @Test
  void aThreadComesFromOneOfItsTenantOnly() {
    stores.threads().create(anns, ANN, null, null, null);
    stores.threads().create(strangers, STRANGER, null, null, null);
    var child = stores.threads().create(newThread(), ANN, null, null, anns).id();

    assertThat(stores.threads().find(child).orElseThrow().parentThreadId()).isEqualTo(anns);
    assertThat(stores.threads().children(List.of(anns), ANN, 9)).containsExactly(child);
    assertThat(stores.threads().children(List.of(strangers), STRANGER, 9)).isEmpty();
    assertThat(stores.threads().hasChildren(strangers)).isFalse();
  }

  @Test
  void aRepeatedRequestLeadsToTheThreadOfItsTenant() {
    var key = new IdempotencyKey("POST /v1/runs", "k", "h");
    for (Caller caller : List.of(ANN, STRANGER)) {
      Submission first = submission(anns.in(caller.tenant()), newToken(), caller).once(key);
      stores.mailbox().submit(first);
      Submission again = submission(anns.in(caller.tenant()), newToken(), caller).once(key);

      assertThat(stores.mailbox().submit(again))
          .isEqualTo(new SubmitResult.Repeated(first.runId(), first.threadId(), first.jobId()));
    }
  }

  @Test
  void noCallerMakesAThreadOfAnotherTenant() {
    var foreign = submission(anns, newToken(), STRANGER);

    assertThat(stores.mailbox().submit(foreign))
        .isEqualTo(SubmitResult.Refused.threadNotFound(foreign.threadId()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stores.threads().create(anns, STRANGER, null, null, null));
    assertThat(stores.threads().find(anns)).isEmpty();
    assertThat(stores.runs().find(foreign.runId())).isEmpty();
  }

  @Test
  void theLongestTenantAndIdHaveRoom() {
    var caller = new Caller("t".repeat(128), "ann", Set.of());
    var longest = new ThreadId(caller.tenant(), "i".repeat(128));
    stores.threads().create(longest, caller, null, null, null);
    var child = new ThreadId(caller.tenant(), "j".repeat(128));

    assertThat(stores.threads().create(child, caller, null, null, longest).parentThreadId())
        .isEqualTo(longest);
    var key = new IdempotencyKey("POST /v1/runs", "k", "h");
    var result = stores.mailbox().submit(submission(child, newToken(), caller).once(key));
    assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
    finish(((SubmitResult.Claimed) result).claim());
    assertThat(stores.threads().history(child)).hasSize(1);
  }
}
