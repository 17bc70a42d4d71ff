package io.awaken.core.mailbox;

import io.awaken.core.text.ForeignText;

/**
 * The note that a job stores about its run's exception: class and message on one line, at most
 * {@value #MAX_CHARS} characters, with credentials masked.
 */
final class FailureNote {

  static final int MAX_CHARS = 2_048;

  private FailureNote() {}

  static String of(Throwable failure) {
    String name = failure.getClass().getName();
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? name
        : ForeignText.line(name + ": " + message, MAX_CHARS);
  }
}
