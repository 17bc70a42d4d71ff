package io.awaken.core.action;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The context messages of a run (features row 85). Immutable.
 *
 * @param kept persistent ones by key, in order of their first addition
 * @param once messages for one model call only, by key
 * @param onceStep the step that {@code once} is for
 * @param injectedAt the last step in which a throttled key was injected
 */
public record ContextMessages(
    Map<String, ContextMessage> kept,
    Map<String, ContextMessage> once,
    int onceStep,
    Map<String, Integer> injectedAt) {

  public static final ContextMessages NONE = new ContextMessages(Map.of(), Map.of(), 0, Map.of());

  public ContextMessages {
    kept = Collections.unmodifiableMap(kept);
    once = Collections.unmodifiableMap(once);
    injectedAt = Collections.unmodifiableMap(injectedAt);
  }

  /**
   * A request to add a message.
   *
   * @param message the message
   * @param step the step it is for
   */
  public record Addition(ContextMessage message, int step) {}

  /** The messages of a step, persistent ones first. */
  public List<ContextMessage> of(int step) {
    if (kept.isEmpty() && (once.isEmpty() || onceStep != step)) {
      return List.of();
    }
    var all = new LinkedHashMap<>(kept);
    if (onceStep == step) {
      all.putAll(once);
    }
    return new ArrayList<>(all.values());
  }

  /** Adds a message, unless its key is still cooling down. */
  ContextMessages with(Addition addition) {
    ContextMessage message = addition.message();
    if (coolsDown(message, addition.step())) {
      return this;
    }
    var injected =
        message.cooldownTurns() > 0 ? plus(injectedAt, message.key(), addition.step()) : injectedAt;
    var now = onceStep == addition.step() ? once : Map.<String, ContextMessage>of();
    return message.persistent()
        ? new ContextMessages(
            plus(kept, message.key(), message),
            minus(now, message.key()),
            addition.step(),
            injected)
        : new ContextMessages(kept, plus(now, message.key(), message), addition.step(), injected);
  }

  /** Within one step a newer text replaces an unsent one. */
  private boolean coolsDown(ContextMessage message, int step) {
    Integer last = injectedAt.get(message.key());
    return message.cooldownTurns() > 0
        && last != null
        && last != step
        && step - last <= message.cooldownTurns();
  }

  private static <V> Map<String, V> minus(Map<String, V> map, String key) {
    if (!map.containsKey(key)) {
      return map;
    }
    var next = new LinkedHashMap<>(map);
    next.remove(key);
    return next;
  }

  private static <V> Map<String, V> plus(Map<String, V> map, String key, V value) {
    var next = new LinkedHashMap<>(map);
    next.put(key, value);
    return next;
  }
}
