package io.awaken.http.stream.read;

/** Why the wait for a run ended. */
public enum WaitEnd {
  /** The run is settled until a caller acts. */
  SETTLED,
  /** The time is up. */
  TIME_UP,
  /** The node stops. */
  DRAINING
}
