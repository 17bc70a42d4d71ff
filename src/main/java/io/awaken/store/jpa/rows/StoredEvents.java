package io.awaken.store.jpa.rows;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.deser.ResolvableDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Segment;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The events of a segment as text: {@code [2, entry, ...]}, where an entry is
 *
 * <ol>
 *   <li>the milliseconds since the entry before, of the first one since 1970; left out when 0
 *   <li>the event, see {@link StoredNames}
 *   <li>of joined deltas the characters of each piece, and its milliseconds since the piece before
 *   <li>its tags, if it has any
 * </ol>
 *
 * Earlier versions stored {@code {"version":1,"entries":[...]}}, which stays readable.
 */
public final class StoredEvents {
  private static final int VERSION = 2;
  private static final String EARLIER = "{";
  private static final int EARLIER_VERSION = 1;
  private static final JsonMapper MAPPER = StoredNames.applied(StoredJson.MAPPER).build();
  private static final ObjectWriter WRITER = MAPPER.writerFor(Body.class);
  private static final ObjectReader READER = MAPPER.readerFor(Body.class);

  private StoredEvents() {}

  /**
   * @param known what the row and the events before give; null once read
   */
  @JsonSerialize(using = Encoder.class)
  @JsonDeserialize(using = Decoder.class)
  private record Body(KnownIds known, List<Segment.Entry> entries) {}

  private record EarlierBody(int version, List<Segment.Entry> entries) {}

  /** Writes the events of a row. */
  static String write(ThreadId threadId, RunId runId, List<Segment.Entry> entries) {
    return StoredJson.write(WRITER, new Body(new KnownIds(threadId, runId), entries));
  }

  /**
   * Reads the events of a row.
   *
   * @param threadId the row's thread
   * @param runId the row's run
   * @throws IllegalStateException if they cannot be read, such as those of a later version
   */
  public static List<Segment.Entry> read(ThreadId threadId, RunId runId, String text) {
    if (text.startsWith(EARLIER)) {
      EarlierBody body =
          StoredJson.read(() -> StoredJson.MAPPER.readValue(text, EarlierBody.class));
      check(body.version(), EARLIER_VERSION);
      return body.entries();
    }
    var reader = READER.withAttribute(KnownIds.class, new KnownIds(threadId, runId));
    return StoredJson.read(() -> reader.<Body>readValue(text)).entries();
  }

  private static void check(int version, int expected) {
    if (version != expected) {
      throw new IllegalStateException(
          "a segment has version "
              + version
              + ", this server reads "
              + EARLIER_VERSION
              + " and "
              + VERSION);
    }
  }

  private static final class Encoder extends JsonSerializer<Body> {

    @Override
    public void serialize(Body body, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      body.known().in(provider);
      out.writeStartArray();
      out.writeNumber(VERSION);
      long at = 0;
      for (Segment.Entry entry : body.entries()) {
        if (entry.at() != at) {
          out.writeNumber(entry.at() - at);
          at = entry.at();
        }
        provider
            .findTypedValueSerializer(entry.event().getClass(), true, null)
            .serialize(entry.event(), out, provider);
        if (entry.lengths() != null) {
          out.writeArray(entry.lengths(), 0, entry.lengths().length);
          writeDifferences(entry.offsets(), out);
        }
        if (entry.tags() != null) {
          for (String tag : entry.tags()) {
            out.writeString(tag);
          }
        }
      }
      out.writeEndArray();
    }

    private static void writeDifferences(int[] offsets, JsonGenerator out) throws IOException {
      out.writeStartArray();
      int before = 0;
      for (int offset : offsets) {
        out.writeNumber(offset - before);
        before = offset;
      }
      out.writeEndArray();
    }
  }

  private static final class Decoder extends JsonDeserializer<Body>
      implements ResolvableDeserializer {
    private JsonDeserializer<Object> events;
    private JsonDeserializer<Object> numbers;

    @Override
    public void resolve(DeserializationContext context) throws JsonMappingException {
      events = context.findRootValueDeserializer(context.constructType(AgentEvent.class));
      numbers = context.findRootValueDeserializer(context.constructType(int[].class));
    }

    @Override
    public Body deserialize(JsonParser in, DeserializationContext context) throws IOException {
      check(in.nextIntValue(0), VERSION);
      var entries = new ArrayList<Segment.Entry>();
      long at = 0;
      JsonToken next = in.nextToken();
      while (next != JsonToken.END_ARRAY) {
        if (next == JsonToken.VALUE_NUMBER_INT) {
          at += in.getLongValue();
          in.nextToken();
        }
        var event = (AgentEvent) events.deserialize(in, context);
        int[] lengths = null;
        int[] offsets = null;
        next = in.nextToken();
        if (next == JsonToken.START_ARRAY) {
          lengths = (int[]) numbers.deserialize(in, context);
          in.nextToken();
          offsets = (int[]) numbers.deserialize(in, context);
          for (int i = 1; i < offsets.length; i++) {
            offsets[i] += offsets[i - 1];
          }
          next = in.nextToken();
        }
        Set<String> tags = null;
        while (next == JsonToken.VALUE_STRING) {
          tags = tags == null ? new HashSet<>() : tags;
          tags.add(in.getText());
          next = in.nextToken();
        }
        entries.add(new Segment.Entry(at, event, lengths, offsets, tags));
      }
      return new Body(null, entries);
    }
  }
}
