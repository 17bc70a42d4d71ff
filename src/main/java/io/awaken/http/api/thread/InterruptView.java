package io.awaken.http.api.thread;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.job.MailboxStore.Interrupted;
import io.awaken.http.openapi.Required;

/**
 * The result of an interruption.
 *
 * @param supersededJobs cancelled jobs of the queue
 * @param newGeneration of the thread
 * @param activeRunId the running run that was asked to stop; null without one
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
