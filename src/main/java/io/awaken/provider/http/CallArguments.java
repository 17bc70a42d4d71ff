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

  /** All since the last piece that began with what came before it; null without such a piece. */
  private StringBuilder restarted;

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
    if (piece.startsWith("{") && !text.isEmpty() && piece.startsWith(latest())) {
      restarted = new StringBuilder(piece);
    } else if (restarted != null) {
      restarted.append(piece);
    }
    String added = pieces.next(piece);
    text.append(added);
    return added;
  }

  private String latest() {
    return restarted == null ? text() : restarted.toString();
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
    restarted = null;
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
   * As {@link ToolArguments#parsed}; a repetition replaces the first if it is whole, and so do
   * pieces that began again, if all of them make no JSON.
   */
  public JsonNode parsed() {
    JsonNode repeated = again == null ? null : ToolArguments.parsed(again.toString());
    if (repeated != null && repeated.isObject()) {
      return repeated;
    }
    JsonNode joined = ToolArguments.parsed(text());
    if (restarted == null || joined.isObject()) {
      return joined;
    }
    JsonNode since = ToolArguments.parsed(restarted.toString());
    return since.isObject() ? since : joined;
  }
}
