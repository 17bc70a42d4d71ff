package io.awaken.core.store.submission;

/** The node accepts no new runs at the moment; another node may, or this one later. */
public final class Unavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public Unavailable(String why) {
    super(why);
  }

  /**
   * @param cause the reason for operators
   */
  public Unavailable(String why, Throwable cause) {
    super(why, cause);
  }
}
