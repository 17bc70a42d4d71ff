package io.awaken.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.builtin.demo.WeatherTool;
import io.awaken.core.event.AgentEvent;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.Phase;
import io.awaken.core.state.Snapshot;
import io.awaken.core.state.StateCommand;
import io.awaken.fixture.Rows;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

@Rows(7)
class TestkitTest {

  @Test
  void aToolIsCalledWithoutARuntime() throws Exception {
    var arguments = JsonNodeFactory.instance.objectNode().put("city", "Bern");

    assertThat(new WeatherTool().execute(arguments, ToolCallContexts.test("get_weather")).result())
        .extracting(result -> result.modelText())
        .asString()
        .contains("Bern");
  }

  @Test
  void aHookSeesTheConfigurationThatItSeesInARun() {
    var condition = JsonNodeFactory.instance.objectNode().put("type", "max_rounds");
    var agent = AgentSpec.builder("a", "m").stopConditions(List.of(condition)).build();
    var section = ConfigSection.of(AgentSpec.STOP_CONDITIONS, null, Object.class, List::of);

    assertThat(PhaseContexts.hook(agent, Snapshot.EMPTY, List.of()).config(section))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .hasSize(1);
  }

  @Test
  void aHookIsCalledWithoutARuntime() throws Exception {
    PhaseHook hook = context -> context.step() == 1 ? StateCommand.none() : null;

    assertThat(hook.run(PhaseContexts.test())).isNotNull();
    assertThat(PhaseContexts.test(Phase.STEP_END, Snapshot.EMPTY).phase())
        .isEqualTo(Phase.STEP_END);
    assertThat(ToolCallContexts.test().caller().subject()).isEqualTo("anonymous");
  }

  @Test
  void whatHooksAndToolsPublishIsCollected() {
    var emitted = new EmittedEvents();
    var one = JsonNodeFactory.instance.numberNode(1);
    var hook = PhaseContexts.hook(AgentSpec.of("a", "m"), Snapshot.EMPTY, List.of());

    hook.with(emitted.ofHooks()).events().custom("note", one);
    ToolCallContexts.test().with(emitted.ofTools()).stream("text");

    assertThat(emitted.take())
        .containsExactly(
            new AgentEvent.Custom("note", one),
            new AgentEvent.ToolCallStreamDelta("test-call", "test-tool", "text"));
    assertThat(emitted.take()).isEmpty();
  }
}
