package io.awaken.protocol.agui.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.event.Cursor;
import io.awaken.fixture.Rows;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.agui.event.AguiReader.Frame;
import io.awaken.protocol.events.DelegateRun;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.GoldenFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What delegates say and call, as events of sub-agents. */
@Rows({177, 240, 1340})
class DelegateEventsTest {

  /** The output for a reader behind a frame. */
  private static String stream(FramePosition place) throws IOException {
    AguiEncoding.Reading reading = AguiReader.reading(Dialect.V1_0, 0, place);
    StreamEncoder encoder = new AguiEncoding(reading).encoder(EncodedRun.RUN);
    var out = new ByteArrayOutputStream();
    Cursor has = place.from();
    boolean begun = false;
    for (StreamItem item : DelegateRun.items()) {
      boolean had = item.cursor().sequence() <= has.sequence();
      if (item instanceof StreamItem.WithDelegates with && with.of() != null) {
        long sequence = with.item().cursor().sequence();
        had = place.delegates().has(with.of().path(), sequence, has.sequence());
      }
      if (!had && !begun) {
        begun = true;
        encoder.begin(out);
      }
      encoder.encode(item, had ? OutputStream.nullOutputStream() : out);
    }
    encoder.end(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aRunWithDelegatesMatchesItsGoldenFileAndTheRules() throws IOException {
    String whole = stream(FramePosition.START);

    GoldenFile.assertSame("delegates/agui.txt", List.of(whole));
    assertThat(AguiRules.breaches(AguiReader.frames(whole))).isEmpty();
  }

  @Test
  void aReaderComesBackBehindEachFrame() throws IOException {
    List<Frame> whole = AguiReader.frames(stream(FramePosition.START));

    for (int i = 0; i < whole.size() - 1; i++) {
      if (whole.get(i).id() != null) {
        FramePosition place = FramePosition.parse(whole.get(i).id()).orElseThrow();
        assertThat(AguiReader.frames(stream(place)))
            .as(whole.get(i).id())
            .extracting(Frame::event)
            .containsExactlyElementsOf(
                whole.subList(i + 1, whole.size()).stream().map(Frame::event).toList());
      }
    }
  }

  @Test
  void onlyClientsOfTheNewProtocolFollowDelegates() {
    for (Dialect dialect : Dialect.values()) {
      var encoding = new AguiEncoding(AguiReader.reading(dialect, 0, FramePosition.START));
      assertThat(encoding.delegates() != null).isEqualTo(dialect.current());
    }
  }

  @Test
  void eachEventNamesItsSubagent() throws IOException {
    List<JsonNode> texts =
        AguiReader.frames(stream(FramePosition.START)).stream()
            .filter(frame -> frame.type().equals("TEXT_MESSAGE_CONTENT"))
            .map(Frame::event)
            .toList();

    assertThat(texts)
        .extracting(event -> event.path("subagentRunId").asText())
        .containsExactly("below", "below", "deep", "below");
  }
}
