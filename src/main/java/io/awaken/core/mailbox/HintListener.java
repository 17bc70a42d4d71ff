package io.awaken.core.mailbox;

import io.awaken.core.event.Hint;
import java.util.function.Consumer;

/**
 * Acts on the hints of other nodes: makes this node poll for due jobs, and query what was stored
 * for a run instead of waiting for its next renewal. A wrong hint costs a query. Thread-safe.
 */
public final class HintListener implements Consumer<Hint> {

  private final Mailbox mailbox;
  private final EarlyRenewal renewal;

  public HintListener(Mailbox mailbox, EarlyRenewal renewal) {
    this.mailbox = mailbox;
    this.renewal = renewal;
  }

  @Override
  public void accept(Hint hint) {
    switch (hint) {
      case Hint.Work work -> mailbox.wakeUp().signal();
      case Hint.Queued queued -> mailbox.queuedElsewhere(queued.thread(), queued.taken());
      case Hint.Stored stored -> renewal.request(stored.run());
      case Hint.Missed missed -> {
        mailbox.wakeUp().signal();
        renewal.requestAll();
      }
      case Hint.Following following -> {
        // The hub handles this one and the three below.
      }
      case Hint.Tail tail -> {}
      case Hint.Watching watching -> {}
      case Hint.Turned turned -> {}
    }
  }
}
