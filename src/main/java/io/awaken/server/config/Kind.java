package io.awaken.server.config;

/** The type of a setting's value. */
public enum Kind {
  TEXT,
  CHOICE,
  COUNT,
  MILLIS
}
