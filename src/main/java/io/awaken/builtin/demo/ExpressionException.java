package io.awaken.builtin.demo;

/** An invalid expression; the message names position and reason. */
final class ExpressionException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param position index of the invalid character, from 0
   */
  ExpressionException(String reason, int position) {
    super(reason + " at position " + (position + 1));
  }
}
