package io.awaken.samples;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.event.TaggedEvent;
import io.awaken.core.plugin.FailurePolicy;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;

/** Masks a phrase in what models write, also where it arrives in several deltas. */
public final class PhraseMask implements Plugin {

  private final String phrase;

  public PhraseMask(String phrase) {
    this.phrase = phrase;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("phrase-mask");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.onEvent((run, event) -> masked(event)).onFailure(FailurePolicy.WITHHOLD);
  }

  /** Null keeps the event. */
  private TaggedEvent masked(TaggedEvent event) {
    if (!(event.event() instanceof AgentEvent.TextDelta text)) {
      return null;
    }
    String clean = text.delta().replace(phrase, "***");
    return event.withDelta(clean).holdBack(beginning(clean));
  }

  /** How many characters at the end may be the beginning of the phrase. */
  private int beginning(String text) {
    int chars = Math.min(text.length(), phrase.length() - 1);
    while (!phrase.startsWith(text.substring(text.length() - chars))) {
      chars--;
    }
    return chars;
  }
}
