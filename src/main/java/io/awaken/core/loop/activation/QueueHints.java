package io.awaken.core.loop.activation;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.submission.Submission;
import io.awaken.core.store.submission.SubmitResult;

/** What a run tells the queue about runs that it starts, answers, talks to or no longer needs. */
public interface QueueHints {

  /** Drops all hints: polling finds the jobs. Tasks get no messages. */
  QueueHints NONE =
      new QueueHints() {
        @Override
        public void queued(ThreadId thread) {}

        @Override
        public void answered(ThreadId thread, RunId run) {}

        @Override
        public void cancel(RunId run, Caller by) {}

        @Override
        public SubmitResult send(Submission message) {
          return SubmitResult.Refused.noOpenRun();
        }
      };

  /** A thread may have a queued job; only a hint. */
  void queued(ThreadId thread);

  /** A run has an answer or a message from one that it has started; only a hint. */
  void answered(ThreadId thread, RunId run);

  /** Cancels a run that its parent no longer needs; a finished run stays as it is. */
  void cancel(RunId run, Caller by);

  /** Sends a message to a task. */
  SubmitResult send(Submission message);
}
