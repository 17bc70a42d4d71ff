package io.awaken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest {

  private static final String CHUNKED =
      """
      HTTP/1.1 200 OK\r
      Transfer-Encoding: chunked\r
      \r
      6\r
      data: \r
      8\r
      one
      two
      \r
      4;x=y\r
      last\r
      0\r
      \r
      """;

  private static final class Recorder implements ResponseListener {
    private final List<String> all = new ArrayList<>();

    @Override
    public void head(int status) {
      all.add("head " + status);
    }

    @Override
    public void line(byte[] bytes, int from, int to, long now) {
      all.add(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    }

    @Override
    public void end(long now) {
      all.add("end");
    }

    @Override
    public void failed(String reason) {
      all.add("failed");
    }
  }

  private final Recorder recorder = new Recorder();
  private final ResponseParser parser = new ResponseParser();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void joinsLinesThatChunksAndReadsSplit(int step) {
    assertThat(feed(CHUNKED, step)).isTrue();

    assertThat(recorder.all).containsExactly("head 200", "data: one", "two", "last", "end");
  }

  @Test
  void aBodyWithContentLengthEndsAtItsLastByte() {
    boolean complete =
        feed("HTTP/1.1 503 No\r\nContent-Length: 5\r\nConnection: close\r\n\r\nerror", 1000);

    assertThat(complete).isTrue();
    assertThat(recorder.all).containsExactly("head 503", "error", "end");
    assertThat(parser.lastResponse()).isTrue();
  }

  @Test
  void parsesTheNextResponseOnTheSameConnection() {
    feed(CHUNKED, 1000);

    assertThat(feed("HTTP/1.1 204 No\r\nContent-Length: 0\r\n\r\n", 1000)).isTrue();
    assertThat(recorder.all).endsWith("head 204", "end");
  }

  private boolean feed(String text, int step) {
    parser.expect(recorder);
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    boolean complete = false;
    for (int at = 0; at < bytes.length; at += step) {
      int length = Math.min(step, bytes.length - at);
      complete = parser.accept(ByteBuffer.wrap(bytes, at, length), 0);
    }
    return complete;
  }
}
