package io.awaken.config.syntax;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.config.syntax.DocumentProblem.Position;
import java.io.IOException;
import java.util.Map;

/** Reads one JSON text and records the positions of its fields. */
final class JsonDocument {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(DocumentParser.MAX_DEPTH).build())
          .build();

  private final Map<String, Position> positions;

  JsonDocument(Map<String, Position> positions) {
    this.positions = positions;
  }

  JsonNode parse(String text) throws DocumentSyntaxException {
    try (JsonParser in = FACTORY.createParser(text)) {
      if (in.nextToken() == null) {
        throw new DocumentSyntaxException(new Position(1, 1), "is empty");
      }
      positions.put("", position(in.currentTokenLocation()));
      JsonNode root = value(in, "");
      if (in.nextToken() != null) {
        throw new DocumentSyntaxException(
            position(in.currentTokenLocation()), "has content after its end");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw new DocumentSyntaxException(position(e.getLocation()), reason(e));
    } catch (IOException e) {
      throw new DocumentSyntaxException(null, "cannot be read");
    }
  }

  /** The parser's own message may quote the text, which may hold a secret: it is not used. */
  private static String reason(JsonProcessingException e) {
    if (e instanceof JsonEOFException) {
      return "is not complete JSON: it ends too early";
    }
    if (e instanceof StreamConstraintsException) {
      return "is nested deeper than " + DocumentParser.MAX_DEPTH + " or has an oversized value";
    }
    return "is not valid JSON";
  }

  private JsonNode value(JsonParser in, String field) throws IOException, DocumentSyntaxException {
    return switch (in.currentToken()) {
      case START_OBJECT -> object(in, field);
      case START_ARRAY -> array(in, field);
      case VALUE_STRING -> NODES.textNode(in.getText());
      case VALUE_NUMBER_INT -> DocumentParser.wholeNumber(in.getBigIntegerValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(in.getDecimalValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  private JsonNode object(JsonParser in, String field) throws IOException, DocumentSyntaxException {
    var object = NODES.objectNode();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String name = in.currentName();
      String member = field.isEmpty() ? name : field + "." + name;
      Position at = position(in.currentTokenLocation());
      if (object.has(name)) {
        throw new DocumentSyntaxException(at, member + " is given twice");
      }
      positions.put(member, at);
      in.nextToken();
      object.set(name, value(in, member));
    }
    return object;
  }

  private JsonNode array(JsonParser in, String field) throws IOException, DocumentSyntaxException {
    var array = NODES.arrayNode();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      String element = field + "[" + array.size() + "]";
      positions.put(element, position(in.currentTokenLocation()));
      array.add(value(in, element));
    }
    return array;
  }

  private static Position position(JsonLocation at) {
    return at == null ? null : new Position(at.getLineNr(), at.getColumnNr());
  }
}
