package io.awaken.samples;

import io.awaken.core.message.Message;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.run.RunId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A supervisor says something to a run at work; before it ends the model looks once more. */
public final class SteeringDesk implements Plugin {

  static final String CHECK = "Is everything done that was asked?";

  private final Map<RunId, String> notes = new ConcurrentHashMap<>();

  /** To be called from anywhere, such as a resource of the WAR. */
  public void say(RunId run, String text) {
    notes.merge(run, text, (before, more) -> before + "\n" + more);
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("steering-desk");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.steeringSource(context -> messages(notes.remove(context.run().runId())));
    registrar.followUpSource(
        context -> context.step() == 1 || checked(context) ? List.of() : messages(CHECK));
    registrar.afterRun(summary -> notes.remove(summary.run().runId()));
  }

  /** Without it the run would go on until its limit of rounds. */
  private static boolean checked(HookContext context) {
    String run = context.run().runId().value();
    return context.messages().stream()
        .anyMatch(message -> message.text().equals(CHECK) && message.id().startsWith(run));
  }

  private static List<Message> messages(String text) {
    return text == null ? List.of() : List.of(Message.user(text));
  }
}
