package io.awaken.http.submit;

/** How much one request may say, in every protocol (features row 237). */
public final class InputLimits {

  /** Messages of a request. */
  public static final int MAX_MESSAGES = 200;

  /** Parts of a message. */
  public static final int MAX_PARTS = 100;

  /** Characters of the name of a file. */
  public static final int MAX_NAME = 256;

  private InputLimits() {}
}
