package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClientInput;
import io.awaken.core.run.JobId;
import io.awaken.core.run.RunId;
import io.awaken.core.store.job.Redrive;
import io.awaken.core.store.run.RunStore.InboxEntry;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Instructions and shared state that a client sends stay with its run. */
@Rows(239)
public abstract class ClientInputContract extends StoreContract {

  private static final ClientInput INPUT =
      new ClientInput(
          "Be brief.", JsonNodeFactory.instance.objectNode().put("colour", "red"), false);

  @Test
  void aClaimAtSubmissionHasThem() {
    var submission =
        submission(newThread(), newToken()).asking(spec -> spec.withClientInput(INPUT));
    var result = (SubmitResult.Claimed) stores.mailbox().submit(submission);

    assertThat(result.claim().spec().clientInput()).isEqualTo(INPUT);
  }

  @Test
  void aLaterClaimHasThem() {
    stores
        .mailbox()
        .submit(submission(newThread(), null).asking(spec -> spec.withClientInput(INPUT)));

    assertThat(claimDue().spec().clientInput()).isEqualTo(INPUT);
  }

  @Test
  void aNodeThatTakesARunOverHasThem() {
    var submission =
        submission(newThread(), newToken()).asking(spec -> spec.withClientInput(INPUT));
    var first = (SubmitResult.Claimed) stores.mailbox().submit(submission);
    stores.mailbox().release(first.claim().fence());

    assertThat(claimDue().spec().clientInput()).isEqualTo(INPUT);
  }

  @Test
  void aMessageForAnotherRunThatBecomesARunOfItsOwnHasThem() {
    var thread = newThread();
    Claim open = claimed(thread);
    Submission said =
        submission(thread, null).asking(spec -> spec.withClientInput(INPUT)).as(SubmitMode.STEER);
    assertThat(stores.mailbox().submit(said)).isInstanceOf(SubmitResult.Steered.class);

    stores.runCommit().finish(open.fence(), step(null), CANCELLED);

    assertThat(claimDue().spec().clientInput()).isEqualTo(INPUT);
  }

  @Test
  void aStateForAnOpenRunReachesItWithoutAMessage() {
    var thread = newThread();
    Claim open = claimed(thread);
    Submission said =
        withoutMessages(submission(thread, null))
            .asking(spec -> spec.withClientInput(INPUT))
            .as(SubmitMode.STEER);
    assertThat(stores.mailbox().submit(said)).isInstanceOf(SubmitResult.Steered.class);

    assertThat(stores.runs().inbox(open.runId()))
        .containsExactly(new InboxEntry(said.runId().value(), List.of(), INPUT.state()));
  }

  @Test
  void aRunThatIsTriedAgainFromTheDeadLetterHasOnlyTheInstructions() {
    stores
        .mailbox()
        .submit(submission(newThread(), null).asking(spec -> spec.withClientInput(INPUT)));
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

    assertThat(claimDue().spec().clientInput()).isEqualTo(INPUT.withoutState());
  }

  @Test
  void aRunWithoutThemHasNone() {
    queued(newThread());

    assertThat(claimDue().spec().clientInput()).isEqualTo(ClientInput.NONE);
  }

  private static Submission withoutMessages(Submission one) {
    return new Submission(
        one.runId(),
        one.threadId(),
        one.jobId(),
        one.agentId(),
        one.caller(),
        null,
        List.of(),
        one.claim());
  }
}
