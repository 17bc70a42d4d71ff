package io.awaken.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.plugin.ExtensionPoint;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.Registered;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.AgentSpecBuilder;
import io.awaken.core.state.Phase;
import io.awaken.fixture.NamedPlugin;
import io.awaken.fixture.Registries;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sources: the propagation of trpc-agent-go, the inheritance flag of clark-agent. */
class PluginInheritanceTest {

  private static final AgentSpec CHILD = AgentSpec.of("child", "m");

  @Test
  void onlyOwnPluginsThatDeclareItAreInherited() {
    assertThat(carried(parent().build(), List.of(), CHILD)).containsExactly("going", "going2");
  }

  @Test
  void aSilencedPluginIsNotInherited() {
    assertThat(carried(parent().activeHookFilter("going2").build(), List.of(), CHILD))
        .containsExactly("going2");
  }

  @Test
  void pluginsOfTheChildAreNotInheritedTwice() {
    var child = AgentSpec.builder("child", "m").plugins("going").build();

    assertThat(carried(parent().build(), List.of(), child)).containsExactly("going2");
  }

  @Test
  void inheritedPluginsArePassedOn() {
    assertThat(carried(AgentSpec.of("middle", "m"), List.of("going"), CHILD))
        .containsExactly("going");
  }

  @Test
  void theChildsFilterDoesNotAffectInheritedPlugins() {
    var going =
        new NamedPlugin(
            PluginDescriptor.of("going").inheritedByChildren(),
            registrar -> registrar.registerPhaseHook(Phase.RUN_START, context -> null));
    var child = AgentSpec.builder("child", "m").plugins("own").activeHookFilter("x").build();
    var registry =
        Registries.with(child)
            .global(NamedPlugin.hooking("global"))
            .named(going, NamedPlugin.hooking("own"))
            .snapshot();

    var agent = AgentResolver.resolve(registry, "child", List.of("going"));

    assertThat(agent.env().at(ExtensionPoint.of(Phase.RUN_START)))
        .extracting(Registered::plugin)
        .containsExactly("global", "going");
    assertThat(AgentResolver.resolve(registry, "child").env()).isNotSameAs(agent.env());
  }

  private static AgentSpecBuilder parent() {
    return AgentSpec.builder("parent", "m").plugins("staying", "going", "going2");
  }

  private static List<String> carried(AgentSpec parent, List<String> above, AgentSpec child) {
    var plugins =
        PluginSet.of(
            List.of(NamedPlugin.inherited("global")),
            List.of(
                NamedPlugin.hooking("staying"),
                NamedPlugin.inherited("going"),
                NamedPlugin.inherited("going2")));
    return PluginInheritance.carried(plugins, parent, above, child);
  }
}
