package io.awaken.protocol.aisdk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.fixture.Rows;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.RandomRun;
import io.awaken.protocol.events.SampleRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Streams of random runs are valid and end in-band. */
@Rows(238)
class UiStreamRandomTest {

  private static final int RUNS = 2_000;

  @Test
  void randomRunsAreValidStreams() {
    for (int seed = 0; seed < RUNS; seed++) {
      SampleRun run = RandomRun.of(new Random(seed));
      try {
        var rules = new UiStreamRules();
        EncodedRun.each(UiStreams::encoding, run.streams()).forEach(rules::read);
        new UiStreamRules().read(EncodedRun.whole(UiStreams.encoding(), run.all()));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** The server closes a stream before its run ends: it drains, or the reader is too slow. */
  @Test
  void aStreamThatEndsBeforeItsRunReportsAnError() {
    for (int seed = 0; seed < RUNS; seed++) {
      List<AgentEvent> all = RandomRun.of(new Random(seed)).all();
      List<AgentEvent> some = all.subList(0, new Random(seed).nextInt(all.size()));
      String stream = EncodedRun.whole(UiStreams.encoding(), some);
      new UiStreamRules().read(stream);
      boolean ended = !some.isEmpty() && some.getLast() instanceof AgentEvent.RunFinish;
      String last = UiStreams.chunks(stream).getLast().get("type").asText();
      assertThat(last.equals("error")).as("seed %d: %s", seed, stream).isEqualTo(!ended);
    }
  }

  @Test
  void discardedOutputEndsTheStream() throws IOException {
    List<JsonNode> chunks = afterReset(new Cursor(1, 3));
    assertThat(chunks.getLast().get("errorText").asText()).contains("resume");
    assertThat(chunks).noneMatch(chunk -> chunk.path("delta").asText().equals("late"));
  }

  @Test
  void aResetAfterTheOutputChangesNothing() throws IOException {
    List<JsonNode> chunks = afterReset(new Cursor(1, 4));
    assertThat(chunks.getLast().get("type").asText()).isEqualTo("text-delta");
  }

  /** Reads four events and a reset; the stream replaces the encoder. */
  private static List<JsonNode> afterReset(Cursor cursor) throws IOException {
    StreamEncoding encoding = UiStreams.encoding();
    List<AgentEvent> events = SampleRun.begins().step().says("a", "b", "late").all();
    List<StreamItem> items = EncodedRun.items(events);
    var out = new ByteArrayOutputStream();
    StreamEncoder first = encoding.encoder(EncodedRun.RUN);
    first.begin(out);
    for (StreamItem item : items.subList(0, 4)) {
      first.encode(item, out);
    }
    first.encode(new StreamItem.Reset(cursor), out);
    StreamEncoder next = encoding.encoder(EncodedRun.RUN);
    next.begin(out);
    next.encode(items.get(4), out);
    return UiStreams.chunks(out.toString(StandardCharsets.UTF_8));
  }
}
