package io.awaken.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.run.Claim;
import io.awaken.core.run.ClientTool;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitMode;
import io.awaken.core.store.submission.SubmitResult;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tools that a client declares stay with the run. */
public abstract class ClientToolsContract extends StoreContract {

  private static final List<ClientTool> TOOLS =
      List.of(
          new ClientTool(
              "pick", "asks", JsonNodeFactory.instance.objectNode().put("type", "object")),
          new ClientTool("show", null, null));

  @Test
  void aClaimAtSubmissionHasThem() {
    var submission =
        submission(newThread(), newToken()).asking(spec -> spec.withClientTools(TOOLS));
    var result = (SubmitResult.Claimed) stores.mailbox().submit(submission);

    assertThat(result.claim().spec().clientTools()).isEqualTo(TOOLS);
  }

  @Test
  void aLaterClaimHasThem() {
    Submission submission =
        submission(newThread(), null).asking(spec -> spec.withClientTools(TOOLS));
    stores.mailbox().submit(submission);

    assertThat(claimDue().spec().clientTools()).isEqualTo(TOOLS);
  }

  @Test
  void whoTakesARunOverHasThem() {
    var submission =
        submission(newThread(), newToken()).asking(spec -> spec.withClientTools(TOOLS));
    var first = (SubmitResult.Claimed) stores.mailbox().submit(submission);
    stores.mailbox().release(first.claim().fence());

    assertThat(claimDue().spec().clientTools()).isEqualTo(TOOLS);
  }

  @Test
  void aMessageForAnotherRunThatBecomesARunOfItsOwnHasThem() {
    var thread = newThread();
    Claim open = claimed(thread);
    Submission said = steer(submission(thread, null)).asking(spec -> spec.withClientTools(TOOLS));
    assertThat(stores.mailbox().submit(said)).isInstanceOf(SubmitResult.Steered.class);

    stores.runCommit().finish(open.fence(), step(null), CANCELLED);

    assertThat(claimDue().spec().clientTools()).isEqualTo(TOOLS);
  }

  private static Submission steer(Submission said) {
    return said.as(SubmitMode.STEER);
  }

  @Test
  void aRunWithoutThemHasNone() {
    queued(newThread());

    assertThat(claimDue().spec().clientTools()).isEmpty();
  }
}
