package io.awaken.mcp.stdio;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Where messages go to the client, a line each. When the client no longer reads, what is left is
 * dropped: its end of standard input follows. Thread-safe.
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
      notes.accept("the client reads no more, what comes for it is dropped: " + e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  /** Tells the client of something that went wrong here, and the user as well. */
  void fail(String id, int code, String message) {
    notes.accept(message);
    write(Message.failure(id, code, message));
  }
}
