package io.awaken.http.api.thread;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.http.openapi.Required;

/**
 * What an interruption did.
 *
 * @param supersededJobs jobs of the queue that are not executed any more
 * @param newGeneration of the thread
 * @param activeRunId the run that executes and was asked to stop; null when none did
 */
record InterruptView(
    @Required String status,
    @Required ThreadId threadId,
    int supersededJobs,
    long newGeneration,
    RunId activeRunId) {

  static InterruptView of(ThreadId thread, Interrupted done) {
    return new InterruptView(
        "interrupt_requested", thread, done.superseded(), done.generation(), done.stopping());
  }
}
