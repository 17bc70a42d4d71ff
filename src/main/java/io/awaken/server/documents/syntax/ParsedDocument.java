package io.awaken.server.documents.syntax;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * A document's tree with the positions of its fields.
 *
 * @param root the document
 * @param positions by field, in the form {@code adapter_options.headers} or {@code plugin_ids[0]}
 */
public record ParsedDocument(ObjectNode root, Map<String, DocumentProblem.Position> positions) {

  /** The position of a field; if it is missing, of the nearest enclosing field. */
  public DocumentProblem.Position position(String field) {
    String at = field;
    while (!at.isEmpty()) {
      if (positions.containsKey(at)) {
        return positions.get(at);
      }
      at = at.substring(0, Math.max(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['))));
    }
    return positions.get("");
  }
}
