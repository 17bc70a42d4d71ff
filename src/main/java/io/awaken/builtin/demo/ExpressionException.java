package io.awaken.builtin.demo;

/** An expression without a result; the message says where and why. */
final class ExpressionException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * @param position of the character at fault, counted from 0
   */
  ExpressionException(String reason, int position) {
    super(reason + " at position " + (position + 1));
  }
}
