package io.awaken.http.stream;

import io.awaken.core.event.AgentEvent;

/** Says in a word what a reader was sent. */
final class StreamTexts {

  private StreamTexts() {}

  static String of(StreamItem item) {
    return switch (item) {
      case StreamItem.Event event -> of(event.event().event());
      case StreamItem.Reset reset -> "reset:" + reset.cursor();
      case StreamItem.Reconnect reconnect -> "reconnect:" + reconnect.cursor();
      case StreamItem.Resync resync -> "resync:" + resync.cursor();
      case StreamItem.OfThread of -> of(of.item());
    };
  }

  private static String of(AgentEvent event) {
    return event instanceof AgentEvent.TextDelta text
        ? text.delta()
        : event.getClass().getSimpleName();
  }
}
