package io.awaken.core.action;

import com.fasterxml.jackson.annotation.JsonValue;
import io.awaken.core.message.Role;
import io.awaken.core.message.Visibility;
import java.util.Locale;

/**
 * A message for the model that is not part of the history (features rows 85, 94).
 *
 * @param key its key; a newer message replaces one with the same key
 * @param role its role; default system
 * @param content the text
 * @param visibility default internal: clients never see it
 * @param target its place in the request; default {@link Target#SYSTEM}
 * @param cooldownTurns model calls of the run that must pass before the same key is injected again;
 *     default 0, every time
 * @param persistent whether it stays for the rest of the run; default false: it is sent once
 */
public record ContextMessage(
    String key,
    Role role,
    String content,
    Visibility visibility,
    Target target,
    Integer cooldownTurns,
    Boolean persistent) {

  /** The place of a message in the request (features row 215). */
  public enum Target {
    /** Before the system prompt. */
    SYSTEM,
    /** After the system prompt. */
    SUFFIX_SYSTEM,
    /** A separate message before the conversation. */
    SESSION,
    /** A separate message after the conversation so far. */
    CONVERSATION;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ContextMessage {
    if (key == null || key.isBlank()) {
      throw new IllegalArgumentException("a context message has a key");
    }
    if (content == null) {
      throw new IllegalArgumentException("context message " + key + " has no content");
    }
    cooldownTurns = cooldownTurns == null ? 0 : cooldownTurns;
    persistent = persistent != null && persistent;
    if (cooldownTurns < 0) {
      throw new IllegalArgumentException("context message " + key + ": cooldown_turns is negative");
    }
    role = role == null ? Role.SYSTEM : role;
    visibility = visibility == null ? Visibility.INTERNAL : visibility;
    target = target == null ? Target.SYSTEM : target;
  }

  /** Sent once, before the system prompt. */
  public static ContextMessage system(String key, String content) {
    return new ContextMessage(key, null, content, null, Target.SYSTEM, 0, false);
  }

  /** Stays for the rest of the run, before the system prompt. */
  public static ContextMessage systemPersistent(String key, String content) {
    return system(key, content).kept();
  }

  /** Sent once, at this place in the request. */
  public ContextMessage at(Target other) {
    return new ContextMessage(key, role, content, visibility, other, cooldownTurns, persistent);
  }

  /** At this place for the rest of the run. */
  public ContextMessage kept() {
    return new ContextMessage(key, role, content, visibility, target, cooldownTurns, true);
  }

  /** At this place, at most once in this many model calls. */
  public ContextMessage throttled(int turns) {
    return new ContextMessage(key, role, content, visibility, target, turns, persistent);
  }
}
