package io.awaken.chaos.client;

import io.awaken.chaos.check.Heard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Takes the frames out of an event stream. */
public final class Frames {

  private final BufferedReader lines;
  private final Clock clock;
  private final BooleanSupplier enough;

  /** Of a stream that ends by itself. */
  public Frames(InputStream body, Clock clock) {
    this(body, clock, () -> false);
  }

  /**
   * @param enough asked with every line, a heartbeat as well, whether nobody reads on
   */
  Frames(InputStream body, Clock clock, BooleanSupplier enough) {
    lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    this.clock = clock;
    this.enough = enough;
  }

  /** The next whole frame; null when the stream has ended, or it is enough. */
  public Heard next() throws IOException {
    String id = null;
    String name = null;
    String data = null;
    for (String line = lines.readLine();
        line != null && !enough.getAsBoolean();
        line = lines.readLine()) {
      if (line.isEmpty() && data != null) {
        return new Heard(clock.now(), id, name, data);
      }
      id = value(line, "id: ", id);
      name = value(line, "event: ", name);
      data = value(line, "data: ", data);
    }
    return null;
  }

  private static String value(String line, String field, String otherwise) {
    return line.startsWith(field) ? line.substring(field.length()) : otherwise;
  }
}
