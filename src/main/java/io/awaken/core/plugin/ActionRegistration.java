package io.awaken.core.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.ScheduledActionHandler;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.StateCommand;

/**
 * The handler of a scheduled action.
 *
 * @param plugin the plugin that registered it
 * @param key the action
 * @param handler executes the action
 */
public record ActionRegistration<P>(
    String plugin, ActionKey<P> key, ScheduledActionHandler<P> handler) {

  /** Decodes the payload and calls the handler. */
  public StateCommand handle(PhaseContext context, JsonNode payload) throws Exception {
    return handler.handle(context, key.payload().decode(payload));
  }
}
