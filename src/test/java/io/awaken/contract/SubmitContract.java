package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.message.Message;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunStatus;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Failures;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Accepting runs. */
public abstract class SubmitContract extends StoreContract {

  @Test
  void aRunOnANewThreadMakesThreadAndRun() {
    var submission = queued(newThread());

    var thread = stores.threads().find(submission.threadId()).orElseThrow();
    assertThat(thread.tenant()).isEqualTo("acme");
    assertThat(thread.owner()).isEqualTo("ann");
    assertThat(thread.title()).isEqualTo(submission.messages().getFirst().text());
    assertThat(thread.latestRunId()).isEqualTo(submission.runId());
    assertThat(thread.openRunId()).isNull();
    assertThat(thread.activeRunId()).isNull();
    var run = stores.runs().find(submission.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.CREATED);
    assertThat(run.jobId()).isEqualTo(submission.jobId());
    assertThat(run.agentId()).isEqualTo("helper");
    assertThat(run.caller()).isEqualTo(ANN);
    assertThat(run.startedAt()).isNull();
    assertThat(run.createdAt()).isPositive();
  }

  @Test
  @Failures("F02")
  void aSubmissionThatComesOnceMoreIsKnownAlsoBehindAnother() {
    var token = newToken();
    var first = submission(newThread(), token).as(SubmitMode.QUEUE);
    var claimed = (SubmitResult.Claimed) stores.mailbox().submit(first);
    assertThat(claimed.more()).isFalse();
    var second = submission(first.threadId(), null).as(SubmitMode.QUEUE);
    stores.mailbox().submit(second);
    stores.mailbox().submit(submission(first.threadId(), null).as(SubmitMode.QUEUE));

    assertThat(stored(stores.mailbox().submit(first)))
        .isEqualTo(stored(new SubmitResult.Claimed(claimed.claim(), true)));
    assertThat(stores.mailbox().submit(second)).isEqualTo(new SubmitResult.Queued(second.jobId()));
    assertThat(stores.jobs()).hasSize(3);
  }

  @Test
  void aQueuedRunKeepsItsInputOutOfTheThreadUntilItIsClaimed() {
    var submission = queued(newThread());
    assertThat(stores.threads().history(submission.threadId())).isEmpty();

    var claim = claimDue();
    assertThat(stores.threads().history(submission.threadId())).isEqualTo(submission.messages());
    assertThat(claim.fence().messageCount()).isEqualTo(1);
  }

