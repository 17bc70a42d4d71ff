package io.awaken.core.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Adds to the description of a schema what the schema itself may not say. */
public final class Descriptions {

  private static final int MAX_QUOTE = 300;

  private Descriptions() {}

  /**
   * Adds a sentence.
   *
   * @param sentence ends with a full stop
   */
  public static void add(ObjectNode schema, String sentence) {
    String before = schema.path("description").asText("");
    schema.put("description", before.isEmpty() ? sentence : before + " " + sentence);
  }

  /** A part of a schema for a sentence, cut when it is long. */
  public static String quoted(Object part) {
    String text = String.valueOf(part);
    return text.length() <= MAX_QUOTE ? text : text.substring(0, MAX_QUOTE) + "...";
  }
}
