package io.awaken.chaos.client;

/** A client waited as long as it would. */
final class GaveUp extends RuntimeException {
  private static final long serialVersionUID = 1;

  GaveUp(String what) {
    super(what);
  }
}
