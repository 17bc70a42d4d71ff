package io.awaken.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Sends requests at scheduled times and reads the responses. Not thread-safe. */
final class LoadLoop implements AutoCloseable {

  private static final int READ_BUFFER = 256 * 1024;
  private static final long MILLI = 1_000_000;
  private static final long SLICE = 100_000;

  private record Timed(long at, Runnable task) {}

  private final InetSocketAddress server;
  private final Selector selector = Selector.open();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(READ_BUFFER);
  private final ArrayDeque<LoadConnection> idle = new ArrayDeque<>();
  private final Set<LoadConnection> all = new HashSet<>();
  private final PriorityQueue<Timed> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timed::at));

  LoadLoop(InetSocketAddress server) throws IOException {
    this.server = server;
  }

  /** Sends on the most recently used idle connection, or on a new one. */
  void send(byte[] request, ResponseListener listener) {
    LoadConnection connection = idle.pollLast();
    try {
      if (connection == null) {
        connection = new LoadConnection(selector, server);
        all.add(connection);
      }
      connection.send(request, listener);
    } catch (IOException e) {
      if (connection == null) {
        listener.failed(e.getMessage());
      } else {
        all.remove(connection);
        connection.close(e.getMessage());
      }
    }
  }

  void at(long nanoTime, Runnable task) {
    timers.add(new Timed(nanoTime, task));
  }

  /** Runs until the condition holds or the time is over, whichever is first. */
  void run(BooleanSupplier done, long deadline) {
    try {
      while (!done.getAsBoolean() && System.nanoTime() < deadline) {
        select(Math.min(untilTimer(), deadline - System.nanoTime()));
        for (long now = System.nanoTime();
            !timers.isEmpty() && timers.peek().at() <= now;
            now = System.nanoTime()) {
          timers.poll().task().run();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long untilTimer() {
    return timers.isEmpty() ? 100 * MILLI : timers.peek().at() - System.nanoTime();
  }

  /** The selector waits whole milliseconds only; this sleeps the rest in slices. */
  private void select(long nanos) throws IOException {
    if (nanos >= 2 * MILLI) {
      selector.select(this::ready, nanos / MILLI - 1);
    } else if (selector.selectNow(this::ready) == 0 && nanos > SLICE) {
      LockSupport.parkNanos(SLICE);
    }
  }

  private void ready(SelectionKey key) {
    var connection = (LoadConnection) key.attachment();
    try {
      if (connection.ready(buffer)) {
        release(connection);
      }
    } catch (IOException e) {
      idle.remove(connection);
      all.remove(connection);
      connection.close(e.getMessage());
    }
  }

  private void release(LoadConnection connection) {
    if (connection.reusable()) {
      idle.addLast(connection);
    } else {
      all.remove(connection);
      connection.close("");
    }
  }

  /** Closes all connections; pending responses fail. */
  @Override
  public void close() {
    Set.copyOf(all).forEach(connection -> connection.close("the load ended"));
    all.clear();
    idle.clear();
    timers.clear();
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
