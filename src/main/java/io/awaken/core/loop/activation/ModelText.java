package io.awaken.core.loop.activation;

import io.awaken.core.text.WholeText;

/**
 * Makes model output storable: removes U+0000, which databases reject, replaces halves of surrogate
 * pairs, and limits names.
 */
public final class ModelText {

  private static final int MAX_NAME = 128;

  private ModelText() {}

  public static String storable(String text) {
    return WholeText.of(text.indexOf('\0') < 0 ? text : text.replace("\0", ""));
  }

  /** The name of a tool that may not exist. */
  public static String name(String name) {
    String text = storable(name == null ? "" : name);
    return WholeText.cut(text, MAX_NAME);
  }
}
