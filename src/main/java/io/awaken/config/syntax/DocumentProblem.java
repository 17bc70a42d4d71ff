package io.awaken.config.syntax;

/**
 * A problem of a document. Never contains a value of the document, which may be a secret.
 *
 * @param file the file as the source names it
 * @param position null if unknown
 * @param field the field, such as {@code adapter_options.headers}; null for the whole file
 * @param reason what is wrong, or what is expected
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
    String at = position == null ? "" : ":" + position.line() + ":" + position.column();
    return file + at + " " + (field == null ? "" : field + " ") + reason;
  }
}
