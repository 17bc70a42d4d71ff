package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * A prompt that clients of the Model Context Protocol may offer to people (features row 1113).
 * <code>{{name}}</code> in a message stands for an argument.
 *
 * @param id the name of the prompt
 * @param title for people; null for the id
 * @param description what it is for; may be null
 * @param arguments what people fill in; default none
 * @param messages what the prompt says, at least one
 */
public record PromptSpec(
    String id,
    String title,
    String description,
    List<Argument> arguments,
    List<PromptMessage> messages) {

  public PromptSpec {
    arguments = arguments == null ? List.of() : List.copyOf(arguments);
    messages = messages == null ? List.of() : List.copyOf(messages);
  }

  /**
   * What people fill in.
   *
   * @param name as messages name it
   * @param title for people; null for the name
   * @param description what to fill in; may be null
   * @param required default false: without it nothing stands in its place
   */
  public record Argument(String name, String title, String description, Boolean required) {

    public Argument {
      required = required != null && required;
    }
  }

  /**
   * A message of the prompt.
   *
   * @param role who says it; default {@link Role#USER}
   * @param text what is said
   */
  public record PromptMessage(Role role, String text) {

    public PromptMessage {
      role = role == null ? Role.USER : role;
    }
  }

  /** Who says a message. */
  public enum Role {
    USER,
    ASSISTANT;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
