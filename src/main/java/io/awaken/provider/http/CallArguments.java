package io.awaken.provider.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.text.WholeCharacters;

/**
 * The arguments of one call, from whatever form a server sends them in: text in pieces, whole, or
 * whole and then again in pieces, or in pieces that each begin with all before. What is sent twice
 * counts once. For one thread.
 */
public final class CallArguments {

  private final StringBuilder text = new StringBuilder();
  private final WholeCharacters pieces = new WholeCharacters();

  /** What came after a whole object, which some servers repeat; null for nothing. */
  private StringBuilder again;

  /** The last piece that began with all before it, as some servers send them; null for none. */
  private String cumulative;

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
    if (piece.startsWith("{") && text.length() > 1 && piece.startsWith(latest())) {
      cumulative = piece;
    }
    String added = pieces.next(piece);
    text.append(added);
    return added;
  }

  private String latest() {
    return cumulative == null ? text() : cumulative;
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
    cumulative = null;
    return first ? whole : "";
  }

  public boolean isEmpty() {
    return text.isEmpty();
  }

  /** Whether they are one whole object. */
  public boolean isWhole() {
    int last = text.length() - 1;
    return last > 0 && text.charAt(last) == '}' && parsed().isObject();
  }

  /** The text so far. */
  public String text() {
    return text.toString();
  }

  /**
   * As {@link ToolArguments#parsed}; a repetition replaces the first if it is whole, and pieces
   * that make no JSON together count alone if each began with the one before it.
   */
  public JsonNode parsed() {
    JsonNode repeated = again == null ? null : ToolArguments.parsed(again.toString());
    if (repeated != null && repeated.isObject()) {
      return repeated;
    }
    JsonNode joined = ToolArguments.parsed(text());
    JsonNode last =
        cumulative == null || joined.isObject() ? joined : ToolArguments.parsed(cumulative);
    return last.isObject() ? last : joined;
  }
}
