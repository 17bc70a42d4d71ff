package io.awaken.config;

import io.awaken.config.syntax.DocumentProblem;
import java.util.List;
import java.util.stream.Collectors;

/** Invalid documents; names every broken file, one line each. */
public final class DocumentException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final transient List<DocumentProblem> problems;

  public DocumentException(List<DocumentProblem> problems) {
    super(problems.stream().map(DocumentProblem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<DocumentProblem> problems() {
    return problems;
  }
}
