package io.awaken.http.submit;

/** Limits of one request's messages, in every protocol (features row 237). */
public final class InputLimits {

  /** Maximum number of messages of a request. */
  public static final int MAX_MESSAGES = 200;

  /** Maximum number of parts of a message. */
  public static final int MAX_PARTS = 100;

  /** Maximum number of characters of a file name. */
  public static final int MAX_NAME = 256;

  private InputLimits() {}
}
