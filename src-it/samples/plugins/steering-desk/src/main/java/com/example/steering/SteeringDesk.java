package com.example.steering;

import io.awaken.core.message.Message;
import io.awaken.core.message.Role;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Inserts messages from the desk before the next model call, and asks a follow-up question when the
 * agent has finished.
 */
@Dependent
public class SteeringDesk implements Plugin {

  public static final String QUESTION = "Have you left anything out? Answer once more if so.";

  private final Desk desk;

  @Inject
  public SteeringDesk(Desk desk) {
    this.desk = desk;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("steering-desk");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.steeringSource(
        context -> desk.taken(context.run().threadId(), context.run().caller()));
    registrar.followUpSource(SteeringDesk::question);
  }

  /** Derives from the history, which every node can read, whether the question was asked. */
  private static List<Message> question(HookContext context) {
    boolean asked =
        context.messages().reversed().stream()
            .filter(message -> message.role() == Role.USER)
            .findFirst()
            .filter(newest -> QUESTION.equals(newest.text()))
            .isPresent();
    return asked ? List.of() : List.of(Message.user(QUESTION));
  }
}
