package io.awaken.core.webhook;

import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.store.outbox.OutboxStore.DueEntry;
import java.io.IOException;
import java.util.Optional;

/** Turns entries into requests to their receiver. Thread-safe. */
@FunctionalInterface
public interface Receiver {

  /**
   * Empty when the entry is no longer wanted, which removes it.
   *
   * @throws IOException when it cannot be made now; the entry is tried again like one that failed
   */
  Optional<OutboundRequest> request(DueEntry due) throws IOException;
}
