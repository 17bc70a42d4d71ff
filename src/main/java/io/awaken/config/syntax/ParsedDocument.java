package io.awaken.config.syntax;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document's tree with the positions of its fields. A field has the form {@code
 * adapter_options.headers} or {@code plugin_ids[0]}.
 *
 * @param root the document
 * @param positions by field
 * @param aliases the names that the document uses, by the field that each stands for
 */
public record ParsedDocument(
    ObjectNode root, Map<String, DocumentProblem.Position> positions, Map<String, String> aliases) {

  /** The beginning of a reason: {@code rules[2].tool}, or a validator's {@code /rules/2/tool}. */
  private static final Pattern FIELD =
      Pattern.compile("([\\w.\\[\\]-]+|/[^:\\s]*)[: ]+(.*)", Pattern.DOTALL);

  private static final Pattern INDEX = Pattern.compile("\\.(\\d+)(?=\\.|$)");

  /** A document without aliases. */
  ParsedDocument(ObjectNode root, Map<String, DocumentProblem.Position> positions) {
    this(root, positions, Map.of());
  }

  /** A copy whose problems name fields as the document does. */
  public ParsedDocument withAliases(Map<String, String> names) {
    return new ParsedDocument(root, positions, Map.copyOf(names));
  }

  /**
   * A problem of a field at its position; if it is missing, at that of the nearest enclosing field.
   *
   * @param field null for the whole document
   */
  public DocumentProblem problem(String file, String field, String reason) {
    String written = field == null ? "" : asWritten(field);
    return new DocumentProblem(
        file, positions.get(nearest(written)), written.isEmpty() ? null : written, reason);
  }

  /** A problem whose reason may begin with its field. */
  public DocumentProblem problem(String file, String reason) {
    Matcher begin = FIELD.matcher(reason);
    String field = fieldWithin("", reason);
    return field.isEmpty() || !begin.matches()
        ? problem(file, null, reason)
        : problem(file, field, begin.group(2));
  }

  /** The field within another one that a reason begins with; the other one if there is none. */
  public String fieldWithin(String outer, String reason) {
    Matcher begin = FIELD.matcher(reason);
    if (!begin.matches()) {
      return outer;
    }
    String inner = begin.group(1);
    if (!outer.isEmpty() && inner.startsWith(outer)) {
      inner = inner.substring(outer.length());
    }
    String path = inner.startsWith("/") ? ofPointer(inner) : "." + inner;
    String field = (outer + path).replace(".[", "[");
    field = outer.isEmpty() ? field.substring(1) : field;
    return nearest(field).length() > outer.length() ? field : outer;
  }

  private static String ofPointer(String pointer) {
    String path = INDEX.matcher(pointer.replace('/', '.')).replaceAll("[$1]");
    return path.replace("~1", "/").replace("~0", "~");
  }

  private String asWritten(String field) {
    String at = field;
    while (!at.isEmpty() && !aliases.containsKey(at)) {
      at = enclosing(at);
    }
    return at.isEmpty() ? field : aliases.get(at) + field.substring(at.length());
  }

  /**
   * The field itself, or the nearest enclosing one that the document has; empty for the document.
   */
  private String nearest(String field) {
    String at = field;
    while (!at.isEmpty() && !positions.containsKey(at)) {
      at = enclosing(at);
    }
    return at;
  }

  private static String enclosing(String field) {
    return field.substring(
        0, Math.max(0, Math.max(field.lastIndexOf('.'), field.lastIndexOf('['))));
  }
}
