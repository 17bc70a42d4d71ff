package io.awaken.builtin.callids;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;

/**
 * Gives the calls of every answer canonical ids: {@code call_<n>_<k>} is the k-th call of the
 * answer that follows n messages of its thread. Identical answers to identical histories have
 * identical ids, for every provider and for repeated attempts. Thread-safe.
 */
public final class ToolCallIds implements Plugin {

  public static final String NAME = "tool-call-ids";

  /** Before all parts of default priority. */
  private static final int FIRST = -10_000;

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(NAME, "gives tool calls canonical ids", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar
        .toolCallNaming(
            (context, providerId, index) -> "call_" + context.messages().size() + "_" + index)
        .priority(FIRST);
  }
}
