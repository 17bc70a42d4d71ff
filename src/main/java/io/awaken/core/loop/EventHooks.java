package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventTap;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.PluginFailure;
import io.awaken.core.plugin.Registered;
import io.awaken.core.plugin.hook.EventObserver;
import io.awaken.core.plugin.hook.OnEvent;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.run.RunIdentity;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Passes events of a run to plugins before they are numbered and after they were published. Buffers
 * the text that each plugin holds back, and the text of the current answer before and after
 * plugins, so that events and stored messages agree.
 */
final class EventHooks implements EventTap {

  private static final Logger LOG = System.getLogger(EventHooks.class.getName());

  private final PartCaller caller;
  private final RunIdentity run;
  private final List<Registered<OnEvent>> changing;
  private final List<Registered<EventObserver>> observing;

  /** Buffered deltas by their key, then by index of the hook. */
  private final Map<String, TaggedEvent[]> held = new HashMap<>(0);

  private final Map<String, Text> texts = new HashMap<>(0);

  /** Keys of withheld texts. */
  private final Set<String> withheld = new HashSet<>(0);

  /** A text of an answer, as the model wrote it and as plugins passed it. */
  private record Text(StringBuilder written, StringBuilder passed) {}

  private EventHooks(
      PartCaller caller,
      RunIdentity run,
      List<Registered<OnEvent>> changing,
      List<Registered<EventObserver>> observing) {
    this.caller = caller;
    this.run = run;
    this.changing = changing;
    this.observing = observing;
  }

  static EventTap of(PartCaller caller, RunIdentity run, ExecutionEnv env) {
    List<Registered<OnEvent>> changing = env.at(ExtensionPoint.ON_EVENT);
    List<Registered<EventObserver>> observing = env.at(ExtensionPoint.EVENT_OBSERVER);
    return changing.isEmpty() && observing.isEmpty()
        ? NONE
        : new EventHooks(caller, run, changing, observing);
  }

  @Override
  public void pass(AgentEvent event, Consumer<TaggedEvent> out) {
    Text text = textOf(event);
    if (text != null) {
      text.written().append(((AgentEvent.Delta) event).delta());
    }
    handOn(TaggedEvent.of(event), 0, text, out);
  }

  /** Only texts of an answer become part of a stored message. */
  private Text textOf(AgentEvent event) {
    boolean kept =
        !changing.isEmpty()
            && (event instanceof AgentEvent.TextDelta
                || event instanceof AgentEvent.ReasoningDelta);
    return kept
        ? texts.computeIfAbsent(
            ((AgentEvent.Delta) event).key(),
            key -> new Text(new StringBuilder(), new StringBuilder()))
        : null;
  }

  private void handOn(TaggedEvent event, int from, Text text, Consumer<TaggedEvent> out) {
    if (event.event() instanceof AgentEvent.Delta delta && withheld.contains(delta.key())) {
      return;
    }
    TaggedEvent now = event;
    for (int i = from; i < changing.size() && now != null; i++) {
      now = after(i, behindHeld(i, now));
    }
    if (now != null) {
      if (text != null) {
        text.passed().append(((AgentEvent.Delta) now.event()).delta());
      }
      out.accept(now);
    }
  }

  /** Prepends what the hook held back to a delta. */
  private TaggedEvent behindHeld(int hook, TaggedEvent event) {
    if (!(event.event() instanceof AgentEvent.Delta delta)) {
      return event;
    }
    TaggedEvent before = takeHeld(hook, delta.key());
    return before == null
        ? event
        : event.withDelta(((AgentEvent.Delta) before.event()).delta() + delta.delta());
  }

  private TaggedEvent takeHeld(int hook, String key) {
    TaggedEvent[] all = held.get(key);
    TaggedEvent found = all == null ? null : all[hook];
    if (found != null) {
      all[hook] = null;
    }
    return found;
  }

