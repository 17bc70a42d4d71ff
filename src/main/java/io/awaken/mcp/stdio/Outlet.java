package io.awaken.mcp.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Writes messages to the client, one line each. When the client stops reading, further messages are
 * dropped: the end of its input follows. Thread-safe.
 */
final class Outlet {

  private final OutputStream out;
  private final Consumer<String> notes;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean broken;

  Outlet(OutputStream out, Consumer<String> notes) {
    this.out = out;
    this.notes = notes;
  }

  /** Writes a message, which is one line. */
  void write(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    lock.lock();
    try {
      if (!broken) {
        out.write(bytes);
        out.flush();
      }
    } catch (IOException e) {
      broken = true;
      notes.accept("the client no longer reads; further messages are dropped: " + e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  /** Sends an error of the bridge to the client, and logs it for the user. */
  void fail(String id, int code, String message) {
    notes.accept(message);
    write(RawMessage.failure(id, code, message));
  }
}
