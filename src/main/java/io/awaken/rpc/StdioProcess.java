package io.awaken.rpc;

import io.awaken.core.outbound.ByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process that talks in lines, and its three streams. Thread-safe except for its output. */
public final class StdioProcess implements AutoCloseable {

  private static final int PIECE = 16 << 10;

  /** Maximum queued messages. */
  private static final int QUEUE = 64;

  /** Time for a process to end by itself. */
  private static final Duration END = Duration.ofSeconds(2);

  private static final byte[] LAST = {};

  private final Process process;
  private final BlockingQueue<byte[]> toWrite = new ArrayBlockingQueue<>(QUEUE);

  /**
   * The process to start.
   *
   * @param command the program and its arguments
   * @param environment the complete environment; nothing is inherited
   * @param threads runs each task on a thread that it may block
   * @param errors receives each line of the error stream
   */
  public record Program(
      List<String> command,
      Map<String, String> environment,
      Executor threads,
      Consumer<String> errors) {

    public Program {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    /** Without arguments and environment, which may hold secrets. */
    @Override
    public String toString() {
      return "Program[" + command.getFirst() + "]";
    }
  }

  private StdioProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts the process and the threads of its input and its error stream.
   *
   * @throws IOException when the program cannot be started; its message names neither the program
   *     nor its arguments
   */
  public static StdioProcess start(Program program) throws IOException {
    var builder = new ProcessBuilder(program.command());
    builder.environment().clear();
    builder.environment().putAll(program.environment());
    try {
      var started = new StdioProcess(builder.start());
      program.threads().execute(started::write);
      program
          .threads()
          .execute(() -> new ErrorLines(program.errors()).read(started.process.getErrorStream()));
      return started;
    } catch (IOException e) {
      // The original message names the program and its arguments.
      throw new IOException("its program cannot be started");
    }
  }

  /** Returns its output, for one reading thread. */
  public ByteSource output() {
    var in = process.getInputStream();
    byte[] piece = new byte[PIECE];
    return () -> {
      int length = in.read(piece);
      return length < 0 ? null : ByteBuffer.wrap(piece, 0, length);
    };
  }

  /**
   * Queues a message as a line; returns false when the queue is full because the process does not
   * read.
   */
  public boolean write(byte[] message) {
    return toWrite.offer(message);
  }

  private void write() {
    try (OutputStream out = process.getOutputStream()) {
      for (byte[] next = toWrite.take(); next != LAST; next = toWrite.take()) {
        out.write(next);
        out.write('\n');
        out.flush();
      }
    } catch (IOException e) {
      // The process has ended; the reader of its output notices.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Describes its exit for a message; empty while it runs. */
  public String exit() {
    try {
      return process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)
          ? " with exit code " + process.exitValue()
          : "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Closes its input, which asks the process to end, then kills it with its children. */
  @Override
  public void close() {
    toWrite.clear();
    toWrite.offer(LAST);
    List<ProcessHandle> children = process.descendants().toList();
    try {
      if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroy();
        if (!process.waitFor(END.toMillis(), TimeUnit.MILLISECONDS)) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /**
   * Splits a process's error stream into log lines: bounded in length and number, without control
   * characters. For one thread.
   */
  public static final class ErrorLines {

    /** Maximum logged bytes of a line. */
    static final int MAX_LINE = 2_000;

    /** Maximum logged lines within {@link #WINDOW_NANOS}. */
    static final int MAX_LINES = 100;

    private static final long WINDOW_NANOS = 10_000_000_000L;

    private final Consumer<String> sink;
    private final byte[] line = new byte[MAX_LINE];
    private int length;
    private boolean cut;
    private long window = System.nanoTime();
    private int lines;

    public ErrorLines(Consumer<String> sink) {
      this.sink = sink;
    }

    /** Reads to the end, so that a full pipe never blocks the process. */
    void read(InputStream in) {
      byte[] piece = new byte[MAX_LINE];
      try {
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
          for (int i = 0; i < read; i++) {
            add(piece[i]);
          }
        }
      } catch (IOException e) {
        // The process has ended.
      }
      log();
    }

    /** Logs one line of text. */
    public void log(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      length = Math.min(bytes.length, MAX_LINE);
      cut = bytes.length > MAX_LINE;
      System.arraycopy(bytes, 0, line, 0, length);
      log();
    }

    private void add(byte b) {
      if (b == '\n') {
        log();
      } else if (length < MAX_LINE) {
        line[length++] = b;
      } else {
        cut = true;
      }
    }

    private void log() {
      String text =
          new String(line, 0, length, StandardCharsets.UTF_8)
              .replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ")
              .strip();
      if (!text.isEmpty() && room()) {
        sink.accept(cut ? text + " ..." : text);
      }
      length = 0;
      cut = false;
    }

    private boolean room() {
      long now = System.nanoTime();
      if (now - window > WINDOW_NANOS) {
        if (lines > MAX_LINES) {
          sink.accept("(" + (lines - MAX_LINES) + " lines omitted)");
        }
        window = now;
        lines = 0;
      }
      return ++lines <= MAX_LINES;
    }
  }
}
