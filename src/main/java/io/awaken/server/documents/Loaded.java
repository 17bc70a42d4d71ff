package io.awaken.server.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.server.documents.source.DocumentFile;
import io.awaken.server.documents.syntax.DocumentProblem;
import io.awaken.server.documents.syntax.ParsedDocument;

/**
 * A document that was read, with where it came from.
 *
 * @param id its id, unique per kind once all are read
 * @param spec its content
 * @param file its file
 * @param parsed the positions of its fields
 * @param written its content with unresolved references
 */
record Loaded<T>(String id, T spec, DocumentFile file, ParsedDocument parsed, ObjectNode written) {

  DocumentProblem problem(String field, String reason) {
    return parsed.problem(file.name(), field, reason);
  }
}
