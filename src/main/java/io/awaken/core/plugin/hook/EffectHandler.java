package io.awaken.core.plugin.hook;

/**
 * Carries an effect into the world after the commit that asked for it is durable, at least once
 * (features rows 95-97): when its node dies in between, another one delivers it again under the
 * same id. A failure is logged and counted; nothing is rolled back, the effect is not tried again,
 * and the other effects still happen. Has 10 s.
 */
@FunctionalInterface
public interface EffectHandler<P> {

  void handle(P payload, EffectContext context) throws Exception;
}
