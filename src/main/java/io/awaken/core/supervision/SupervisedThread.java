package io.awaken.core.supervision;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A duty on a thread of its own. Its last moments allocate nothing: there may be no memory. */
final class SupervisedThread extends Supervised {

  private final CountDownLatch end = new CountDownLatch(1);
  private final Supervisor.Threads threads;
  private final Body body;
  private boolean again;
  private volatile Thread thread;
  private volatile Throwable failure;

  /** What the thread does. */
  @FunctionalInterface
  interface Body {

    /** Runs until the duty is over or ended. */
    void run(Life life) throws InterruptedException;
  }

  /**
   * What a body sees of its duty.
   *
   * @param end counted down when the duty is ended
   * @param again whether the body died before
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
