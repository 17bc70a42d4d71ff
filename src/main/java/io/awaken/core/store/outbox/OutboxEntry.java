package io.awaken.core.store.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.state.TypedEffect;
import java.util.Locale;

/**
 * Something that plugins are told after a commit. It is stored by that commit and removed when it
 * was delivered, so that it is delivered at least once.
 *
 * @param id names it for good, within its thread; the same in each delivery
 * @param kind what it is
 * @param key the name of the effect; null for other kinds
 * @param payload what belongs to it; may be null
 */
public record OutboxEntry(String id, Kind kind, String key, JsonNode payload) {

  /** What plugins are told. */
  public enum Kind {
    /** An effect that a command asked for. */
    EFFECT,
    /** A run has ended without an owner: its plugins have not heard of it yet. */
    END,
    /** A run has ended, and the hooks behind its stored ending are to be called. */
    AFTER_RUN;

    /** The stored name. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of a stored name. */
    public static Kind of(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * An effect of a commit.
   *
   * @param ordinal its place among the effects of the commit
   */
  public static OutboxEntry effect(String commitId, int ordinal, TypedEffect effect) {
    return new OutboxEntry(commitId + "-" + ordinal, Kind.EFFECT, effect.key(), effect.payload());
  }

  /** The end of a run that nobody executed. */
  public static OutboxEntry end(RunId run) {
    return new OutboxEntry(run.value() + "-end", Kind.END, null, null);
  }

  /**
   * What follows the stored ending of a run.
   *
   * @param agent which agent was at work, as JSON; null for the run's own
   */
  public static OutboxEntry afterRun(RunId run, JsonNode agent) {
    return new OutboxEntry(run.value() + "-after", Kind.AFTER_RUN, null, agent);
  }

  /** The effect; only of an entry that is one. */
  public TypedEffect effect() {
    return new TypedEffect(key, payload);
  }
}
