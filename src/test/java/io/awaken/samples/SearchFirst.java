package io.awaken.samples;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.ToolFilter;
import java.util.Optional;
import java.util.Set;

/** An allow-list for each turn: in its first step an agent may only search. */
public final class SearchFirst implements Plugin {

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("search-first");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.toolFilter(new OnlySearch());
  }

  private static final class OnlySearch implements ToolFilter {

    @Override
    public Optional<Set<String>> allow(Context context) {
      return context.hook().step() == 1 ? Optional.of(Set.of("search")) : Optional.empty();
    }

    @Override
    public Optional<String> denialReason(String toolId) {
      return Optional.of("search first, then use " + toolId);
    }
  }
}
