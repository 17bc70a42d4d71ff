package io.awaken.core.mailbox;

/** As many jobs of the thread wait in the queue as may; nothing was kept of another. */
public final class QueueFull extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param most how many may
   */
  public QueueFull(int most) {
    super("%d jobs of the thread wait in the queue, which is as many as may".formatted(most));
  }
}
