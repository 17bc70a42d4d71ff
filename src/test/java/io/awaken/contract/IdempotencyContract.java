package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.commit.IdempotencyKey;
import io.awaken.core.commit.Submission;
import io.awaken.core.commit.SubmitMode;
import io.awaken.core.mailbox.MailboxStore.SubmitResult;
import io.awaken.core.run.Caller;
import io.awaken.fixture.Failures;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Requests that come again under a key (quality F01, F30). */
public abstract class IdempotencyContract extends SuspendingContract {

  private final IdempotencyKey key = new IdempotencyKey("POST /v1/runs", fresh("key"), HASH);

  private static Submission under(IdempotencyKey of, Caller caller) {
    return submission(newThread(), newToken(), caller).once(of);
  }

  private SubmitResult submit(Submission submission) {
    return stores.mailbox().submit(submission);
  }

  private static SubmitResult repeats(Submission first) {
    return new SubmitResult.Repeated(first.runId(), first.threadId());
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

    assertThat(submit(refused)).isEqualTo(new SubmitResult.KeyTaken());
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
    assertThat(submit(refused)).isEqualTo(new SubmitResult.Busy(holder.runId()));

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
    assertThat(submit(again)).isEqualTo(new SubmitResult.Repeated(fence.runId(), fence.threadId()));
    assertThat(stores.runs().inbox(fence.runId())).hasSize(1);
  }

  @Test
  @Failures("F02")
  void anAnswerThatWasLostIsGivenAgainWithTheClaim() {
    var first = under(key, ANN);
    assertThat(submit(first)).isEqualTo(submit(first));
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
