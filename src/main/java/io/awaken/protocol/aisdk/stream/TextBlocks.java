package io.awaken.protocol.aisdk.stream;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The open text or reasoning block. A block starts with its first piece, at most one is open, and
 * no id is used twice: clients identify a block by its id within the message. For one reader.
 */
final class TextBlocks {

  /** The content type of a block. */
  enum Kind {
    TEXT("text", "t"),
    REASONING("reasoning", "r");

    private final String start;
    private final String delta;
    private final String end;
    private final String prefix;

    Kind(String wire, String prefix) {
      this.start = wire + "-start";
      this.delta = wire + "-delta";
      this.end = wire + "-end";
      this.prefix = prefix;
    }
  }

  private int count;
  private Kind open;
  private String id;
  private String message;

  /**
   * Writes a piece.
   *
   * @param of the id of the stored message; null if unknown
   */
  void piece(Kind kind, String of, String piece, OutputStream out) throws IOException {
    if (piece.isEmpty()) {
      return;
    }
    if (open != kind || of != null && message != null && !of.equals(message)) {
      close(out);
      open = kind;
      id = kind.prefix + ++count;
      Chunks.write(out, kind.start, json -> json.writeStringField("id", id));
    }
    message = of;
    Chunks.write(
        out,
        kind.delta,
        json -> {
          json.writeStringField("id", id);
          json.writeStringField("delta", piece);
        });
  }

  /** Ends the open block, if there is one. */
  void close(OutputStream out) throws IOException {
    if (open != null) {
      Chunks.write(out, open.end, json -> json.writeStringField("id", id));
      open = null;
    }
  }
}
