package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What the model is told about a tool, and what its rules need to know (features rows 111, 206).
 *
 * @param id unique in a server; the name the model calls
 * @param name for people; the id when null
 * @param description what it does and when to use it
 * @param parameters JSON schema of the argument object
 * @param category may be null
 * @param primaryArgument the argument that tells calls of this tool apart, such as the command of a
 *     shell: what {@code Bash(npm *)} in a permission rule is about; null when none stands out. The
 *     model is not told
 * @param destructive whether a call may destroy something: where permissions count, it is asked
 *     about unless a rule names it, also when what no rule names is allowed (features row 1133).
 *     The model is not told
 */
public record ToolDescriptor(
    String id,
    String name,
    String description,
    JsonNode parameters,
    String category,
    String primaryArgument,
    boolean destructive) {

  public ToolDescriptor {
    name = name == null ? id : name;
  }

  /** A tool that destroys nothing. */
  public ToolDescriptor(
      String id,
      String name,
      String description,
      JsonNode parameters,
      String category,
      String primaryArgument) {
    this(id, name, description, parameters, category, primaryArgument, false);
  }

  /** A tool none of whose arguments stands out. */
  public ToolDescriptor(
      String id, String name, String description, JsonNode parameters, String category) {
    this(id, name, description, parameters, category, null);
  }
}
