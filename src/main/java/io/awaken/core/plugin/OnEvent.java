package io.awaken.core.plugin;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.RunIdentity;
import java.util.Set;

/**
 * Called for every event before it is numbered, stored and published. A failure is logged, and the
 * event goes on as it was.
 */
@FunctionalInterface
public interface OnEvent {

  /**
   * An event with the tags that interfaces and log pipelines filter by.
   *
   * @param event the event
   * @param tags at most 16 of at most 64 characters
   */
  record Tagged(AgentEvent event, Set<String> tags) {

    public Tagged {
      tags = Set.copyOf(tags);
    }

    /** The same event with one more tag. */
    public Tagged tag(String tag) {
      var more = new java.util.TreeSet<>(tags);
      more.add(tag);
      return new Tagged(event, more);
    }

    public Tagged with(AgentEvent other) {
      return new Tagged(other, tags);
    }
  }

  /**
   * @return the event that takes its place, of the same kind and with the same ids; null keeps it
   */
  Tagged onEvent(RunIdentity run, Tagged event) throws Exception;
}
