package io.awaken.architecture;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each model wire carries, and how, or why it does not; tests name the cells. */
final class WireMatrix {

  /** The wires, in the order of their columns. */
  static final List<String> WIRES =
      List.of("openai", "openai_responses", "anthropic", "gemini", "ollama");

  private static final Cell YES = Cell.yes("yes");
  private static final Cell IMAGES_ONLY = Cell.no("The API takes images only.");
  private static final Cell NO_PLACE = Cell.no("The API has no place for it.");

  /**
   * A cell of the matrix.
   *
   * @param how the wire carries it
   * @param reason why it does not; null where it does
   */
  record Cell(String how, String reason) {

    static Cell yes(String how) {
      return new Cell(how, null);
    }

    static Cell no(String reason) {
      return new Cell("no", reason);
    }

    boolean carried() {
      return reason == null;
    }
  }

  /**
   * A row of the matrix.
   *
   * @param title as the document has it
   * @param cells one for each wire
   */
  record Feature(String title, List<Cell> cells) {}

  /** The rows by the names that tests give them. */
  static final Map<String, Feature> FEATURES = new LinkedHashMap<>();

  static {
    row("text", "text as it comes", YES, YES, YES, YES, YES);
    Cell whole = Cell.yes("yes; calls come whole, and get an id where they have none");
    row("calls", "tool calls, several at once", YES, YES, YES, whole, whole);
    row(
        "reasoning",
        "reasoning shown",
        YES,
        Cell.yes("summaries, or text where the server sends it"),
        Cell.yes("yes, as a summary where the model gives one"),
        Cell.yes("summaries, once an effort is set"),
        YES);
    row(
        "replay",
        "reasoning sent back",
        Cell.yes("details with a signature; all, where `replay_reasoning` asks for it"),
        Cell.yes("encrypted, with its place among the calls"),
        Cell.yes("with signature, or encrypted, with its place among the calls"),
        Cell.yes("signatures, each with its part"),
        Cell.yes("with the calls that it led to"));
    row(
        "effort",
        "reasoning effort",
        Cell.yes("`none` to `high`; `max` is `high`, a budget the nearest level"),
        Cell.yes("the same"),
        Cell.yes("see [Anthropic](../models.md#anthropic)"),
        Cell.yes("see [Gemini](../models.md#gemini)"),
        Cell.yes("`none` to `high`; `max` is `high`, a budget means yes"));
    row(
        "structured",
        "structured output",
        Cell.yes("schema"),
        Cell.yes("schema"),
        Cell.yes(
            "schema, for models from 4.5 on; in words for others, and where the provider cannot say"
                + " the schema"),
        Cell.yes("schema; in words for models up to 2.5 with tools"),
        Cell.yes("schema; in words with tools"));
    Cell simplified = Cell.yes("[simplified](../models.md#schemas-of-tools)");
    row("schemas", "schemas of tools", simplified, simplified, simplified, simplified, simplified);
    Cell both = Cell.yes("by bytes or URL");
    row(
        "images",
        "images",
        both,
        both,
        Cell.yes("JPEG, PNG, GIF and WebP by bytes; by URL"),
        both,
        Cell.yes("by bytes"));
    row("pdf", "PDF", Cell.yes("by bytes"), both, both, both, IMAGES_ONLY);
    row("texts", "documents of text", YES, YES, YES, YES, YES);
    row("sound", "sound", Cell.yes("WAV and MP3"), NO_PLACE, NO_PLACE, both, IMAGES_ONLY);
    row("video", "video", NO_PLACE, NO_PLACE, NO_PLACE, both, IMAGES_ONLY);
    Cell behind = Cell.yes("behind the results");
    Cell within = Cell.yes("within the result");
    row("results", "media of tool results", behind, within, within, behind, within);
    Cell marked = Cell.yes("as text of the user, marked");
    row("system", "system messages within the conversation", YES, YES, marked, marked, YES);
    row(
        "usage",
        "usage",
        Cell.yes("yes, cached and reasoning tokens too"),
        Cell.yes("yes, cached and reasoning tokens too"),
        Cell.yes("yes, cached tokens too; reasoning tokens where the provider counts them"),
        Cell.yes("yes, cached and reasoning tokens too"),
        Cell.yes("prompt and answer"));
    Cell own = Cell.yes("the provider's own, counted");
    row(
        "cache",
        "prompt cache",
        own,
        own,
        Cell.yes("marked, see [Anthropic](../models.md#anthropic)"),
        own,
        Cell.no("The server keeps one of its own and does not count it."));
    row("limit", "an answer that its length limit cuts is told", YES, YES, YES, YES, YES);
    row("cut", "a stream cut at any byte brings no call", YES, YES, YES, YES, YES);
    row("errors", "errors by their kind", YES, YES, YES, YES, YES);
    row("models", "list of models", YES, YES, YES, YES, YES);
  }

  private WireMatrix() {}

  private static void row(String name, String title, Cell... cells) {
    FEATURES.put(name, new Feature(title, List.of(cells)));
  }
}
