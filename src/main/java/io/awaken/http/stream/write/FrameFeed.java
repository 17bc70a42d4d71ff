package io.awaken.http.stream.write;

import io.awaken.core.observe.RunObserver.StreamEnd;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * A stream of frames that are not events of a run: messages of a protocol, such as JSON-RPC
 * notifications. Opened once. Thread-safe; never blocks.
 */
public final class FrameFeed implements FrameSource {

  private final String what;
  private final int mostBytes;
  private final Consumer<StreamEnd> ended;
  private final byte[] farewell;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>(0);
  private Runnable wake = () -> {};
  private int bytes;
  private StreamEnd over;

  /**
   * @param what its name, for the log
   * @param mostBytes that may wait for a reader; a slower one is disconnected
   * @param ended called once when the stream has ended; must neither block nor throw
   */
  public FrameFeed(String what, int mostBytes, Consumer<StreamEnd> ended) {
    this(what, mostBytes, null, ended);
  }

  /**
   * @param farewell the last frame when the reader is asked to reconnect; null for none
   */
  public FrameFeed(String what, int mostBytes, byte[] farewell, Consumer<StreamEnd> ended) {
    this.what = what;
    this.mostBytes = mostBytes;
    this.ended = ended;
    this.farewell = farewell == null ? null : farewell.clone();
  }

  /**
   * Sends a complete frame.
   *
   * @return false when the stream has ended, or ends here because its reader is too slow
   */
  public boolean send(byte[] frame) {
    boolean taken;
    synchronized (this) {
      if (over != null) {
        return false;
      }
      taken = bytes + frame.length <= mostBytes || waiting.isEmpty();
      if (taken) {
        waiting.add(frame);
        bytes += frame.length;
      } else {
        over = StreamEnd.SLOW;
      }
    }
    wake().run();
    return taken;
  }

  /** Ends the stream after the queued frames. */
  public void complete() {
    endWith(StreamEnd.COMPLETE);
  }

  private void endWith(StreamEnd why) {
    synchronized (this) {
      if (over != null) {
        return;
      }
      over = why;
      if (why == StreamEnd.RECONNECT && farewell != null) {
        waiting.add(farewell);
        bytes += farewell.length;
      }
    }
    wake().run();
  }

  private synchronized Runnable wake() {
    return wake;
  }

  @Override
  public synchronized void start(Runnable wakeWriter) {
    wake = wakeWriter;
  }

  @Override
  public boolean next(OutputStream out) throws IOException {
    byte[] frame;
    synchronized (this) {
      frame = waiting.poll();
      if (frame == null) {
        return false;
      }
      bytes -= frame.length;
    }
    out.write(frame);
    return true;
  }

  @Override
  public synchronized boolean finished() {
    return over != null && waiting.isEmpty();
  }

  @Override
  public synchronized StreamEnd end() {
    return over;
  }

  @Override
  public void quiet() {
    // There is nothing to check.
  }

  @Override
  public void reconnect() {
    endWith(StreamEnd.RECONNECT);
  }

  @Override
  public synchronized void close() {
    waiting.clear();
    bytes = 0;
    over = over == null ? StreamEnd.LEFT : over;
  }

  @Override
  public String what() {
    return what;
  }

  public void ended(StreamEnd why) {
    ended.accept(why);
  }
}
