package io.awaken.samples;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;

/** Tags every event, so that an interface or a log pipeline can filter by it. */
public final class EventTag implements Plugin {

  private final String tag;

  public EventTag(String tag) {
    this.tag = tag;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("event-tag");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.onEvent((run, event) -> event.tag(tag));
  }
}
