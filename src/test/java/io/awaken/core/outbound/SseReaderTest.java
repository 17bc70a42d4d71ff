package io.awaken.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.outbound.SseReader.Leniency;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {

  static Stream<Arguments> streams() {
    return Stream.of(
        Arguments.of("data: a\n\ndata: b\n\n", List.of("a", "b")),
        Arguments.of("data: a\r\n\r\ndata: b\r\n\r\n", List.of("a", "b")),
        Arguments.of("data: a\r\rdata: b\r\r", List.of("a", "b")),
        Arguments.of("data:a\n\ndata:  b\n\n", List.of("a", " b")),
        Arguments.of("data: a\ndata: b\n\n", List.of("a\nb")),
        Arguments.of("data\n\ndata:\ndata:\n\n", List.of("", "\n")),
        Arguments.of(": comment\n\n:\ndata: a\n\n", List.of("a")),
        Arguments.of("event: x\nid: 7\nretry: 5\ndata: a\n\n", List.of("a")),
        Arguments.of("event: x\n\ndatax: no\ndat: no\n\n", List.of()),
        Arguments.of("\uFEFFdata: a\n\n", List.of("a")),
        Arguments.of("data: \uFEFFa\n\n\uFEFFdata: b\n\n", List.of("\uFEFFa")),
        Arguments.of("data: Zürich 😀 東京\n\n", List.of("Zürich 😀 東京")),
        Arguments.of("data: a\n\ndata: cut", List.of("a")),
        Arguments.of("data: a\n\ndata: cut\n", List.of("a")),
        Arguments.of("", List.of()));
  }

  @ParameterizedTest
  @MethodSource("streams")
  void aStreamGivesTheSameEventsHoweverItsBytesAreSplit(String stream, List<String> events)
      throws Exception {
    byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
    for (int size = 1; size <= bytes.length + 1; size++) {
      assertThat(events(bytes, size, 1000)).as("pieces of %d bytes", size).isEqualTo(events);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"data: a\n\ndata: b", "data: a\n\ndata: b\n"})
  void theLastEventMayLackItsEndForAReaderThatAsksForIt(String stream) throws Exception {
    var pieces =
        new ArrayDeque<>(List.of(ByteBuffer.wrap(stream.getBytes(StandardCharsets.UTF_8))));
    var reader = new SseReader(pieces::poll, 100, Leniency.JSON);

    assertThat(text(reader.next())).isEqualTo("a");
    assertThat(reader.cut()).isFalse();
    assertThat(text(reader.next())).isEqualTo("b");
    assertThat(reader.cut()).isTrue();
    assertThat(reader.next()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'a':1}/{'b':2}/              | {'a':1};{'b':2}   | {'a':1};{'b':2}
          {'a':1}                       | {'a':1}           | {'a':1}
          data: {'a':1}//{'b':2}/       | {'a':1};{'b':2}   | {'a':1};{'b':2}
          data: {'a':1}/{'b':2}/        | {'a':1}_{'b':2}   | {'a':1}_{'b':2}
          data: {'a':1}/data: {'b':2}// | {'a':1}_{'b':2}   | {'a':1}_{'b':2}
          data: {'a':1}//{/ 'b':2/}/    | {'a':1};{_ 'b':2_} | {'a':1};{_ 'b':2_}
          [{'a':1}/,/{'b':2}/]          | [{'a':1};{'b':2}  | [{'a':1};,;{'b':2};]
          [{/'a':1},/{'b':2}]//x/       | [{_'a':1},_{'b':2}] | [{_'a':1},_{'b':2}];x
          : note/event: x/id: 1/{'a':1}/ | {'a':1}          | {'a':1}
          canary/{'a':1}/               | {'a':1}           | canary;{'a':1}
          canary                        |                   | canary
          {'a'                          | {'a'              | {'a'
          """)
  void jsonNeedsNoFieldForALenientReader(String stream, String json, String lines)
      throws Exception {
    byte[] bytes = stream.replace('/', '\n').getBytes(StandardCharsets.UTF_8);

    assertThat(events(bytes, Leniency.NONE)).allMatch(event -> stream.contains("data: "));
    assertThat(String.join(";", events(bytes, Leniency.JSON)).replace('\n', '_'))
        .isEqualTo(json == null ? "" : json);
    assertThat(String.join(";", events(bytes, Leniency.LINES)).replace('\n', '_')).isEqualTo(lines);
  }

  private static String text(ByteBuffer data) {
    return StandardCharsets.UTF_8.decode(data).toString();
  }

  @Test
  void theLastIdAndTheTimeToWaitAreKeptEvenOfEventsWithoutData() throws Exception {
    byte[] bytes =
        "id: 1\ndata: a\n\nid:b 2\nretry: 50\n\nretry: soon\nidx: 9\n\n"
            .getBytes(StandardCharsets.UTF_8);
    var pieces = new ArrayDeque<>(List.of(ByteBuffer.wrap(bytes)));
    var reader = new SseReader(pieces::poll, 100);

    assertThat(reader.lastId()).isNull();
    assertThat(reader.retryMillis()).isEqualTo(-1);
    reader.next();
    assertThat(reader.lastId()).isEqualTo("1");
    reader.next();
    assertThat(reader.lastId()).isEqualTo("b 2");
    assertThat(reader.retryMillis()).isEqualTo(50);
  }

  @Test
  void aLineLongerThanItsBufferIsReadWhole() throws Exception {
    String text = "x".repeat(5000);

    assertThat(events(("data: " + text + "\n\n").getBytes(StandardCharsets.UTF_8), 100, 6000))
        .containsExactly(text);
  }

  @Test
  void aLineOrAnEventOverTheLimitIsRefused() {
    byte[] line = ("data: " + "x".repeat(95)).getBytes(StandardCharsets.UTF_8);
    byte[] event = "data: 0123456789\n".repeat(11).getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> events(line, 10, 100))
        .isInstanceOf(IOException.class)
        .hasMessage("event has more than 100 bytes");
    assertThatThrownBy(() -> events(event, 10, 100))
        .isInstanceOf(IOException.class)
        .hasMessage("event has more than 100 bytes");
  }

  private static List<String> events(byte[] bytes, Leniency leniency) throws Exception {
    var pieces = new ArrayDeque<>(List.of(ByteBuffer.wrap(bytes)));
    return events(new SseReader(pieces::poll, 1000, leniency));
  }

  private static List<String> events(byte[] bytes, int size, int limit) throws Exception {
    Deque<ByteBuffer> pieces = new ArrayDeque<>();
    for (int begin = 0; begin < bytes.length; begin += size) {
      pieces.add(ByteBuffer.wrap(bytes, begin, Math.min(size, bytes.length - begin)));
    }
    return events(new SseReader(pieces::poll, limit));
  }

  private static List<String> events(SseReader reader) throws Exception {
    var events = new ArrayList<String>();
    ByteBuffer event = reader.next();
    while (event != null) {
      events.add(text(event));
      event = reader.next();
    }
    return events;
  }
}