  @Test
  void aStreamingRunOnAFreeThreadIsOwnedAtOnceWithItsInputInTheThread() {
    var token = newToken();
    var submission = submission(newThread(), token);
    var result = stores.mailbox().submit(submission);

    assertThat(result).isInstanceOf(SubmitResult.Claimed.class);
    var claim = ((SubmitResult.Claimed) result).claim();
    assertThat(claim.attempt()).isEqualTo(1);
    assertThat(claim.agentId()).isEqualTo("helper");
    assertThat(claim.caller()).isEqualTo(ANN);
    assertThat(claim.fence().token()).isEqualTo(token);
    assertThat(claim.fence().epoch()).isEqualTo(1);
    assertThat(stores.threads().history(submission.threadId())).isEqualTo(submission.messages());
    var run = stores.runs().find(submission.runId()).orElseThrow();
    assertThat(run.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(run.startedAt()).isNotNull();
    var thread = stores.threads().find(submission.threadId()).orElseThrow();
    assertThat(thread.activeRunId()).isEqualTo(submission.runId());
    assertThat(thread.openRunId()).isEqualTo(submission.runId());
  }

  @Test
  void theNextStreamingRunOfAThreadGoesOnBehindTheMessagesOfTheLast() {
    var thread = newThread();
    var first = claimed(thread);
    stores.runCommit().finish(first.fence(), step(null, answer(first.fence(), "hi")), ANSWERED);

    var second = claimed(thread);
    assertThat(second.fence().messageCount()).isEqualTo(3);
    assertThat(second.fence().epoch()).isEqualTo(2);
    assertThat(stores.threads().history(thread)).hasSize(3);
    assertThat(stores.threads().find(thread).orElseThrow().latestRunId()).isEqualTo(second.runId());
  }

  @Test
  void aThreadThatWasCreatedBeforeTakesARun() {
    var thread = stores.threads().create(newThread(), ANN, "Trip", null, null).id();
    claimed(thread);
    assertThat(stores.threads().find(thread).orElseThrow().title()).isEqualTo("Trip");
  }

  @Test
  void aStreamingRunOnAHeldThreadIsRefusedAndNothingIsWritten() {
    var thread = newThread();
    var holder = claimed(thread);
    var before = stores.threads().find(thread);
    var refused = submission(thread, newToken());

    assertThat(stores.mailbox().submit(refused))
        .isEqualTo(SubmitResult.Refused.busy(holder.runId()));
    assertThat(stores.runs().find(refused.runId())).isEmpty();
    assertThat(stores.threads().find(thread)).isEqualTo(before);
    assertThat(stores.threads().history(thread)).hasSize(1);
  }

  @Test
  void aStreamingRunDoesNotOvertakeAQueuedOne() {
    var thread = newThread();
    queued(thread);
    var refused = submission(thread, newToken());

    assertThat(stores.mailbox().submit(refused)).isEqualTo(SubmitResult.Refused.busy(null));
    assertThat(stores.runs().find(refused.runId())).isEmpty();
  }

  @Test
  void aBackgroundRunOnAHeldThreadWaits() {
    var thread = newThread();
    var holder = claimed(thread);
    var waiting = queued(thread);
    assertThat(dueJobs()).isEmpty();

    finish(holder);
    assertThat(dueJobs()).containsExactly(waiting.jobId());
  }

  @Test
  void aThreadOfAnotherTenantIsRefusedAndNothingIsWritten() {
    var thread = newThread();
    finish(claimed(thread));
    var before = stores.threads().find(thread);
    var streaming = submission(thread, newToken(), STRANGER);
    var background = submission(thread, null, STRANGER);

    assertThat(stores.mailbox().submit(streaming))
        .isEqualTo(SubmitResult.Refused.threadNotFound(streaming.threadId()));
    assertThat(stores.mailbox().submit(background))
        .isEqualTo(SubmitResult.Refused.threadNotFound(background.threadId()));
    assertThat(stores.runs().find(streaming.runId())).isEmpty();
    assertThat(stores.runs().find(background.runId())).isEmpty();
    assertThat(stores.threads().find(thread)).isEqualTo(before);
    assertThat(dueJobs()).isEmpty();
  }

  @Test
  void aThreadOfSomebodyIsForEverybodyInItsTenantButNotForNobody() {
    var thread = newThread();
    finish(claimed(thread));

    assertThat(stores.mailbox().submit(submission(thread, null, ANONYMOUS)))
        .isEqualTo(SubmitResult.Refused.threadNotFound(thread));
    assertThat(stores.mailbox().submit(submission(thread, null, COLLEAGUE)))
        .isInstanceOf(SubmitResult.Queued.class);
  }

  @Test
  void theCallerWithItsRolesIsThereAgainWhenAnotherTakesTheRunOver() {
    var asked = new Caller("acme", "ann", Set.of("clerk", "boss"));
    stores.mailbox().submit(submission(newThread(), null, asked));

    assertThat(claimDue().caller()).isEqualTo(asked);
  }

  @Test
  void aSubmissionThatComesAgainGetsTheSameAnswerAndIsStoredOnce() {
    var streaming = submission(newThread(), newToken());
    var background = submission(newThread(), null);

    assertThat(stored(stores.mailbox().submit(streaming)))
        .isEqualTo(stored(stores.mailbox().submit(streaming)));
    assertThat(stores.mailbox().submit(background)).isEqualTo(stores.mailbox().submit(background));
    assertThat(stores.threads().history(streaming.threadId())).hasSize(1);
    assertThat(dueJobs()).containsExactly(background.jobId());
  }

  @Test
  @Failures("F25")
  void ofManyStreamingRunsOnOneNewThreadOneIsAccepted() throws Exception {
    var thread = newThread();
    List<SubmitResult> results =
        race(8, () -> stores.mailbox().submit(submission(thread, newToken())));

    assertThat(results).filteredOn(SubmitResult.Claimed.class::isInstance).hasSize(1);
    assertThat(results).filteredOn(SubmitResult.Refused.class::isInstance).hasSize(7);
    assertThat(stores.threads().history(thread)).hasSize(1);
  }

  @Test
  @Failures("F25")
  void manyBackgroundRunsOnOneNewThreadAreAllAccepted() throws Exception {
    var thread = newThread();
    List<SubmitResult> results = race(8, () -> stores.mailbox().submit(submission(thread, null)));

    assertThat(results).allMatch(SubmitResult.Queued.class::isInstance);
    for (int i = 0; i < 8; i++) {
      finish(claimDue());
    }
    assertThat(dueJobs()).isEmpty();
    assertThat(stores.threads().history(thread)).hasSize(8);
  }

  @Test
  void longInputComesBackAsItWas() {
    var thread = newThread();
    var text = "ünï\u0001\"\\ 😀 ".repeat(200_000);
    var whole = submission(thread, null);
    var input =
        List.of(
            Message.user("m-1", text).sentBy(ANN.subject()),
            Message.user("m-2", "").sentBy(ANN.subject()));
    stores
        .mailbox()
        .submit(
            new io.awaken.core.store.submission.Submission(
                whole.runId(), thread, whole.jobId(), "helper", ANN, null, input, null));
    claimDue();
    assertThat(stores.threads().history(thread)).isEqualTo(input);
  }
}
