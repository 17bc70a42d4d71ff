package io.awaken.core.event;

import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * An event with the tags that interfaces and log pipelines filter by. Immutable.
 *
 * @param event the event
 * @param tags at most {@value #MAX_TAGS}, each of 1 to {@value #MAX_LENGTH} characters
 */
public record TaggedEvent(AgentEvent event, Set<String> tags) {

  private static final int MAX_TAGS = 16;
  private static final int MAX_LENGTH = 64;

  public TaggedEvent {
    Objects.requireNonNull(event, "tags must have an event");
    tags = Set.copyOf(tags);
    if (tags.size() > MAX_TAGS) {
      throw new IllegalArgumentException("an event has at most " + MAX_TAGS + " tags");
    }
    for (String tag : tags) {
      if (tag.isBlank() || tag.length() > MAX_LENGTH) {
        throw new IllegalArgumentException("a tag has 1 to " + MAX_LENGTH + " characters");
      }
    }
  }

  /** The event without a tag. */
  public static TaggedEvent of(AgentEvent event) {
    return new TaggedEvent(event, Set.of());
  }

  /** The same event with one more tag. */
  public TaggedEvent tag(String tag) {
    var more = new TreeSet<>(tags);
    more.add(tag);
    return new TaggedEvent(event, more);
  }

  /** Another event with the same tags. */
  public TaggedEvent with(AgentEvent other) {
    return new TaggedEvent(other, tags);
  }
}
