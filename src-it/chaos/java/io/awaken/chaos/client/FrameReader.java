package io.awaken.chaos.client;

import io.awaken.chaos.check.Frame;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Reads frames from an event stream. */
public final class FrameReader {

  private final BufferedReader lines;
  private final Clock clock;
  private final BooleanSupplier enough;

  /** Reads until the server ends the stream. */
  public FrameReader(InputStream body, Clock clock) {
    this(body, clock, () -> false);
  }

  /**
   * @param enough checked after each line, including heartbeats; true stops the reader
   */
  FrameReader(InputStream body, Clock clock, BooleanSupplier enough) {
    lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    this.clock = clock;
    this.enough = enough;
  }

  /** The next complete frame; null when the stream has ended or the reader was stopped. */
  public Frame next() throws IOException {
    String id = null;
    String name = null;
    String data = null;
    for (String line = lines.readLine();
        line != null && !enough.getAsBoolean();
        line = lines.readLine()) {
      if (line.isEmpty() && data != null) {
        return new Frame(clock.now(), id, name, data);
      }
      id = value(line, "id: ", id);
      name = value(line, "event: ", name);
      data = value(line, "data: ", data);
    }
    return null;
  }

  private static String value(String line, String field, String fallback) {
    return line.startsWith(field) ? line.substring(field.length()) : fallback;
  }
}
