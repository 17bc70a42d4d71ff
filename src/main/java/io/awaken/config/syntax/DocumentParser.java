package io.awaken.config.syntax;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.config.source.DocumentFile;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads the text of a file, bounded, as JSON or YAML by its ending. Stateless. */
public final class DocumentParser {

  /** Nesting of objects and lists. */
  static final int MAX_DEPTH = 64;

  private DocumentParser() {}

  public static ParsedDocument parse(DocumentFile file)
      throws IOException, DocumentSyntaxException {
    Map<String, DocumentProblem.Position> positions = new HashMap<>();
    String text = text(file);
    JsonNode root =
        DocumentFile.isJson(file.name())
            ? new JsonDocument(positions).parse(text)
            : new YamlDocument(positions).parse(text);
    if (root instanceof ObjectNode object) {
      return new ParsedDocument(object, positions);
    }
    throw new DocumentSyntaxException(positions.get(""), "must be an object");
  }

  /** The smallest node type for a whole number. */
  static JsonNode wholeNumber(BigInteger number) {
    if (number.bitLength() < Integer.SIZE) {
      return JsonNodeFactory.instance.numberNode(number.intValue());
    }
    return number.bitLength() < Long.SIZE
        ? JsonNodeFactory.instance.numberNode(number.longValue())
        : JsonNodeFactory.instance.numberNode(number);
  }

  private static String text(DocumentFile file) throws IOException, DocumentSyntaxException {
    byte[] bytes;
    try (var in = file.content().open()) {
      bytes = in.readNBytes(DocumentFile.MAX_BYTES + 1);
    }
    if (bytes.length > DocumentFile.MAX_BYTES) {
      throw new DocumentSyntaxException(
          null, "is larger than " + DocumentFile.MAX_BYTES + " bytes");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw new DocumentSyntaxException(null, "is not UTF-8 text");
    }
  }
}
