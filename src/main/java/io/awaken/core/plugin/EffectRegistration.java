package io.awaken.core.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.plugin.hook.EffectHandler;
import io.awaken.core.state.EffectKey;

/**
 * The handler of an effect.
 *
 * @param plugin the plugin that registered it
 * @param key the effect
 * @param handler delivers the effect
 */
public record EffectRegistration<P>(String plugin, EffectKey<P> key, EffectHandler<P> handler) {

  /** Decodes the payload and calls the handler. */
  public void handle(JsonNode payload, EffectContext context) throws Exception {
    handler.handle(key.payload().decode(payload), context);
  }
}
