package io.awaken.chaos.client;

/** Thrown when a client gives up: after a timeout or an unexpected refusal. */
final class ClientFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  ClientFailure(String what) {
    super(what);
  }
}
