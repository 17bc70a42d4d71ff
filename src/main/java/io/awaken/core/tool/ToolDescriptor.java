package io.awaken.core.tool;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A tool as the model sees it, with what permission rules need (features rows 111, 206).
 *
 * @param id unique in a server; the name the model calls
 * @param name for people; the id when null
 * @param description what it does and when to use it
 * @param parameters JSON schema of the argument object
 * @param category may be null
 * @param primaryArgument the argument that distinguishes calls of this tool, such as the command of
 *     a shell: {@code Bash(npm *)} in a permission rule matches it; null for none. Not shown to the
 *     model
 * @param destructive whether a call may destroy something. With permissions, such a call needs an
 *     approval unless a rule names it, even when calls without a rule are allowed (features row
 *     1133). Not shown to the model
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

  /** A tool without a primary argument. */
  public ToolDescriptor(
      String id, String name, String description, JsonNode parameters, String category) {
    this(id, name, description, parameters, category, null);
  }
}
