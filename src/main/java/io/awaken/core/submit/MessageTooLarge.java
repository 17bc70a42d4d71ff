package io.awaken.core.submit;

/** A message of a request exceeds the size limit; nothing of the request was stored. */
public final class MessageTooLarge extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int index;
  private final long most;

  /**
   * @param index of the message in its request, from 0
   * @param most the limit in bytes
   */
  public MessageTooLarge(int index, long most) {
    super("messages[%d].content must have at most %d bytes as UTF-8".formatted(index, most));
    this.index = index;
    this.most = most;
  }

  /** Index of the message in the request, from 0. */
  public int index() {
    return index;
  }

  /** The limit in bytes. */
  public long most() {
    return most;
  }
}
