package io.awaken.protocol.aisdk.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.Cursor;
import io.awaken.core.event.StreamEvent;
import io.awaken.core.run.RunId;
import io.awaken.fixture.Rows;
import io.awaken.http.stream.Delegate;
import io.awaken.http.stream.DelegatePlaces;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.events.DelegateRun;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The runs of delegates as parts of the message of the run above. */
@Rows({177, 238, 1340})
class DelegatePartTest {

  private static final Delegate BELOW =
      new Delegate(List.of(5L), new RunId("below"), EncodedRun.RUN, "b", "c1");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StreamEncoder encoder = UiStreams.encoding().encoder(EncodedRun.RUN);
  private long sequence;

  private List<JsonNode> parts() {
    return UiStreams.chunks(out.toString(StandardCharsets.UTF_8)).stream()
        .filter(chunk -> chunk.get("type").asText().equals(DelegatePart.TYPE))
        .toList();
  }

  private void says(StreamItem item) throws IOException {
    encoder.encode(
        new StreamItem.WithDelegates(item, BELOW, DelegatePlaces.NONE, new Cursor(1, 5)), out);
  }

  private void says(AgentEvent event) throws IOException {
    says(StreamItem.Event.stored(new StreamEvent(new Cursor(1, ++sequence), Instant.EPOCH, event)));
  }

  @Test
  void aRunWithDelegatesMatchesItsGoldenFile() throws IOException {
    encoder.begin(out);
    for (StreamItem item : DelegateRun.items()) {
      encoder.encode(item, out);
    }
    encoder.end(out);

    GoldenFile.assertSame("delegates/aisdk.txt", List.of(out.toString(StandardCharsets.UTF_8)));
    assertThat(parts()).extracting(part -> part.get("id").asText()).contains("below", "deep");
    JsonNode last = parts().getLast();
    assertThat(last.at("/data/status").asText()).isEqualTo("completed");
    assertThat(last.at("/data/text").asText()).isEqualTo("Let me look.\n\nFound.");
    assertThat(last.has("transient")).isFalse();
  }

  @Test
  void aReaderWhoHasTheEndOfADelegateGetsNoPartOfIt() throws IOException {
    for (StreamItem item : DelegateRun.items()) {
      boolean own = !(item instanceof StreamItem.WithDelegates with) || with.of() == null;
      if (own) {
        encoder.encode(item, OutputStream.nullOutputStream());
      }
    }
    encoder.begin(out);
    for (StreamItem item : DelegateRun.items()) {
      if (item instanceof StreamItem.WithDelegates with && with.of() == BELOW) {
        encoder.encode(item, out);
      }
    }

    assertThat(parts()).isEmpty();
  }

  @Test
  void theSizeOfAllUpdatesGrowsWithTheTextOnly() throws IOException {
    for (int i = 0; i < 10_000; i++) {
      says(new AgentEvent.TextDelta("m", "word "));
    }

    assertThat(out.size()).isLessThan(60 * 10_000 * 5);
    assertThat(parts().getLast().at("/data/text").asText()).hasSizeLessThanOrEqualTo(16 * 1024);
  }

  @Test
  void revokedEventsAreReplaced() throws IOException {
    says(new AgentEvent.StepStart("m"));
    says(new AgentEvent.TextDelta("m", "A text that will be lost with its node."));
    says(new StreamItem.Reset(new Cursor(2, 1)));
    sequence = 0;
    int before = parts().size();
    says(new AgentEvent.StepStart("m"));
    assertThat(parts()).hasSize(before);
    says(new AgentEvent.TextDelta("m", "Kept."));

    assertThat(parts().getLast().at("/data/text").asText()).isEqualTo("Kept.");
  }

  @Test
  void aDelegateWhoseEndWasNotSeenEndsWithItsCall() throws IOException {
    says(new AgentEvent.StepStart("m"));
    var value = JsonNodeFactory.instance.objectNode().put("run_id", "below");
    var failed = new AgentEvent.Custom("subagent_failed", value);
    encoder.encode(
        StreamItem.Event.stored(new StreamEvent(new Cursor(1, 6), Instant.EPOCH, failed)), out);

    assertThat(parts().getLast().at("/data/status").asText()).isEqualTo("failed");
  }
}
