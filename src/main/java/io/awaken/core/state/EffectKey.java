package io.awaken.core.state;

/**
 * The type of an effect (features rows 95, 98): its name and the type of its payload. Immutable.
 */
public record EffectKey<P>(String name, Codec<P> payload) {

  public static <P> EffectKey<P> of(String name, Class<P> payload) {
    return new EffectKey<>(name, Codec.json(payload));
  }
}
