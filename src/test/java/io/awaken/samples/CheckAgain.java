package io.awaken.samples;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import java.util.List;

/** A follow-up: an agent that is done at once is asked to look again. */
public final class CheckAgain implements Plugin {

  static final String QUESTION = "Check your answer once more.";

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("check-again");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.followUpSource(
        context -> context.step() == 1 ? List.of(Message.user(null, QUESTION)) : List.of());
  }
}
