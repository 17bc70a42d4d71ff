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
 * Reads an event stream on a thread of its own, so that a server that stops talking fails the test
 * instead of holding it. Remembers every frame that was taken.
 */
final class EventStream implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Frame END = new Frame("", "end of the stream", "");

  private final BlockingQueue<Frame> arrived = new LinkedBlockingQueue<>();
  private final List<Frame> taken = new ArrayList<>();
  private final InputStream body;

  EventStream(InputStream body) {
    this.body = body;
    Thread.ofVirtual().start(this::read);
  }

  /** All frames up to the first that is like this, from the beginning. */
  List<Frame> until(Predicate<Frame> wanted) throws InterruptedException {
    for (Frame frame = next(); frame != END; frame = next()) {
      taken.add(frame);
      if (wanted.test(frame)) {
        return List.copyOf(taken);
      }
    }
    throw new AssertionError("the stream ended after " + taken);
  }

  /** All frames from the beginning until the server, or its death, ends the stream. */
  List<Frame> untilItEnds() throws InterruptedException {
    for (Frame frame = next(); frame != END; frame = next()) {
      taken.add(frame);
    }
    return List.copyOf(taken);
  }

  private Frame next() throws InterruptedException {
    Frame frame = arrived.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (frame == null) {
      throw new AssertionError("silence for " + PATIENCE + " after " + taken);
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
      // A server that is killed ends its streams like this.
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
