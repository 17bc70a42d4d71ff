package io.awaken.http.stream.live;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Delivers items to one receiver, in order and one at a time, on another thread than the sender's:
 * a slow receiver delays no other. Thread-safe.
 *
 * @param <T> an item
 */
final class SerialQueue<T> {

  /**
   * Maximum number of items waiting for a slow receiver; beyond that it is notified of the loss.
   */
  private static final int MOST = 256;

  private static final System.Logger LOG = System.getLogger(SerialQueue.class.getName());

  private final Executor threads;
  private final Consumer<T> take;
  private final Runnable missed;
  private final Queue<T> waiting = new ArrayDeque<>(1);
  private boolean atWork;
  private boolean lost;

  /**
   * @param threads gives every task a thread
   * @param take receives an item; its exceptions are logged
   * @param missed called, in order, after items were lost
   */
  SerialQueue(Executor threads, Consumer<T> take, Runnable missed) {
    this.threads = threads;
    this.take = take;
    this.missed = missed;
  }

  void add(T one) {
    synchronized (this) {
      if (waiting.size() >= MOST) {
        lost = true;
        return;
      }
      waiting.add(one);
      if (atWork) {
        return;
      }
      atWork = true;
    }
    try {
      threads.execute(this::work);
    } catch (RejectedExecutionException e) {
      // The node has stopped, and its readers with it.
      synchronized (this) {
        waiting.clear();
        atWork = false;
      }
    } catch (RuntimeException | Error e) {
      // No memory for a thread, for example: the next item starts the work.
      synchronized (this) {
        atWork = false;
      }
      throw e;
    }
  }

  private void work() {
    for (Runnable next = next(); next != null; next = next()) {
      try {
        next.run();
      } catch (RuntimeException | Error e) {
        LOG.log(WARNING, "a hint was not handled; polling replaces it", e);
      }
    }
  }

  private synchronized Runnable next() {
    T one = waiting.poll();
    if (one != null) {
      return () -> take.accept(one);
    }
    if (lost) {
      lost = false;
      return missed;
    }
    atWork = false;
    return null;
  }
}
