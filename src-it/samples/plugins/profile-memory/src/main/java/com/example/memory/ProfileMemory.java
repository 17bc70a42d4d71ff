package com.example.memory;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.CoreActions;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import jakarta.enterprise.context.Dependent;

/**
 * Remembers facts about a user and adds them to the model's instruction in all later runs of the
 * user, in any conversation. Stored messages do not contain them.
 */
@Dependent
public class ProfileMemory implements Plugin {

  private static final String NAME = "profile-memory";

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of(NAME);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerProfileKey(Facts.KEY);
    registrar.registerTool(new RememberFact());
    // Blocking, because it reads the store; once per run.
    registrar.registerPhaseHook(Phase.RUN_START, ProfileMemory::addFacts).blocking();
  }

  private static StateCommand addFacts(PhaseContext context) {
    Facts facts =
        context
            .hook()
            .profile()
            .map(profile -> Facts.of(context.run().caller(), profile))
            .orElseGet(Facts.KEY.initial());
    if (facts.texts().isEmpty()) {
      return null;
    }
    // The event contains only the number of facts, not their texts.
    context
        .events()
        .custom(NAME, JsonNodeFactory.instance.objectNode().put("facts", facts.texts().size()));
    String text = "What your user told you earlier:\n- " + String.join("\n- ", facts.texts());
    return StateCommand.none()
        .schedule(CoreActions.ADD_CONTEXT_MESSAGE, ContextMessage.systemPersistent(NAME, text));
  }
}
