package io.awaken.chaos.inside;

import io.awaken.core.run.Claim;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.run.Fence;
import io.awaken.core.store.job.LeaseStore.NackResult;
import io.awaken.core.store.job.MailboxStore;
import io.awaken.core.store.job.MailboxStore.Candidate;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;
import io.awaken.fixture.ForwardingMailbox;
import java.time.Duration;
import java.util.Optional;

/** A mailbox with failpoints before and after submit, claim, nack and release. */
final class FailpointMailbox extends ForwardingMailbox {

  FailpointMailbox(MailboxStore delegate) {
    super(delegate);
  }

  @Override
  public SubmitResult submit(Submission submission) {
    Failpoints.pass("before-submit", submission.threadId());
    SubmitResult result = super.submit(submission);
    Failpoints.pass("after-submit", submission.threadId());
    return result;
  }

  @Override
  public Optional<Claim> claim(Candidate candidate, ClaimToken token) {
    Failpoints.pass("before-claim", candidate.threadId());
    Optional<Claim> claim = super.claim(candidate, token);
    if (claim.isPresent()) {
      Failpoints.pass("after-claim", candidate.threadId());
    }
    return claim;
  }

  @Override
  public NackResult nack(Fence fence, String error, boolean permanent) {
    Failpoints.pass("before-nack", fence.threadId());
    NackResult result = super.nack(fence, error, permanent);
    Failpoints.pass("after-nack", fence.threadId());
    return result;
  }

  @Override
  public Optional<Duration> release(Fence fence, Duration wait) {
    Failpoints.pass("before-release", fence.threadId());
    Optional<Duration> released = super.release(fence, wait);
    Failpoints.pass("after-release", fence.threadId());
    return released;
  }
}
