package io.awaken.http.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/**
 * Reads bodies within limits, and refuses valid JSON that cannot be stored (attack S27). Stateless.
 */
public final class StrictJson {

  /** Levels of objects and arrays. */
  public static final int MAX_DEPTH = 64;

  /** Characters of a string. */
  public static final int MAX_STRING = 1 << 20;

  static final int MAX_DIGITS = 1_000;

  private static final int BUFFERED = 1 << 10;
  private static final int BYTE_ORDER_MARK = 0xfeff;

  private StrictJson() {}

  /**
   * Reads one value.
   *
   * @param mapper over a {@link #factory}
   * @param type a record, which may have aliases, or another type
   * @throws io.awaken.http.security.RefusedException 400 for invalid input
   */
  public static <T> T read(InputStream in, JsonMapper mapper, Class<T> type) throws IOException {
    // The parser's own decoder accepts overlong forms and encodings outside the JSON standard.
    var decoder = StandardCharsets.UTF_8.newDecoder();
    try (var text = new BufferedReader(new InputStreamReader(in, decoder), BUFFERED)) {
      passOverMark(text);
      try (var parser = new StrictBody(mapper.createParser(text), type)) {
        return mapper.readValue(parser, type);
      }
    } catch (IOException e) {
      throw JsonRefusals.of(e);
    }
  }

  private static void passOverMark(Reader text) throws IOException {
    text.mark(1);
    if (text.read() != BYTE_ORDER_MARK) {
      text.reset();
    }
  }

  /**
   * A factory with the limits. Its generators leave their stream open and write a value on one
   * line, for any line reader.
   */
  public static JsonFactory factory() {
    return new JsonFactoryBuilder()
        // Buffers per thread would be lost with every virtual thread.
        .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(MAX_STRING)
                .maxNumberLength(MAX_DIGITS)
                .build())
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
        .characterEscapes(new LineBreakEscapes())
        .build();
  }

  /**
   * Escapes characters that JSON allows, but that some line readers treat as line breaks, such as
   * Python's {@code splitlines} and Java's {@code Scanner}. A stream frame stays on one line for
   * them, too. Thread-safe.
   */
  static final class LineBreakEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;

    private static final int[] ASCII = standardAsciiEscapesForJSON();
    private static final SerializedString NEXT_LINE = new SerializedString("\\u0085");
    private static final SerializedString LINE = new SerializedString("\\u2028");
    private static final SerializedString PARAGRAPH = new SerializedString("\\u2029");

    @Override
    public int[] getEscapeCodesForAscii() {
      return ASCII;
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return switch (character) {
        case 0x85 -> NEXT_LINE;
        case 0x2028 -> LINE;
        case 0x2029 -> PARAGRAPH;
        default -> null;
      };
    }
  }
}
