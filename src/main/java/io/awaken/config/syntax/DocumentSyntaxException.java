package io.awaken.config.syntax;

/** A text that is not a document. */
public final class DocumentSyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient DocumentProblem.Position position;

  DocumentSyntaxException(DocumentProblem.Position position, String reason) {
    super(reason);
    this.position = position;
  }

  /** The position, or null. */
  public DocumentProblem.Position position() {
    return position;
  }
}
