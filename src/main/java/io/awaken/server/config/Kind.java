package io.awaken.server.config;

/** What the value of a setting is. */
public enum Kind {
  TEXT,
  CHOICE,
  COUNT,
  MILLIS
}
