package io.awaken.http.stream.read;

/** Why the wait for a run ended. */
public enum WaitEnd {
  /** The run is settled until a caller acts. */
  RESTS,
  /** The time is up. */
  TIME_UP,
  /** The node goes down. */
  DRAINING
}
