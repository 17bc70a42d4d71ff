package io.awaken.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Reads an event stream on its own thread, so that a silent server fails the test instead of
 * blocking it. Keeps all frames that were read.
 */
final class EventStream implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Frame END = new Frame("", "end of the stream", "");

  private final BlockingQueue<Frame> arrived = new LinkedBlockingQueue<>();
  private final List<Frame> frames = new ArrayList<>();
  private final InputStream body;

  EventStream(InputStream body) {
    this.body = body;
    Thread.ofVirtual().start(this::read);
  }

  /** Returns all frames from the beginning to the first that matches. */
  List<Frame> until(Predicate<Frame> wanted) throws InterruptedException {
    for (Frame frame = next(); frame != END; frame = next()) {
      frames.add(frame);
      if (wanted.test(frame)) {
        return List.copyOf(frames);
      }
    }
    throw new AssertionError("the stream ended after " + frames);
  }

  /**
   * Reads until the stream ends, also by a killed server, and returns all frames from the
   * beginning.
   */
  List<Frame> readToEnd() throws InterruptedException {
    for (Frame frame = next(); frame != END; frame = next()) {
      frames.add(frame);
    }
    return List.copyOf(frames);
  }

  private Frame next() throws InterruptedException {
    Frame frame = arrived.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
    if (frame == null) {
      throw new AssertionError("no event for " + TIMEOUT + " after " + frames);
    }
    return frame;
  }

  private void read() {
    try (var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      String id = null;
      String event = null;
      String data = null;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty() && data != null) {
          arrived.add(new Frame(id, event, data));
          event = null;
          data = null;
        }
        id = value(line, "id: ", id);
        event = value(line, "event: ", event);
        data = value(line, "data: ", data);
      }
    } catch (IOException killed) {
      // The server was killed.
    } finally {
      arrived.add(END);
    }
  }

  private static String value(String line, String field, String otherwise) {
    return line.startsWith(field) ? line.substring(field.length()) : otherwise;
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
