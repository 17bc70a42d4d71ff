package io.awaken.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.InferenceException.Kind;
import io.awaken.core.model.StreamResult;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.fixture.Conversations;
import io.awaken.fixture.RecordedPieces;
import io.awaken.provider.http.ProviderEndpoint.KeyHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Cuts a recorded stream at every byte, without a connection, since there are so many of them. */
public final class CutAnswers {

  /** How a cut stream ends. */
  public enum Cut {
    EARLY_END,
    BROKEN_CONNECTION
  }

  private CutAnswers() {}

  /**
   * Before the end of the event with {@code end} the call fails with a named error, without answer
   * and tool calls; after it the answer is complete.
   */
  public static void assertNoCutBringsHalfAnAnswer(
      byte[] stream, String end, Cut cut, ModelWire wire) throws InferenceException {
    int whole = endOfEventWith(stream, end, cut, wire.format());
    StreamResult expected = ask(stream, stream.length, cut, wire);
    for (int length = 0; length < stream.length; length++) {
      try {
        StreamResult result = ask(stream, length, cut, wire);
        assertThat(length).as("bytes of a whole answer").isGreaterThanOrEqualTo(whole);
        assertThat(result).isEqualTo(expected);
      } catch (InferenceException e) {
        assertThat(length).as("bytes of an answer that fails").isLessThan(whole);
        assertThat(e.kind()).isEqualTo(Kind.STREAM_INTERRUPTED);
      }
    }
  }

  /** The last event or line of a stream that ends requires no end of its own. */
  private static int endOfEventWith(byte[] stream, String text, Cut cut, StreamFormat format) {
    // One character for each byte, so that positions are those of bytes.
    String bytes = new String(stream, StandardCharsets.ISO_8859_1);
    int at = bytes.indexOf(text);
    assertThat(at).as(text).isPositive();
    if (format.accept().equals(StreamFormat.lines().accept())) {
      return bytes.indexOf("\n", at) + (cut == Cut.EARLY_END ? 0 : 1);
    }
    return bytes.indexOf("\n\n", at) + (cut == Cut.EARLY_END ? 0 : 2);
  }

  private static StreamResult ask(byte[] stream, int length, Cut cut, ModelWire wire)
      throws InferenceException {
    var provider = new ProviderSpec("p", "test", null, "http://host", 1, null);
    var endpoint = ProviderEndpoint.of(provider, null, KeyHeader.BEARER, Map.of());
    return new StreamedModel(
            (request, idle, maxBytes) ->
                new CutCall(wire.format().accept(), ByteBuffer.wrap(stream, 0, length), cut),
            endpoint,
            wire)
        .execute(
            Conversations.request(Conversations.user("Hi")),
            new RecordedPieces(),
            new CancellationToken());
  }

  /** An answer of one piece that ends where it was cut. */
  private static final class CutCall implements OutboundCall {

    private final String type;
    private final ByteBuffer body;
    private final Cut cut;

    CutCall(String type, ByteBuffer body, Cut cut) {
      this.type = type;
      this.body = body;
      this.cut = cut;
    }

    @Override
    public AnswerHead head() {
      return new AnswerHead(200, Map.of("Content-Type", List.of(type)));
    }

    @Override
    public ByteBuffer read() throws IOException {
      if (body.hasRemaining()) {
        ByteBuffer all = body.slice();
        body.position(body.limit());
        return all;
      }
      if (cut == Cut.BROKEN_CONNECTION) {
        throw new IOException("connection reset");
      }
      return null;
    }

    @Override
    public void idle(Duration most) {}

    @Override
    public void finish() {}

    @Override
    public void close() {}
  }
}
