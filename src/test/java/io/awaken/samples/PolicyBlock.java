package io.awaken.samples;

import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.model.StopReason;
import io.awaken.core.model.StreamResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.hook.BeforeModel;
import java.util.List;
import java.util.Locale;

/** Answers in the model's place when the newest message of a person has a word it must not have. */
public final class PolicyBlock implements Plugin {

  private final String word;

  public PolicyBlock(String word) {
    this.word = word.toLowerCase(Locale.ROOT);
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("policy-block");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.beforeModel(
        (context, request) ->
            isForbidden(request.messages())
                ? new BeforeModel.Answer(says("I cannot help with that."))
                : new BeforeModel.Proceed(request));
  }

  private boolean isForbidden(List<Message> messages) {
    return messages.reversed().stream()
        .filter(message -> message.role() == Role.USER)
        .findFirst()
        .filter(newest -> newest.text().toLowerCase(Locale.ROOT).contains(word))
        .isPresent();
  }

  private static StreamResult says(String text) {
    return new StreamResult(
        List.of(new ContentBlock.Text(text)), List.of(), null, StopReason.END_TURN, false);
  }
}
