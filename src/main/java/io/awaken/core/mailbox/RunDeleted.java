package io.awaken.core.mailbox;

/** The run that a request led to when it first came under its key was deleted with its thread. */
public final class RunDeleted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunDeleted() {
    super("the run that this key led to was deleted with its thread");
  }
}
