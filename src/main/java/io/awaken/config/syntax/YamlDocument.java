package io.awaken.config.syntax;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.config.source.DocumentFile;
import io.awaken.config.syntax.DocumentProblem.Position;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.JsonScalarResolver;

/**
 * Reads one YAML text and records the positions of its fields. Built on the parser's events: tags
 * instantiate nothing, depth and expanded aliases are counted while reading.
 */
final class YamlDocument {

  /** Aliases of one document. */
  private static final int MAX_ALIASES = 50;

  /** Values of one document with its aliases expanded. */
  private static final int MAX_VALUES = 100_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonScalarResolver SCALARS = new JsonScalarResolver();
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(DocumentFile.MAX_BYTES).build();

  private final Map<String, Position> positions;
  private final Map<Anchor, Anchored> anchors = new HashMap<>();
  private Iterator<Event> events;
  private int aliases;
  private int values;

  private record Anchored(JsonNode node, int values) {}

  YamlDocument(Map<String, Position> positions) {
    this.positions = positions;
  }

  JsonNode parse(String text) throws DocumentSyntaxException {
    events = new Parse(SETTINGS).parseString(text).iterator();
    try {
      expect(Event.ID.StreamStart);
      expect(Event.ID.DocumentStart);
      Event start = events.next();
      positions.put("", position(start.getStartMark()));
      JsonNode root = node(start, "", 1);
      expect(Event.ID.DocumentEnd);
      expect(Event.ID.StreamEnd);
      return root;
    } catch (MarkedYamlEngineException e) {
      throw new DocumentSyntaxException(
          position(e.getProblemMark()), "is not valid YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new DocumentSyntaxException(null, "is not valid YAML");
    }
  }

  private void expect(Event.ID id) throws DocumentSyntaxException {
    Event event = events.next();
    if (event.getEventId() != id) {
      String reason = id == Event.ID.DocumentStart ? "is empty" : "contains more than one document";
      throw refused(event, reason);
    }
  }

  private JsonNode node(Event event, String field, int depth) throws DocumentSyntaxException {
    count(event, 1);
    if (event instanceof AliasEvent alias) {
      return replaced(alias);
    }
    int before = values;
    JsonNode node =
        event instanceof ScalarEvent scalar
            ? scalar(scalar)
            : collection((CollectionStartEvent) event, field, depth);
    ((NodeEvent) event)
        .getAnchor()
        .ifPresent(anchor -> anchors.put(anchor, new Anchored(node, values - before)));
    return node;
  }

  private JsonNode replaced(AliasEvent alias) throws DocumentSyntaxException {
    if (++aliases > MAX_ALIASES) {
      throw refused(alias, "has more than " + MAX_ALIASES + " aliases");
    }
    Anchored target = anchors.get(alias.getAlias());
    if (target == null) {
      throw refused(alias, "has an alias without its anchor before it");
    }
    count(alias, target.values());
    return target.node().deepCopy();
  }

  private void count(Event event, int more) throws DocumentSyntaxException {
    values += more;
    if (values > MAX_VALUES) {
      throw refused(event, "has more than " + MAX_VALUES + " values");
    }
  }

  private JsonNode collection(CollectionStartEvent start, String field, int depth)
      throws DocumentSyntaxException {
    if (depth > DocumentParser.MAX_DEPTH) {
      throw refused(start, "is nested deeper than " + DocumentParser.MAX_DEPTH);
    }
    if (start.getTag().isPresent()) {
      throw refused(start, "has a tag; tags are not allowed");
    }
    return start instanceof MappingStartEvent ? mapping(field, depth) : sequence(field, depth);
  }

  private JsonNode mapping(String field, int depth) throws DocumentSyntaxException {
    var object = NODES.objectNode();
    Event event = events.next();
    while (event.getEventId() != Event.ID.MappingEnd) {
      if (!(event instanceof ScalarEvent key)) {
        throw refused(event, "has a key that is not a text");
      }
      String member = field.isEmpty() ? key.getValue() : field + "." + key.getValue();
      if (object.has(key.getValue())) {
        throw refused(event, member + " is given twice");
      }
      positions.put(member, position(event.getStartMark()));
      object.set(key.getValue(), node(events.next(), member, depth + 1));
      event = events.next();
    }
    return object;
  }

  private JsonNode sequence(String field, int depth) throws DocumentSyntaxException {
    var array = NODES.arrayNode();
    Event event = events.next();
    while (event.getEventId() != Event.ID.SequenceEnd) {
      String element = field + "[" + array.size() + "]";
      positions.put(element, position(event.getStartMark()));
      array.add(node(event, element, depth + 1));
      event = events.next();
    }
    return array;
  }

  private static JsonNode scalar(ScalarEvent scalar) throws DocumentSyntaxException {
    String text = scalar.getValue();
    if (scalar.getTag().isPresent()) {
      throw refused(scalar, "has a tag; tags are not allowed");
    }
    Tag tag = SCALARS.resolve(text, scalar.getImplicit().canOmitTagInPlainScalar());
    if (tag.equals(Tag.NULL)) {
      return NODES.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      return NODES.booleanNode(text.equalsIgnoreCase("true"));
    }
    if (tag.equals(Tag.INT)) {
      return DocumentParser.wholeNumber(new BigInteger(text));
    }
    if (tag.equals(Tag.FLOAT)) {
      return decimal(scalar);
    }
    return NODES.textNode(text);
  }

  private static JsonNode decimal(ScalarEvent scalar) throws DocumentSyntaxException {
    try {
      return NODES.numberNode(new BigDecimal(scalar.getValue()));
    } catch (NumberFormatException e) {
      throw refused(scalar, "has a number that JSON does not support");
    }
  }

  private static DocumentSyntaxException refused(Event event, String reason) {
    return new DocumentSyntaxException(position(event.getStartMark()), reason);
  }

  private static Position position(Optional<Mark> mark) {
    return mark.map(at -> new Position(at.getLine() + 1, at.getColumn() + 1)).orElse(null);
  }
}
