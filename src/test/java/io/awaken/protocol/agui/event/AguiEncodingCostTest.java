package io.awaken.protocol.agui.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.fixture.Allocation;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A token costs its frame and no tree of JSON. */
class AguiEncodingCostTest {

  private static final int TOKENS = 20_000;

  /** A frame of some 100 characters and what its generator takes; a tree would take thousands. */
  private static final long BYTES = 1_500;

  @Test
  void aTokenAllocatesLittle() throws IOException {
    StreamEncoder encoder =
        new AguiEncoding(AguiReader.reading(Dialect.V1_0, 0, Place.START)).encoder(new RunId("r"));
    OutputStream out = OutputStream.nullOutputStream();
    encoder.begin(out);
    encode(encoder, out, 1);

    long bytes = Allocation.leastPerCall(TOKENS, () -> encode(encoder, out, 1));

    assertThat(bytes).as("bytes of a token").isLessThan(BYTES);
  }

  private int sequence;

  private void encode(StreamEncoder encoder, OutputStream out, int tokens) {
    try {
      for (int i = 0; i < tokens; i++) {
        var delta = new AgentEvent.TextDelta("r-1", "word ");
        var event = new StreamEvent(new Cursor(1, ++sequence), Instant.EPOCH, delta);
        encoder.encode(new StreamItem.Event(event, 0), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
