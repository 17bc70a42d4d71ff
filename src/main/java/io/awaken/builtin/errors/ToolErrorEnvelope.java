package io.awaken.builtin.errors;

import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterTool;

/**
 * Adds a stable envelope to every failed result, even one that no tool returned: {@code source}
 * (model, tool, framework), {@code kind}, {@code code}, {@code param} (a JSON pointer) and {@code
 * retryable}. The model reads it as {@code details} beside the error text. A result with data keeps
 * its data. Thread-safe.
 */
public final class ToolErrorEnvelope implements Plugin {

  public static final String NAME = "tool-error-envelope";

  /** After parts that change results or the error flag. */
  private static final int LAST = 10_000;

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "gives failed tool calls a stable envelope", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.afterTool((context, call, result) -> enveloped(result)).priority(LAST);
  }

  private static AfterTool.Decision enveloped(ToolResult result) {
    if (!result.failed() || result.data() != null) {
      return AfterTool.Decision.KEEP;
    }
    ErrorEnvelope envelope = ErrorEnvelope.of(result);
    return AfterTool.Decision.replace(
        new ToolResult(
            result.toolName(),
            ToolResult.Status.ERROR,
            envelope.json(),
            result.message(),
            envelope.code(),
            null,
            result.content()));
  }
}
