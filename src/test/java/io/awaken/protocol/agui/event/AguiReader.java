package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.message.Message;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Encodes the events of a run for a reader and parses its frames. */
final class AguiReader {

  static final EarlierMessages HISTORY =
      new EarlierMessages(List.of(Message.user("u1", "Hi")), true);

  private AguiReader() {}

  /**
   * A frame.
   *
   * @param id null for a frame that no client resumes from
   */
  record Frame(String id, JsonNode event) {

    String type() {
      return event.get("type").asText();
    }
  }

  static AguiEncoding.Reading reading(Dialect dialect, long start, FramePosition place) {
    return new AguiEncoding.Reading(
        new RunNames("thread 1", "run 1", null, dialect), start, place, HISTORY, Set.of());
  }

  /** The output for a reader from its position on. */
  static String encoded(List<StreamEvent> events, AguiEncoding.Reading reading) {
    var out = new ByteArrayOutputStream();
    StreamEncoder encoder = new AguiEncoding(reading).encoder(new RunId("r"));
    long has = Math.max(reading.start(), reading.place().from().sequence());
    try {
      for (StreamEvent event : events) {
        if (event.cursor().sequence() <= has) {
          encode(encoder, event, OutputStream.nullOutputStream());
        }
      }
      encoder.begin(out);
      for (StreamEvent event : events) {
        if (event.cursor().sequence() > has) {
          encode(encoder, event, out);
        }
      }
      encoder.end(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void encode(StreamEncoder encoder, StreamEvent event, OutputStream out)
      throws IOException {
    encoder.encode(new StreamItem.Event(event, 0), out);
  }

  static List<Frame> frames(String stream) {
    var frames = new ArrayList<Frame>();
    for (String frame : stream.split("\n\n")) {
      String id = null;
      for (String line : frame.split("\n")) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("data: ")) {
          frames.add(new Frame(id, RunScript.json(line.substring(6))));
        }
      }
    }
    return frames;
  }
}
