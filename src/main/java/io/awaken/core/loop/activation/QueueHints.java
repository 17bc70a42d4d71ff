package io.awaken.core.loop.activation;

import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;

/** What a run tells the queue about runs that it starts, answers or no longer waits for. */
public interface QueueHints {

  /** Drops all hints: polling finds the jobs. */
  QueueHints NONE =
      new QueueHints() {
        @Override
        public void queued(ThreadId thread) {}

        @Override
        public void cancel(RunId run, Caller by) {}
      };

  /** A thread may have a queued job; only a hint. */
  void queued(ThreadId thread);

  /** Cancels a run whose parent no longer waits for it; a finished run stays as it is. */
  void cancel(RunId run, Caller by);
}
