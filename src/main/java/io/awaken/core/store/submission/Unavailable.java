package io.awaken.core.store.submission;

/** The node takes no new runs now; another node, or this one a little later, may. */
public final class Unavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public Unavailable(String why) {
    super(why);
  }

  /**
   * @param cause for operators
   */
  public Unavailable(String why, Throwable cause) {
    super(why, cause);
  }
}
