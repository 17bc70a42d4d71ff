package io.awaken.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.config.source.DocumentFile;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.config.syntax.ParsedDocument;

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
