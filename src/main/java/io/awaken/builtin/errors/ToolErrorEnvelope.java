package io.awaken.builtin.errors;

import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.AfterTool;

/**
 * Gives every failed result one stable envelope, also those that no tool gave: {@code source}
 * (model, tool, framework), {@code kind}, {@code code}, {@code param} (a JSON pointer) and {@code
 * retryable}. The model reads it as {@code details} beside the error; the reason in words stays. A
 * result that has data keeps its own. Thread-safe.
 */
public final class ToolErrorEnvelope implements Plugin {

  public static final String NAME = "tool-error-envelope";

  /** After those that change results or flip the error flag. */
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
