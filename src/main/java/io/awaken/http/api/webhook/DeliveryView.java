package io.awaken.http.api.webhook;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.outbox.OutboxEntry;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import io.awaken.core.store.outbox.OutboxStore.FailedEntry;
import io.awaken.http.openapi.Required;

/**
 * A message that was not delivered, on the wire.
 *
 * @param id its {@code webhook-id}
 * @param type what it reports
 * @param attempts deliveries tried
 * @param failure why the last one failed
 * @param givenUp whether it is sent again only when it is redriven
 * @param createdAt in milliseconds
 */
record DeliveryView(
    @Required String id,
    @Required String webhook,
    @Required ThreadId threadId,
    @Required RunId runId,
    String type,
    int attempts,
    @Required String failure,
    boolean givenUp,
    long createdAt) {

  /** The type of messages to clients of A2A. */
  private static final String TASK = "task.changed";

  static DeliveryView of(FailedEntry failed) {
    DueEntry last = failed.last();
    OutboxEntry entry = last.entry();
    return new DeliveryView(
        entry.id(),
        entry.key(),
        last.threadId(),
        last.runId(),
        entry.kind() == OutboxEntry.Kind.PUSH ? TASK : entry.payload().path("type").asText(),
        last.attempt(),
        failed.failure(),
        failed.givenUp(),
        failed.createdAt());
  }
}
