package io.awaken.core.event;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * An event on its way through the plugins, with the tags that interfaces and log pipelines filter
 * by. Immutable.
 *
 * @param event the event; for a text that a plugin partly holds back, the text so far
 * @param tags at most {@value #MAX_TAGS}, each of 1 to {@value #MAX_LENGTH} characters
 * @param heldBack characters at the end of a delta that wait for the next one; default 0
 * @param dropped whether the event is discarded; default false
 * @param last whether the text is complete: nothing can be held back any more
 */
public record TaggedEvent(
    AgentEvent event, Set<String> tags, int heldBack, boolean dropped, boolean last) {

  /** Bytes of UTF-8 that one plugin may hold back of one text. */
  public static final int MAX_HELD = 4 * 1024;

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

  /** An event that is published. */
  public TaggedEvent(AgentEvent event, Set<String> tags) {
    this(event, tags, 0, false, false);
  }

  /** The event without a tag. */
  public static TaggedEvent of(AgentEvent event) {
    return new TaggedEvent(event, Set.of());
  }

  /** A copy with one more tag. */
  public TaggedEvent tag(String tag) {
    var more = new TreeSet<>(tags);
    more.add(tag);
    return new TaggedEvent(event, more, heldBack, dropped, last);
  }

  /** Another event with these tags. */
  public TaggedEvent with(AgentEvent other) {
    return new TaggedEvent(other, tags, heldBack, dropped, last);
  }

  /** This delta with another text. */
  public TaggedEvent withDelta(String text) {
    return with(delta().withDelta(text));
  }

  /**
   * Holds back the end of a delta: the plugin receives it again before the next delta. At the end
   * of the text it is published.
   *
   * @param chars how many characters; one more when a surrogate pair would be split
   * @throws IllegalArgumentException when the event is no delta of a text, has fewer characters, or
   *     these have more than {@link #MAX_HELD} bytes
   */
  public TaggedEvent holdBack(int chars) {
    String text = delta().delta();
    if (event instanceof AgentEvent.ToolCallDelta) {
      throw new IllegalArgumentException("arguments of a call cannot be held back");
    }
    if (chars < 0 || chars > text.length()) {
      throw new IllegalArgumentException(
          "a delta of " + text.length() + " characters cannot hold back " + chars);
    }
    int from = text.length() - chars;
    boolean torn =
        chars > 0
            && from > 0
            && Character.isSurrogatePair(text.charAt(from - 1), text.charAt(from));
    from -= torn ? 1 : 0;
    int bytes = text.substring(from).getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_HELD) {
      throw new IllegalArgumentException(
          "a plugin may hold back " + MAX_HELD + " bytes of a text, not " + bytes);
    }
    return new TaggedEvent(event, tags, text.length() - from, dropped, last);
  }

  /**
   * Drops the event. Deltas, activities and custom events can be dropped; text that is dropped is
   * not stored either.
   *
   * @throws IllegalArgumentException for any other event
   */
  public TaggedEvent drop() {
    if (!droppable(event)) {
      throw new IllegalArgumentException(
          "a " + event.getClass().getSimpleName() + " cannot be dropped");
    }
    return new TaggedEvent(event, tags, heldBack, true, last);
  }

  private AgentEvent.Delta delta() {
    if (event instanceof AgentEvent.Delta delta) {
      return delta;
    }
    throw new IllegalArgumentException("a " + event.getClass().getSimpleName() + " is no delta");
  }

  private static boolean droppable(AgentEvent event) {
    return event instanceof AgentEvent.Delta
        || event instanceof AgentEvent.ActivitySnapshot
        || event instanceof AgentEvent.ActivityDelta
        || event instanceof AgentEvent.Custom;
  }
}
