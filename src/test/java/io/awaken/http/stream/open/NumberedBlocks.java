package io.awaken.http.stream.open;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.event.ThreadPosition;
import io.awaken.core.run.RunId;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A protocol with state: JSON-RPC notifications that number the events of a run and its text
 * blocks, and open and close those.
 */
class NumberedBlocks implements StreamEncoding {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final FrameFormat format;

  NumberedBlocks(FrameFormat format) {
    this.format = format;
  }

  @Override
  public StreamEncoder encoder(RunId run) {
    return new Encoder(run);
  }

  @Override
  public boolean stateful() {
    return true;
  }

  @Override
  public FrameFormat format() {
    return format;
  }

  /** The messages of a stream. */
  List<JsonNode> messages(String arrived) {
    return Arrays.stream(arrived.split(format.after()))
        .filter(frame -> frame.startsWith(format.before() + "{"))
        .map(frame -> json(frame.substring(format.before().length())))
        .toList();
  }

  /** One encoder's output for all events of a run. */
  List<JsonNode> document(RunId run, List<StreamEvent> events) {
    var out = new ByteArrayOutputStream();
    StreamEncoder encoder = encoder(run);
    try {
      for (StreamEvent event : events) {
        encoder.encode(new StreamItem.Event(event, 0), out);
      }
      encoder.end(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return messages(out.toString(StandardCharsets.UTF_8));
  }

  static Cursor cursor(JsonNode message) {
    return Cursor.parse(message.at("/params/cursor").asText()).orElseThrow();
  }

  static ThreadPosition position(JsonNode message) {
    String[] parts = message.at("/params/place").asText().split(" ");
    var place = ThreadPosition.at(Long.parseLong(parts[0]));
    return parts.length == 1
        ? place
        : place.within(new RunId(parts[1]), Cursor.parse(parts[2]).orElseThrow());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes resume positions, to compare messages. */
  static List<JsonNode> withoutPlaces(List<JsonNode> messages) {
    var result = new ArrayList<JsonNode>();
    for (JsonNode message : messages) {
      JsonNode copy = message.deepCopy();
      ((ObjectNode) copy.get("params")).remove("place");
      result.add(copy);
    }
    return result;
  }

  private final class Encoder implements StreamEncoder {

    private final RunId run;
    private int events;
    private int blocks;
    private boolean open;

    private Encoder(RunId run) {
      this.run = run;
    }

    @Override
    public void encode(StreamItem item, OutputStream out) throws IOException {
      StreamItem of = item instanceof StreamItem.OfThread thread ? thread.item() : item;
      ObjectNode params = JSON.createObjectNode();
      params.put("run", run == null ? "none" : run.value());
      params.put("cursor", of.cursor().toString());
      if (item instanceof StreamItem.OfThread thread) {
        ThreadPosition at = thread.at();
        String within = at.run() == null ? "" : " " + at.run() + " " + at.within();
        params.put("place", at.place() + within);
      }
      switch (of) {
        case StreamItem.Event event -> encode(event.event().event(), params, out);
        case StreamItem.Reset reset -> send("reset", params, out);
        case StreamItem.Reconnect reconnect -> send("reconnect", params, out);
        case StreamItem.Resync resync -> send("resync", params, out);
        case StreamItem.WithDelegates with -> throw new IllegalArgumentException();
        case StreamItem.OfThread within -> throw new IllegalArgumentException();
      }
    }

    private void encode(AgentEvent event, ObjectNode params, OutputStream out) throws IOException {
      params.put("number", ++events);
      if (event instanceof AgentEvent.TextDelta text) {
        if (!open) {
          open = true;
          send("block/open", params.deepCopy().put("block", ++blocks), out);
        }
        send("block/text", params.put("block", blocks).put("text", text.delta()), out);
        return;
      }
      if (open) {
        open = false;
        send("block/close", params.deepCopy().put("block", blocks), out);
      }
      send("event", params.put("kind", event.getClass().getSimpleName()), out);
    }

    @Override
    public void end(OutputStream out) throws IOException {
      send("end", JSON.createObjectNode().put("events", events).put("blocks", blocks), out);
    }

    private void send(String method, ObjectNode params, OutputStream out) throws IOException {
      ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0").put("method", method);
      format.write(JSON.writeValueAsBytes(message.set("params", params)), out);
    }
  }
}
