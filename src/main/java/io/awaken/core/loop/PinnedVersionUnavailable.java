package io.awaken.core.loop;

/** An agent that had begun to work on a run is not to be had any more as it was. */
final class PinnedVersionUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** For machines; also what a client reads first. */
  static final String CODE = "pinned_version_unavailable";

  PinnedVersionUnavailable(String message) {
    super(message, null, false, false);
  }

  /** In words, for clients. */
  static String reason(String message) {
    return CODE + ": " + message;
  }
}
