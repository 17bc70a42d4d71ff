package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.core.store.submission.IdempotencyKey;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Failures;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that come again under a key (F01, F30). */
public abstract class IdempotencyContract extends SuspendingContract {

  private final IdempotencyKey key = new IdempotencyKey("POST /v1/runs", fresh("key"), HASH);

  private static Submission under(IdempotencyKey of, Caller caller) {
    return submission(newThread(caller), newToken(), caller).once(of);
  }

  private SubmitResult submit(Submission submission) {
    return stores.mailbox().submit(submission);
  }

  private static SubmitResult repeats(Submission first) {
    return new SubmitResult.Repeated(first.runId(), first.threadId(), first.jobId());
  }

  @Test
  @Failures("F30")
  void aRequestThatComesAgainLeadsToTheSameRunAndIsWrittenOnce() {
    var first = under(key, ANN);
    assertThat(submit(first)).isInstanceOf(SubmitResult.Claimed.class);

    var again = under(key, ANN);
    assertThat(submit(again)).isEqualTo(repeats(first));
    assertThat(stores.runs().find(again.runId())).isEmpty();
    assertThat(stores.threads().find(again.threadId())).isEmpty();
  }

  @Test
  @Failures("F30")
  void itDoesSoWhenTheRunHasEnded() {
    var first = under(key, ANN);
    finish(((SubmitResult.Claimed) submit(first)).claim());

    assertThat(submit(under(key, ANN))).isEqualTo(repeats(first));
  }

  @Test
  @Failures("F30")
  void anotherRequestUnderTheSameKeyIsRefused() {
    submit(under(key, ANN));
    var other = new IdempotencyKey(key.route(), key.key(), "b".repeat(64));
    var refused = under(other, ANN);

    assertThat(submit(refused)).isEqualTo(SubmitResult.Refused.keyTaken(refused.key().key()));
    assertThat(stores.runs().find(refused.runId())).isEmpty();
  }

  @Test
  void theKeysOfOthersAndOfOtherRoutesAreTheirOwn() {
    submit(under(key, ANN));
    var elsewhere = new IdempotencyKey("POST /v1/threads/{id}/messages", key.key(), HASH);

    assertThat(
            List.of(
                submit(under(key, COLLEAGUE)),
                submit(under(key, STRANGER)),
                submit(under(elsewhere, ANN))))
        .allMatch(SubmitResult.Claimed.class::isInstance);
  }

  @Test
  void aRequestThatWasRefusedLeavesItsKeyFree() {
    var holder = claimed(newThread());
    var thread = holder.fence().threadId();
    var refused = submission(thread, newToken(), SubmitMode.REJECT).once(key);
    assertThat(submit(refused)).isEqualTo(SubmitResult.Refused.busy(holder.runId()));

    finish(holder);
    var again = submission(thread, newToken(), SubmitMode.REJECT).once(key);
    assertThat(submit(again)).isInstanceOf(SubmitResult.Claimed.class);
  }

  @Test
  void messagesThatCameBeforeGoToTheSameRunOnce() {
    var fence = claimed(newThread()).fence();
    var first = submission(fence.threadId(), null, SubmitMode.STEER).once(key);
    assertThat(submit(first)).isEqualTo(new SubmitResult.Steered(fence.runId()));

    var again = submission(fence.threadId(), null, SubmitMode.STEER).once(key);
    assertThat(submit(again))
        .isEqualTo(new SubmitResult.Repeated(fence.runId(), fence.threadId(), null));
    assertThat(stores.runs().inbox(fence.runId())).hasSize(1);
  }

  @Test
  @Failures("F02")
  void anAnswerThatWasLostIsGivenAgainWithTheClaim() {
    var first = under(key, ANN);
    assertThat(stored(submit(first))).isEqualTo(stored(submit(first)));
  }

  @Test
  void aRunThatWasDeletedWithItsThreadIsNotBegunOnceMore() {
    var first = under(key, ANN);
    finish(((SubmitResult.Claimed) submit(first)).claim());
    stores.threads().delete(first.threadId(), ANN, false);

    var again = under(key, ANN);
    assertThat(submit(again)).isEqualTo(SubmitResult.Refused.runDeleted(first.runId()));
    assertThat(stores.runs().find(again.runId())).isEmpty();
    var other = new IdempotencyKey(key.route(), key.key(), "b".repeat(64));
    assertThat(submit(under(other, ANN))).isEqualTo(SubmitResult.Refused.keyTaken(other.key()));
  }

  @Test
  void aKeyOfLongAgoBeginsSomethingNew() {
    submit(under(key, ANN));
    stores.age(Stores.SETTINGS.keepKeys());

    var again = under(key, ANN);
    assertThat(submit(again)).isInstanceOf(SubmitResult.Claimed.class);
    assertThat(submit(under(key, ANN))).isEqualTo(repeats(again));
  }

  @ParameterizedTest
  @EnumSource(SubmitMode.class)
  @Failures("F30")
  void ofTheSameRequestManyTimesAtOnceNoneIsRefusedForWhatItLedTo(SubmitMode mode)
      throws Exception {
    for (int i = 0; i < 10; i++) {
      var thread = claimed(newThread());
      var id = thread.fence().threadId();
      if (mode != SubmitMode.RESUME_OPEN_RUN) {
        finish(thread);
      }
      var once = new IdempotencyKey(key.route(), fresh("key"), HASH);

      List<SubmitResult> results =
          race(4, () -> submit(submission(id, newToken(), mode).once(once)));

      assertThat(results).filteredOn(SubmitResult.Repeated.class::isInstance).hasSize(3);
    }
  }

  @Test
  void whatWasSaidToAnOpenRunIsSaidToItAlsoWhenThatHasEndedSince() {
    var open = claimed(newThread());
    var thread = open.fence().threadId();
    submit(submission(thread, null, SubmitMode.RESUME_OPEN_RUN).once(key));
    stores.runs().cancel(open.runId(), ANN);
    stores.runCommit().finish(open.fence(), step(null), CANCELLED);

    assertThat(submit(submission(thread, null, SubmitMode.RESUME_OPEN_RUN).once(key)))
        .isEqualTo(new SubmitResult.Repeated(open.runId(), thread, null));
  }

  @Test
  void whatCameOfAKeyIsSaidWithoutSubmittingAnything() {
    var first = under(key, ANN);
    assertThat(stores.mailbox().before(first)).isEmpty();
    submit(first);

    var again = under(key, ANN);
    assertThat(stores.mailbox().before(again)).contains(repeats(first));
    assertThat(stores.mailbox().before(submission(newThread(), null))).isEmpty();
    var other = new IdempotencyKey(key.route(), key.key(), "b".repeat(64));
    assertThat(stores.mailbox().before(under(other, ANN)))
        .contains(SubmitResult.Refused.keyTaken(other.key()));
  }

  @Test
  @Failures("F30")
  void ofManyAtOnceOneIsAccepted() throws Exception {
    List<SubmitResult> results = race(8, () -> submit(under(key, ANN)));

    assertThat(results).filteredOn(SubmitResult.Claimed.class::isInstance).hasSize(1);
    assertThat(results).filteredOn(SubmitResult.Repeated.class::isInstance).hasSize(7);
    assertThat(stores.mailbox().queueDepth()).isZero();
  }
}
