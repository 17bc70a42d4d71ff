package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Claim;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.spec.InferenceOverride;
import io.awaken.core.spec.ReasoningEffort;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Formats;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** Settings of model calls that a request asks for stay with its run. */
@Rows(138)
public abstract class RunOverridesContract extends StoreContract {

  private static final InferenceOverride OVERRIDES =
      new InferenceOverride(
          "big-model", 0.25, 512, 0.5, ReasoningEffort.budget(2048), Formats.CITY, 1_000L);

  @Test
  void aClaimAtSubmissionHasThem() {
    var submission =
        submission(newThread(), newToken()).asking(spec -> spec.withOverrides(OVERRIDES));
    var result = (SubmitResult.Claimed) stores.mailbox().submit(submission);

    assertThat(result.claim().spec().overrides()).isEqualTo(OVERRIDES);
    assertThat(stores.runs().find(submission.runId()).orElseThrow().spec().overrides())
        .isEqualTo(OVERRIDES);
  }

  @Test
  void aLaterClaimHasThem() {
    stores
        .mailbox()
        .submit(submission(newThread(), null).asking(spec -> spec.withOverrides(OVERRIDES)));

    assertThat(claimDue().spec().overrides()).isEqualTo(OVERRIDES);
  }

  @Test
  void aNodeThatTakesARunOverHasThem() {
    var submission =
        submission(newThread(), newToken()).asking(spec -> spec.withOverrides(OVERRIDES));
    var first = (SubmitResult.Claimed) stores.mailbox().submit(submission);
    stores.mailbox().release(first.claim().fence());

    assertThat(claimDue().spec().overrides()).isEqualTo(OVERRIDES);
  }

  @Test
  void aMessageForAnotherRunThatBecomesARunOfItsOwnHasThem() {
    var thread = newThread();
    Claim open = claimed(thread);
    Submission said =
        submission(thread, null).asking(spec -> spec.withOverrides(OVERRIDES)).as(SubmitMode.STEER);
    assertThat(stores.mailbox().submit(said)).isInstanceOf(SubmitResult.Steered.class);

    stores.runCommit().finish(open.fence(), step(null), CANCELLED);

    assertThat(claimDue().spec().overrides()).isEqualTo(OVERRIDES);
  }

  @Test
  void aRunThatIsTriedAgainFromTheDeadLetterHasThem() {
    stores
        .mailbox()
        .submit(submission(newThread(), null).asking(spec -> spec.withOverrides(OVERRIDES)));
    Claim dead = claimDue();
    stores.mailbox().nack(dead.fence(), "Broken: for good", true);
    String id = fresh("again");
    stores
        .mailbox()
        .redrive(
            new Redrive(
                dead.fence().threadId(),
                dead.fence().jobId(),
                new RunId("run-" + id),
                new JobId("job-" + id),
                dead.caller(),
                false));

    assertThat(claimDue().spec().overrides()).isEqualTo(OVERRIDES);
  }

  @Test
  void aRunWithoutThemHasNone() {
    var submission = queued(newThread());

    assertThat(claimDue().spec().overrides()).isEqualTo(InferenceOverride.NONE);
    assertThat(stores.runs().find(submission.runId()).orElseThrow().spec().overrides())
        .isEqualTo(InferenceOverride.NONE);
  }
}
