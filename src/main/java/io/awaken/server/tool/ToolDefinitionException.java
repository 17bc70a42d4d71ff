package io.awaken.server.tool;

import java.util.List;

/** Invalid tool methods; names each with the required change, one line each. */
public final class ToolDefinitionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  public ToolDefinitionException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  ToolDefinitionException(String problem) {
    this(List.of(problem));
  }

  public List<String> problems() {
    return problems;
  }
}
