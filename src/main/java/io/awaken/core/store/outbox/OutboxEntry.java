package io.awaken.core.store.outbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.RunStatus;
import io.awaken.core.state.TypedEffect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * A notification after a commit, for plugins or for a receiver outside. The commit stores it and
 * its delivery removes it, so it is delivered at least once.
 *
 * @param id permanent id within its thread, equal in each delivery
 * @param kind the kind of notification
 * @param key the name of the effect or of the receiver outside; null for other kinds
 * @param payload its data; may be null
 * @param delay milliseconds from the commit until it is due, for receivers outside; else 0
 */
public record OutboxEntry(String id, Kind kind, String key, JsonNode payload, long delay) {

  /** The kinds of notification. */
  public enum Kind {
    /** An effect that a command requested. */
    EFFECT,
    /** A run ended without an owner; its plugins have not been notified. */
    END,
    /** A run ended; the hooks after its stored ending are due. */
    AFTER_RUN,
    /** A message for a webhook, named by the key. */
    NOTICE,
    /** A question may have to be repeated or escalated to a webhook, named by the key. */
    REMINDER,
    /** A run's state changed; for a {@link PushTarget}, whose key it has. */
    PUSH;

    /** Whether its receiver is outside the server. */
    public boolean outside() {
      return this == NOTICE || this == REMINDER || this == PUSH;
    }

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
    return new OutboxEntry(
        commitId + "-" + ordinal, Kind.EFFECT, effect.key(), effect.payload(), 0);
  }

  /** The end of a run that no node executed. */
  public static OutboxEntry end(RunId run) {
    return new OutboxEntry(run.value() + "-end", Kind.END, null, null, 0);
  }

  /**
   * The hooks after the stored ending of a run.
   *
   * @param agent the active agent, as JSON; null for the run's own
   */
  public static OutboxEntry afterRun(RunId run, JsonNode agent) {
    return new OutboxEntry(run.value() + "-after", Kind.AFTER_RUN, null, agent, 0);
  }

  /** A message for a webhook, due at once. */
  public static OutboxEntry notice(String id, String webhook, JsonNode message) {
    return new OutboxEntry(id, Kind.NOTICE, webhook, message, 0);
  }

  /**
   * A change of a run's state, due at once.
   *
   * @param target key of the {@link PushTarget}
   * @param told the questions of a run that waits, from {@link OpenQuestions}; null for the state
   *     as it is stored when it is delivered
   */
  private static OutboxEntry push(String id, String target, JsonNode told) {
    return new OutboxEntry(id, Kind.PUSH, target, told, 0);
  }

  /**
   * Changes of a run's state for each of its targets, reported by the commit or ending {@code id}.
   */
  public static List<OutboxEntry> pushes(String id, Collection<PushTarget> targets, JsonNode told) {
    var entries = new ArrayList<OutboxEntry>(targets.size());
    for (PushTarget target : targets) {
      entries.add(push(id + "-p" + entries.size(), target.key(), told));
    }
    return entries;
  }

  /**
   * The state of a run for a target that was registered late; once for a target.
   *
   * @param asked if the run waits; null for the open questions
   */
  public static OutboxEntry late(
      RunId run, RunStatus status, PushTarget target, OpenQuestions asked) {
    String name = run.value() + "\n" + target.key();
    String id = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    boolean waits = asked != null && status == RunStatus.WAITING;
    return push(id, target.key(), waits ? asked.payload() : null);
  }

  /** What counts as one receiver, of which few deliveries are made at once. */
  public String receiver() {
    return kind == Kind.PUSH ? key.substring(0, PushTarget.OWNER) : key;
  }

  /** Returns the effect; only for entries of that kind. */
  public TypedEffect effect() {
    return new TypedEffect(key, payload);
  }
}
