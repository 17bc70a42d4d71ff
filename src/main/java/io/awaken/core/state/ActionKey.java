package io.awaken.core.state;

/**
 * A kind of scheduled action (features row 84): its name, the phase in which it is done, and its
 * payload. Immutable.
 */
public record ActionKey<P>(String name, Phase phase, Codec<P> payload) {

  public static <P> ActionKey<P> of(String name, Phase phase, Class<P> payload) {
    return new ActionKey<>(name, phase, Codec.json(payload));
  }
}
