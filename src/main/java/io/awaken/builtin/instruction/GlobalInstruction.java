package io.awaken.builtin.instruction;

import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;

/**
 * Puts one text before the system text of every model request (features row 82): rules for all
 * agents. Stored conversations never contain it. Thread-safe.
 */
public final class GlobalInstruction implements Plugin {

  public static final String NAME = "global-instruction";

  /** After all transforms of default priority, so that the text comes before theirs. */
  private static final int LAST = 10_000;

  private static final int MAX_CHARS = 100_000;

  private final String text;

  /**
   * @param text at most 100,000 characters; surrounding space is dropped, and an empty text does
   *     nothing
   */
  public GlobalInstruction(String text) {
    this.text = text == null ? "" : text.strip();
    if (this.text.length() > MAX_CHARS) {
      throw new IllegalArgumentException(
          "the global instruction has "
              + this.text.length()
              + " characters, the limit is "
              + MAX_CHARS);
    }
  }

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "begins every model request with one instruction", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    if (!text.isEmpty()) {
      registrar.registerRequestTransform((context, request) -> prefixed(request)).priority(LAST);
    }
  }

  private LlmRequest prefixed(LlmRequest request) {
    boolean alone = request.system() == null || request.system().isBlank();
    return request.withSystem(alone ? text : text + "\n\n" + request.system());
  }
}
