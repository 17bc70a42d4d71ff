package io.awaken.protocol.aisdk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.fixture.Allocation;
import io.awaken.fixture.Rows;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.events.EncodedRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A token costs its frame and little more, whatever came before it. */
@Rows(238)
class UiTokenCostTest {

  private static final int TOKENS = 20_000;
  private static final int ROUNDS = 20;
  private static final long NANOS = 3_000;

  private final StreamEncoder encoder = UiStreams.encoding().encoder(EncodedRun.RUN);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 10);
  private final StreamItem token =
      new StreamItem.Event(
          new StreamEvent(
              new Cursor(1, 1), Instant.EPOCH, new AgentEvent.TextDelta("run-1-1", " wonderful")),
          1);

  private void write() {
    try {
      encoder.encode(token, out);
      out.reset();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void noTreeIsBuilt() {
    assertThat(Allocation.leastPerCall(TOKENS, this::write)).isLessThan(500);
  }

  /** The least of several rounds, since the machine has other work. */
  @Test
  void aTokenTakesLessThanThreeMicroseconds() {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = System.nanoTime();
      for (int i = 0; i < TOKENS; i++) {
        write();
      }
      least = Math.min(least, (System.nanoTime() - before) / TOKENS);
    }
    assertThat(least).isLessThan(NANOS);
  }
}
