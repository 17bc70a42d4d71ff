package io.awaken.server.documents.syntax;

/**
 * One thing that is wrong with a document. Never holds a value of the document, since that may be a
 * secret.
 *
 * @param file the file as the source names it
 * @param position where; null when not known
 * @param field the field, such as {@code adapter_options.headers}; null for the whole file
 * @param reason what is wrong, or how it must be
 */
public record DocumentProblem(String file, Position position, String field, String reason) {

  /**
   * A place in a file.
   *
   * @param line counted from 1
   * @param column counted from 1
   */
  public record Position(int line, int column) {}

  /** One line: file, line, column, field, reason. */
  @Override
  public String toString() {
    String place = position == null ? "" : ":" + position.line() + ":" + position.column();
    return file + place + " " + (field == null ? "" : field + " ") + reason;
  }
}
