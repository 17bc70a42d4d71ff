package io.awaken.core.loop;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.EventTap;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.phase.PartCaller;
import io.awaken.core.plugin.EventObserver;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.OnEvent;
import io.awaken.core.plugin.Registered;
import io.awaken.core.run.RunIdentity;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** Shows the events of a run to plugins: before they are numbered, and when they went out. */
final class EventHooks implements EventTap {

  private static final Logger LOG = System.getLogger(EventHooks.class.getName());

  private final PartCaller caller;
  private final RunIdentity run;
  private final List<Registered<OnEvent>> changing;
  private final List<Registered<EventObserver>> observing;

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
  public TaggedEvent before(AgentEvent event) {
    TaggedEvent now = TaggedEvent.of(event);
    for (Registered<OnEvent> hook : changing) {
      TaggedEvent seen = now;
      TaggedEvent next = caller.call(hook, part -> part.onEvent(run, seen));
      if (next != null && SameEvent.test(seen.event(), next.event())) {
        now = next;
      } else if (next != null) {
        LOG.log(
            Level.WARNING,
            "plugin {0} made another event of a {1}; the event goes on as it was",
            hook.plugin(),
            event.getClass().getSimpleName());
      }
    }
    return now;
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
