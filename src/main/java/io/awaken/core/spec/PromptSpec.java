package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Locale;

/**
 * A prompt that clients of the Model Context Protocol may offer to people (features row 1113).
 * <code>{{name}}</code> in a message is replaced by an argument.
 *
 * @param id the name of the prompt
 * @param title for people; null for the id
 * @param description what it is for; may be null
 * @param arguments the arguments; default none
 * @param messages the messages, at least one
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
   * An argument.
   *
   * @param name its name in messages
   * @param title for people; null for the name
   * @param description what to fill in; may be null
   * @param required default false: a missing argument is replaced by nothing
   * @param values proposed values; default none
   */
  public record Argument(
      String name, String title, String description, Boolean required, List<String> values) {

    public Argument {
      required = required != null && required;
      values = values == null ? List.of() : List.copyOf(values);
    }

    /** An argument without proposed values. */
    public Argument(String name, String title, String description, Boolean required) {
      this(name, title, description, required, null);
    }
  }

  /**
   * A message of the prompt: a text, a picture, a sound or a resource.
   *
   * @param role its role; default {@link Role#USER}
   * @param text the text; null for another kind of message
   * @param image a picture; null for another message
   * @param audio a sound; null for another message
   * @param resource the address of a resource to embed in the message; null for another message
   */
  public record PromptMessage(Role role, String text, Media image, Media audio, String resource) {

    public PromptMessage {
      role = role == null ? Role.USER : role;
    }

    /** A message of text. */
    public PromptMessage(Role role, String text) {
      this(role, text, null, null, null);
    }
  }

  /**
   * An image or audio.
   *
   * @param mimeType its media type
   * @param data its bytes in Base64
   */
  public record Media(String mimeType, String data) {}

  /** The role of a message. */
  public enum Role {
    USER,
    ASSISTANT;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
