package io.awaken.core.plugin.hook;

/**
 * Delivers an effect to the outside after the commit that requested it is durable, at least once
 * (features rows 95-97): when its node dies in between, another node delivers it again under its
 * id. A failure is logged and counted; nothing is rolled back, the effect is not retried, and other
 * effects are still delivered. The time limit is 10 s.
 */
@FunctionalInterface
public interface EffectHandler<P> {

  void handle(P payload, EffectContext context) throws Exception;
}
