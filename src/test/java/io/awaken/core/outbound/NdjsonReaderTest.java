package io.awaken.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NdjsonReaderTest {

  static Stream<Arguments> streams() {
    return Stream.of(
        Arguments.of("{\"a\":1}\n{\"b\":2}\n", List.of("{\"a\":1}", "{\"b\":2}")),
        Arguments.of("1\r\n2\r\n", List.of("1", "2")),
        Arguments.of("\n\r\n1\n \t\n\n2\n", List.of("1", "2")),
        Arguments.of("1\n2", List.of("1", "2")),
        Arguments.of("1\r2\n", List.of("1\r2")),
        Arguments.of("\"Zürich 😀 東京\"\n", List.of("\"Zürich 😀 東京\"")),
        Arguments.of("1\r", List.of("1")),
        Arguments.of("\n", List.of()),
        Arguments.of("", List.of()));
  }

  @ParameterizedTest
  @MethodSource("streams")
  void aStreamGivesTheSameLinesHoweverItsBytesAreSplit(String stream, List<String> lines)
      throws Exception {
    byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
    for (int size = 1; size <= bytes.length + 1; size++) {
      assertThat(lines(bytes, size, 1_000)).as("pieces of %d bytes", size).isEqualTo(lines);
    }
  }

  @Test
  void aLineLongerThanItsBufferIsReadWhole() throws Exception {
    String text = "x".repeat(5_000);

    assertThat(lines((text + "\n").getBytes(StandardCharsets.UTF_8), 100, 5_000))
        .containsExactly(text);
  }

  @Test
  void aLineOverTheLimitIsRefusedBeforeItsEndCame() {
    byte[] line = "x".repeat(101).getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> lines(line, 10, 100))
        .isInstanceOf(IOException.class)
        .hasMessage("line has more than 100 bytes");
  }

  @Test
  void aLineWithoutItsEndMayBeCut() throws Exception {
    var reader = new NdjsonReader(new Pieces("1\n{".getBytes(StandardCharsets.UTF_8), 10), 100);

    reader.next();
    assertThat(reader.cut()).isFalse();
    reader.next();
    assertThat(reader.cut()).isTrue();
  }

  private static List<String> lines(byte[] bytes, int size, int limit) throws Exception {
    var reader = new NdjsonReader(new Pieces(bytes, size), limit);
    var lines = new ArrayList<String>();
    for (ByteBuffer line = reader.next(); line != null; line = reader.next()) {
      lines.add(StandardCharsets.UTF_8.decode(line).toString());
    }
    assertThat(reader.next()).isNull();
    return lines;
  }

  /** Gives bytes in pieces of one size. */
  private static final class Pieces implements ByteSource {
    private final byte[] bytes;
    private final int size;
    private int at;

    private Pieces(byte[] bytes, int size) {
      this.bytes = bytes;
      this.size = size;
    }

    @Override
    public ByteBuffer read() {
      if (at == bytes.length) {
        return null;
      }
      int length = Math.min(size, bytes.length - at);
      ByteBuffer piece = ByteBuffer.wrap(bytes, at, length);
      at += length;
      return piece;
    }
  }
}
