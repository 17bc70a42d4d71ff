package io.awaken.core.supervision;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A duty on its own thread. After a failure it allocates nothing, since there may be no memory. */
final class SupervisedThread extends Supervised {

  private final CountDownLatch end = new CountDownLatch(1);
  private final Supervisor.Threads threads;
  private final Body body;
  private boolean again;
  private volatile Thread thread;
  private volatile Throwable failure;

  /** The body of the thread. */
  @FunctionalInterface
  interface Body {

    /** Runs until the duty finishes or is ended. */
    void run(Life life) throws InterruptedException;
  }

  /**
   * The state of a duty for its body.
   *
   * @param end counted down when the duty is ended
   * @param again whether it was restarted after a death
   */
  record Life(CountDownLatch end, boolean again) {}

  SupervisedThread(String name, Supervisor.Threads threads, Body body) {
    super(name);
    this.threads = threads;
    this.body = body;
  }

  @Override
  boolean broken() {
    return failure != null;
  }

  @Override
  Throwable failure() {
    return failure;
  }

  @Override
  void failed(Throwable why) {
    failure = why;
  }

  @Override
  void restore() {
    failure = null;
    var life = new Life(end, again);
    again = true;
    thread = threads.start(name(), () -> run(life));
  }

  private void run(Life life) {
    try {
      body.run(life);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted, and its loop ended");
      }
    } catch (Throwable e) {
      failure = e;
    }
  }

  @Override
  public void end() {
    super.end();
    end.countDown();
  }

  @Override
  public boolean join(Duration atMost) throws InterruptedException {
    Thread last = thread;
    return last == null || last.getState() == Thread.State.NEW || last.join(atMost);
  }
}
