package io.awaken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.bench.load.EventLine.Kind;
import io.awaken.core.run.TerminationReason;
import io.awaken.http.api.event.StreamEventEncoder;
import io.awaken.http.stream.StreamEncoder;
import io.awaken.http.stream.StreamEncoding;
import io.awaken.http.stream.StreamItem;
import io.awaken.protocol.agui.event.AguiEncoding;
import io.awaken.protocol.agui.event.Dialect;
import io.awaken.protocol.agui.event.EarlierMessages;
import io.awaken.protocol.agui.event.FramePosition;
import io.awaken.protocol.agui.event.RunNames;
import io.awaken.protocol.aisdk.stream.UiStreamEncoding;
import io.awaken.protocol.events.DelegateRun;
import io.awaken.protocol.events.EncodedRun;
import io.awaken.protocol.events.SampleRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the classification of lines that the protocols' encoders write. */
class EventLineTest {

  private static final String STAMP = "00000000zz ";

  private static StreamEncoding encoding(Protocol protocol) {
    return switch (protocol) {
      case NATIVE -> StreamEventEncoder.ENCODING;
      case AI_SDK -> new UiStreamEncoding(tool -> true);
      case AG_UI -> {
        var names = new RunNames("t", "r", null, Dialect.V1_0);
        var reading =
            new AguiEncoding.Reading(
                names, 0, FramePosition.START, EarlierMessages.UNKNOWN, Set.of());
        yield new AguiEncoding(reading);
      }
    };
  }

  private static List<Kind> kinds(Protocol protocol, SampleRun run) {
    return kinds(protocol, stream(protocol, run));
  }

  private static List<Kind> kinds(Protocol protocol, String stream) {
    return stream
        .lines()
        .map(line -> line.getBytes(StandardCharsets.UTF_8))
        .map(line -> protocol.events().kind(line, 0, line.length))
        .filter(kind -> kind != Kind.NONE && kind != Kind.OTHER)
        .toList();
  }

  /** The stream of a run in the protocol. */
  static String stream(Protocol protocol, SampleRun run) {
    return EncodedRun.whole(encoding(protocol), run.all());
  }

  private static SampleRun answer() {
    return SampleRun.begins()
        .step()
        .calls("call_1_1", "get_weather", "{}")
        .answers("call_1_1", "get_weather", "{\"degrees\":21}")
        .endStep()
        .step()
        .says(STAMP, STAMP)
        .endStep();
  }

  @Test
  void findsEveryTokenTheToolResultAndTheEndOfAnAnswer() {
    assertThat(kinds(Protocol.NATIVE, answer().ends()))
        .containsExactly(Kind.TOOL_DONE, Kind.TEXT, Kind.TEXT, Kind.FINISHED);
    for (Protocol protocol : List.of(Protocol.AI_SDK, Protocol.AG_UI)) {
      assertThat(kinds(protocol, answer().ends()))
          .as(protocol.label())
          .containsExactly(Kind.OPENED, Kind.TOOL_DONE, Kind.TEXT, Kind.TEXT, Kind.FINISHED);
    }
  }

  @Test
  void theEndOfADelegateIsNotThatOfItsCaller() throws IOException {
    StreamEncoder encoder = StreamEventEncoder.encoding("true").encoder(EncodedRun.RUN);
    var stream = new ByteArrayOutputStream();
    for (StreamItem item : DelegateRun.items()) {
      encoder.encode(item, stream);
    }

    assertThat(kinds(Protocol.NATIVE, stream.toString(StandardCharsets.UTF_8)))
        .endsWith(Kind.DELEGATE_DONE, Kind.TOOL_DONE, Kind.FINISHED)
        .doesNotContain(Kind.FAILED);
  }

  @ParameterizedTest
  @EnumSource
  void aRunWithoutANaturalEndCountsAsFailed(Protocol protocol) {
    for (TerminationReason why :
        List.of(new TerminationReason.Error("broken"), new TerminationReason.Cancelled())) {
      assertThat(kinds(protocol, answer().finish(why)))
          .as("%s", why)
          .doesNotContain(Kind.FINISHED)
          .endsWith(Kind.FAILED);
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsTheSendTimeOfAToken(Protocol protocol) {
    List<Long> sent =
        stream(protocol, answer().ends())
            .lines()
            .map(line -> line.getBytes(StandardCharsets.UTF_8))
            .filter(line -> protocol.events().kind(line, 0, line.length) == Kind.TEXT)
            .map(line -> EventLine.sentAt(line, 0, line.length))
            .toList();

    assertThat(sent).containsExactly(1_295_000L, 1_295_000L);
  }
}
