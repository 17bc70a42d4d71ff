package io.awaken.core.plugin.hook;

import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunIdentity;

/**
 * Observes every published event, in order, and changes nothing. Called on the run's thread; a
 * failure is logged.
 */
@FunctionalInterface
public interface EventObserver {

  void observe(RunIdentity run, StreamEvent event) throws Exception;
}
