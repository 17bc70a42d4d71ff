package io.awaken.server.documents;

/**
 * A document that was read, with where it came from.
 *
 * @param id its id, unique per kind once all are read
 * @param spec what it says
 * @param file where it is from
 * @param parsed where its fields stand
 */
record Loaded<T>(String id, T spec, DocumentFile file, ParsedDocument parsed) {

  DocumentProblem problem(String field, String reason) {
    return new DocumentProblem(file.name(), parsed.position(field), field, reason);
  }
}
