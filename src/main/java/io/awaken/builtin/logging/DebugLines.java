package io.awaken.builtin.logging;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.RunIdentity;
import java.io.Closeable;
import java.io.Flushable;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

/** Writes complete lines, each at once. Stops after the first failed write. Thread-safe. */
final class DebugLines {

  private static final Logger LOG = System.getLogger(DebugLines.class.getName());

  private final ReentrantLock lock = new ReentrantLock();
  private final Appendable out;
  private final InstantSource clock;
  private final DebugLogOptions options;
  private long written;
  private boolean ended;

  DebugLines(Appendable out, InstantSource clock, DebugLogOptions options) {
    this.out = out;
    this.clock = clock;
    this.options = options;
  }

  static Appendable open(Path file) throws IOException {
    return Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * @param step null without one
   */
  void write(String point, RunIdentity run, Integer step, ObjectNode details) {
    ObjectNode line = head(point).put("run", run.runId().value());
    line.put("thread", run.threadId().value()).put("agent", run.agentId());
    if (step != null) {
      line.put("step", step);
    }
    line.setAll(details);
    String text = line.toString();
    append(text.length() <= options.maxLineChars() ? text : cut(point, run, text));
  }

  private ObjectNode head(String point) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    return line.put("at", clock.instant().toString()).put("point", point);
  }

  /** Shortens a line to valid JSON: its ids, and as much of the rest as fits. */
  private String cut(String point, RunIdentity run, String text) {
    ObjectNode line = head(point).put("run", run.runId().value());
    line.put("length", text.length());
    int room = options.maxLineChars() - line.toString().length() - ",\"truncated\":\"\"".length();
    // Escaping doubles quotes and line breaks.
    int end = Math.clamp(room / 2, 0, text.length());
    return line.put("truncated", text.substring(0, end)).toString();
  }

  private void append(String line) {
    lock.lock();
    try {
      if (ended) {
        return;
      }
      boolean last = ++written == options.maxLines();
      out.append(last ? head("log_full").toString() : line).append('\n');
      if (out instanceof Flushable flushable) {
        flushable.flush();
      }
      ended = last;
    } catch (IOException e) {
      ended = true;
      LOG.log(Level.WARNING, "debug log cannot be written and ends here; runs are not affected", e);
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      ended = true;
      if (out instanceof Closeable closeable) {
        closeable.close();
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "debug log could not be closed; its last lines may be missing", e);
    } finally {
      lock.unlock();
    }
  }
}
