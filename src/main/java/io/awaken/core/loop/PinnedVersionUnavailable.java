package io.awaken.core.loop;

/** The version of an agent at work on a run is unavailable. */
final class PinnedVersionUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** For machines and at the start of the text for clients. */
  static final String CODE = "pinned_version_unavailable";

  PinnedVersionUnavailable(String message) {
    super(message, null, false, false);
  }

  /** The reason for clients. */
  static String reason(String message) {
    return CODE + ": " + message;
  }
}
