package io.awaken.http.stream.read;

import io.awaken.core.event.AgentEvent;
import io.awaken.http.stream.StreamItem;

/** Short texts of a reader's items. */
public final class StreamTexts {

  private StreamTexts() {}

  public static String of(StreamItem item) {
    return switch (item) {
      case StreamItem.Event event -> of(event.event().event());
      case StreamItem.Reset reset -> "reset:" + reset.cursor();
      case StreamItem.Reconnect reconnect -> "reconnect:" + reconnect.cursor();
      case StreamItem.Resync resync -> "resync:" + resync.cursor();
      case StreamItem.WithDelegates with ->
          with.of() == null ? of(with.item()) : with.of().agentId() + ":" + of(with.item());
      case StreamItem.OfThread of -> of(of.item());
    };
  }

  private static String of(AgentEvent event) {
    return event instanceof AgentEvent.TextDelta text
        ? text.delta()
        : event.getClass().getSimpleName();
  }
}