  /** The event after a hook; null when the hook dropped it. */
  private TaggedEvent after(int index, TaggedEvent seen) {
    TaggedEvent next = called(changing.get(index), seen);
    if (next.dropped()) {
      return null;
    }
    if (!(next.event() instanceof AgentEvent.Delta delta)) {
      return next;
    }
    String text = delta.delta();
    int back = next.last() ? 0 : next.heldBack();
    if (back > 0) {
      hold(index, delta.key(), next.withDelta(text.substring(text.length() - back)));
      text = text.substring(0, text.length() - back);
    }
    boolean nothing = text.isEmpty() && !((AgentEvent.Delta) seen.event()).delta().isEmpty();
    return nothing ? null : new TaggedEvent(back == 0 ? delta : delta.withDelta(text), next.tags());
  }

  private void hold(int hook, String key, TaggedEvent text) {
    held.computeIfAbsent(key, any -> new TaggedEvent[changing.size()])[hook] =
        new TaggedEvent(text.event(), text.tags());
  }

  private TaggedEvent called(Registered<OnEvent> hook, TaggedEvent seen) {
    try {
      TaggedEvent next = caller.call(hook, part -> part.onEvent(run, seen));
      if (next == null) {
        return seen;
      }
      AgentEvent event = EventChange.of(seen.event(), next.event());
      if (event != null) {
        return new TaggedEvent(event, next.tags(), next.heldBack(), next.dropped(), seen.last());
      }
      LOG.log(
          Level.WARNING,
          "plugin {0} made a forbidden change to a {1}; the event stays as it was",
          hook.plugin(),
          seen.event().getClass().getSimpleName());
    } catch (RunCancelled e) {
      LOG.log(Level.DEBUG, "plugin {0} was stopped; the event stays as it was", hook.plugin());
    } catch (PluginFailure e) {
      LOG.log(Level.WARNING, e.getMessage() + "; the event is withheld", e.getCause());
    }
    return hook.onFailure() == FailurePolicy.WITHHOLD ? withhold(hook, seen) : seen;
  }

  private TaggedEvent withhold(Registered<OnEvent> hook, TaggedEvent unchecked) {
    AgentEvent left = EventChange.withheld(unchecked.event(), hook.plugin());
    if (left != null) {
      return unchecked.with(left);
    }
    if (unchecked.event() instanceof AgentEvent.Delta delta) {
      withheld.add(delta.key());
    }
    return unchecked.drop();
  }

  @Override
  public void complete(String key, Consumer<TaggedEvent> out) {
    TaggedEvent[] all = held.get(key);
    for (int i = 0; all != null && i < all.length && !withheld.contains(key); i++) {
      TaggedEvent rest = takeHeld(i, key);
      if (rest != null) {
        TaggedEvent left = after(i, new TaggedEvent(rest.event(), rest.tags(), 0, false, true));
        if (left != null) {
          handOn(left, i + 1, texts.get(key), out);
        }
      }
    }
    held.remove(key);
    withheld.remove(key);
  }

  @Override
  public void forget() {
    held.keySet().removeAll(texts.keySet());
    withheld.removeAll(texts.keySet());
    texts.clear();
  }

  @Override
  public String stored(AgentEvent.Delta whole) {
    Text text = texts.remove(whole.key());
    if (text != null && text.written().compareTo(new StringBuilder(whole.delta())) == 0) {
      return text.passed().toString();
    }
    if (changing.isEmpty() || whole.delta().isEmpty()) {
      return whole.delta();
    }
    // Readers may still get the text in a message.
    withheld.remove(whole.key());
    var passed = new StringBuilder();
    Consumer<TaggedEvent> out = event -> passed.append(((AgentEvent.Delta) event.event()).delta());
    handOn(TaggedEvent.of(whole), 0, null, out);
    complete(whole.key(), out);
    return passed.toString();
  }

  @Override
  public void published(StreamEvent event) {
    for (Registered<EventObserver> hook : observing) {
      caller.call(
          hook,
          part -> {
            part.observe(run, event);
            return null;
          });
    }
  }
}
