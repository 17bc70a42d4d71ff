package io.awaken.testkit;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventSink;
import io.awaken.core.event.StreamEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/** Collects the events of a run. Thread-safe. */
public final class CollectingSink implements EventSink {

  private final LinkedBlockingQueue<AgentEvent> events = new LinkedBlockingQueue<>();

  @Override
  public void publish(StreamEvent event) {
    events.add(event.event());
  }

  @Override
  public void committed(long sequence) {}

  @Override
  public void close(boolean ended) {}

  /** The events since the last time this was asked, in order. */
  public List<AgentEvent> take() {
    var taken = new ArrayList<AgentEvent>();
    events.drainTo(taken);
    return List.copyOf(taken);
  }
}
