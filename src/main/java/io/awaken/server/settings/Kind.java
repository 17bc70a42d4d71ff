package io.awaken.server.settings;

/** The type of a setting's value. */
public enum Kind {
  TEXT,
  CHOICE,
  COUNT,
  MILLIS
}
