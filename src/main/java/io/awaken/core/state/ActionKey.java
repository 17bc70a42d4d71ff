package io.awaken.core.state;

/**
 * The type of a scheduled action (features row 84): its name, its phase and the type of its
 * payload. Immutable.
 */
public record ActionKey<P>(String name, Phase phase, Codec<P> payload) {

  public static <P> ActionKey<P> of(String name, Phase phase, Class<P> payload) {
    return new ActionKey<>(name, phase, Codec.json(payload));
  }
}
