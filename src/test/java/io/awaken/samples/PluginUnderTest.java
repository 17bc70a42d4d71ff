package io.awaken.samples;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.submit.RunRequest;
import io.awaken.provider.scripted.Script;
import io.awaken.provider.scripted.ScriptedModel;
import io.awaken.runtime.AgentRuntime;
import io.awaken.runtime.RunResult;
import io.awaken.testkit.CollectingSink;

/** How a plugin is tested with what the library brings. */
public final class PluginUnderTest {

  /** One run of an agent with the plugin; the model always says the same. */
  static RunResult ask(Plugin plugin, String question, CollectingSink events) {
    try (AgentRuntime runtime =
        AgentRuntime.builder()
            .inMemory()
            .withAgentSpec(AgentSpec.of("clerk", "small"))
            .withModel(new ModelSpec("small", "script", "any"))
            .withProvider("script", new ScriptedModel(Script.builder().says("Hello.").build()))
            .withGlobalPlugin(plugin)
            .build()) {
      return runtime.run(RunRequest.of("clerk", question), events);
    }
  }
}
