package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.text.WholeCharacters;

/**
 * The arguments of one call, from whatever form a server sends them in: text in pieces, whole, or
 * whole and then again in pieces. What is sent twice counts once. For one thread.
 */
public final class CallArguments {

  private final StringBuilder text = new StringBuilder();
  private final WholeCharacters pieces = new WholeCharacters();

  /** What came after a whole object, which some servers repeat; null for nothing. */
  private StringBuilder again;

  /**
   * Adds what a server sent as the next piece.
   *
   * @param value a text, or the arguments as JSON; others are ignored
   * @return the text to publish; may be empty
   */
  public String add(JsonNode value) {
    if (value.isTextual()) {
      return add(value.textValue());
    }
    return value.isContainerNode() ? complete(value) : "";
  }

  private String add(String piece) {
    if (again == null && piece.startsWith("{") && isWhole()) {
      again = new StringBuilder();
    }
    if (again != null) {
      again.append(piece);
      return "";
    }
    String added = pieces.next(piece);
    text.append(added);
    return added;
  }

  /**
   * Takes the whole arguments, which a server states at the end; they replace others.
   *
   * @param value a text, or the arguments as JSON; others are ignored
   * @return the text to publish, when nothing was published before; otherwise empty
   */
  public String complete(JsonNode value) {
    String whole = value.isTextual() ? value.textValue() : value.toString();
    boolean given = value.isTextual() || value.isContainerNode();
    if (!given || whole.isBlank() || whole.contentEquals(text)) {
      return "";
    }
    boolean first = isEmpty();
    text.setLength(0);
    text.append(whole);
    again = null;
    return first ? whole : "";
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  /** Whether they are one whole object. */
  public boolean isWhole() {
    int last = text.length() - 1;
    return last > 0 && text.charAt(last) == '}' && ToolArguments.parsed(text()).isObject();
  }

  /** The text so far. */
  public String text() {
    return text.toString();
  }

  /** As {@link ToolArguments#parsed}; a repetition replaces the first if it is whole. */
  public JsonNode parsed() {
    JsonNode repeated = again == null ? null : ToolArguments.parsed(again.toString());
    return repeated != null && repeated.isObject() ? repeated : ToolArguments.parsed(text());
  }
}
