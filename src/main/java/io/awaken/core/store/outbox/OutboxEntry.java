package io.awaken.core.store.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.state.TypedEffect;
import java.util.Locale;

/**
 * A notification for plugins after a commit. The commit stores it and its delivery removes it, so
 * it is delivered at least once.
 *
 * @param id permanent id within its thread, equal in each delivery
 * @param kind the kind of notification
 * @param key the name of the effect; null for other kinds
 * @param payload its data; may be null
 */
public record OutboxEntry(String id, Kind kind, String key, JsonNode payload) {

  /** The kinds of notification. */
  public enum Kind {
    /** An effect that a command requested. */
    EFFECT,
    /** A run ended without an owner; its plugins have not been notified. */
    END,
    /** A run ended; the hooks after its stored ending are due. */
    AFTER_RUN;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Kind of(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * An effect of a commit.
   *
   * @param ordinal its index among the effects of the commit
   */
  public static OutboxEntry effect(String commitId, int ordinal, TypedEffect effect) {
    return new OutboxEntry(commitId + "-" + ordinal, Kind.EFFECT, effect.key(), effect.payload());
  }

  /** The end of a run that no node executed. */
  public static OutboxEntry end(RunId run) {
    return new OutboxEntry(run.value() + "-end", Kind.END, null, null);
  }

  /**
   * The hooks after the stored ending of a run.
   *
   * @param agent the active agent, as JSON; null for the run's own
   */
  public static OutboxEntry afterRun(RunId run, JsonNode agent) {
    return new OutboxEntry(run.value() + "-after", Kind.AFTER_RUN, null, agent);
  }

  /** Returns the effect; only for entries of that kind. */
  public TypedEffect effect() {
    return new TypedEffect(key, payload);
  }
}
