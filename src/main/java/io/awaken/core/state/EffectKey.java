package io.awaken.core.state;

/** A kind of effect (features rows 95, 98): its name and its payload. Immutable. */
public record EffectKey<P>(String name, Codec<P> payload) {

  public static <P> EffectKey<P> of(String name, Class<P> payload) {
    return new EffectKey<>(name, Codec.json(payload));
  }
}
